import { useEffect, useState } from "react";

export interface ToastContent {
  kind: "success" | "failure";
  title: string;
  text: string;
}

/** How long a toast stays, in milliseconds; DESIGN.md. */
const lifetime = 8_000;

/** A short message in the corner. It stays while the pointer or the focus is on it. */
export function Toast({
  content,
  closeLabel,
  onClose,
}: {
  content: ToastContent;
  closeLabel: string;
  onClose: () => void;
}) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, lifetime);
    return () => clearTimeout(timer);
  }, [isHeld, onClose]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only hold the message while somebody is at it
    <div
      className={`toast ${content.kind === "failure" ? "toast-failure" : "spruce"}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role={content.kind === "failure" ? "alert" : "status"}>
        <b>{content.title}</b>
        <p>{content.text}</p>
      </div>
      <button type="button" aria-label={closeLabel} onClick={onClose}>
        ×
      </button>
    </div>
  );
}
