import { useEffect, useRef, useState } from "react";

export interface ToastContent {
  kind: "success" | "failure";
  title: string;
  text: string;
  /** Asks for the agreement, and is true until that is given. */
  isOfTerms?: boolean;
}

interface ToastProps {
  content: ToastContent | undefined;
  closeLabel: string;
  onClose: () => void;
}

/** How long a toast stays, in milliseconds; docs/specification.md, 'Toasts'. */
export const toastLifetime = 8_000;

/**
 * A short message in the corner. It stays while the pointer or the focus is on it; Escape closes it from anywhere.
 * Its live regions are there from the start: a screen reader hears only what comes into one that it knows.
 */
export function Toast({ content, closeLabel, onClose }: ToastProps) {
  const [isHeld, setHeld] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** The element that had the focus before the message. */
  const place = useRef<EventTarget>(null);
  useEffect(() => {
    if (!content || isHeld) return;
    const timer = setTimeout(onClose, toastLifetime);
    return () => clearTimeout(timer);
  }, [content, isHeld, onClose]);
  useEffect(() => {
    if (!content) return;
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onClose();
    };
    const element = box.current;
    addEventListener("keydown", closeByKey);
    return () => {
      removeEventListener("keydown", closeByKey);
      setHeld(false);
      // The message with the focus disappears, so the focus returns to where it was.
      const isHere = document.activeElement === document.body || element?.contains(document.activeElement);
      if (isHere && place.current instanceof HTMLElement) place.current.focus();
      place.current = null;
    };
  }, [content, onClose]);

  const words = content && (
    <>
      <b>{content.title}</b>
      <p>{content.text}</p>
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only hold the message while somebody is at it
    <div
      ref={box}
      className={content && `toast ${content.kind === "failure" ? "toast-failure" : "spruce"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        place.current ??= relatedTarget;
        setHeld(true);
      }}
      onBlur={() => setHeld(false)}
    >
      <div role="status">{content?.kind === "success" && words}</div>
      <div role="alert">{content?.kind === "failure" && words}</div>
      {content && (
        <button type="button" aria-label={closeLabel} onClick={onClose}>
          ×
        </button>
      )}
    </div>
  );
}
