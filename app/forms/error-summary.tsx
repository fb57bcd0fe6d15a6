import { type MouseEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";

interface ErrorSummaryProps {
  heading: string;
  errors: { id: string; message: string }[];
  /** Counts failed attempts to send: each moves the focus here, and nothing else does. */
  attempts: number;
  /** Paragraphs about the whole form, for example that it could not be stored. */
  notice?: ReactNode;
}

/** The list of what is wrong, above the form, linked to the fields (GOV.UK Design System, 'Error summary'). */
export function ErrorSummary({ heading, errors, attempts, notice }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) showFromTop(box.current);
  }, [attempts]);
  const room = useRef<HTMLDivElement>(null);
  useScrollAnchor(room);

  return (
    <div className="error-room" ref={room}>
      {(errors.length > 0 || notice) && (
        // biome-ignore lint/a11y/noAutofocus: after a post without JavaScript the page begins with what is wrong
        <div className="error-summary" ref={box} role="alert" tabIndex={-1} autoFocus={attempts === 0}>
          <h2>{heading}</h2>
          {notice}
          <ul>
            {errors.map(({ id, message }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={showLabel}>
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/**
 * Keeps the content below the element in place when the element shrinks, as all browsers but WebKit do (CSS Scroll
 * Anchoring 1): the field that somebody types in must not move.
 */
function useScrollAnchor(element: RefObject<HTMLElement | null>) {
  const before = useRef(0);
  useLayoutEffect(() => {
    const height = element.current?.offsetHeight ?? 0;
    const lost = before.current - height;
    before.current = height;
    if (lost > 0 && !CSS.supports("overflow-anchor", "auto")) scrollBy(0, -lost);
  });
}

/**
 * Moves the focus to a message about the form, and the message to the top of the window, below the header: left to
 * themselves, Chromium shows its middle and Firefox its nearest edge. A toast at the bottom then covers it in no browser.
 */
export function showFromTop(message: HTMLElement | null): void {
  message?.focus({ preventScroll: true });
  message?.scrollIntoView({ block: "start" });
}

/** Scrolls the question into view before the field takes the focus, so that a phone shows both. */
function showLabel(event: MouseEvent<HTMLAnchorElement>) {
  const input = document.getElementById(event.currentTarget.hash.slice(1));
  if (!input) return;
  event.preventDefault();
  (input.closest(".field") ?? input).scrollIntoView({ block: "start" });
  input.focus({ preventScroll: true });
}
