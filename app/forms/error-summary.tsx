import { type MouseEvent, useEffect, useRef } from "react";

interface ErrorSummaryProps {
  heading: string;
  errors: { id: string; message: string }[];
  /** Counts the attempts to send: each one that fails moves the focus here. */
  attempts: number;
  /** A sentence about the whole form, for example that it could not be stored. */
  notice?: string | undefined;
}

/** The list of what is wrong, above the form, linked to the fields (GOV.UK Design System, 'Error summary'). */
export function ErrorSummary({ heading, errors, attempts, notice }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const hasProblem = errors.length > 0 || notice !== undefined;
  useEffect(() => {
    // After conform, which would put the focus into the first field and leave the rest unsaid.
    if (attempts > 0 && hasProblem) setTimeout(() => box.current?.focus());
  }, [attempts, hasProblem]);

  if (!hasProblem) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: after a post without JavaScript the page begins with what is wrong
    <div className="error-summary" ref={box} role="alert" tabIndex={-1} autoFocus={attempts === 0}>
      <h2>{heading}</h2>
      {notice && <p>{notice}</p>}
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
  );
}

/** Scrolls the question into view before the field takes the focus, so that a phone shows both. */
function showLabel(event: MouseEvent<HTMLAnchorElement>) {
  const input = document.getElementById(event.currentTarget.hash.slice(1));
  if (!input) return;
  event.preventDefault();
  (input.closest(".field") ?? input).scrollIntoView({ block: "start" });
  input.focus({ preventScroll: true });
}
