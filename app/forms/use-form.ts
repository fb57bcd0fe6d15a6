import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { FormErrors } from "#submissions/forms/form.ts";

interface FormChecks {
  check: (fields: FormData) => FormErrors;
  /** What the server found wrong. */
  served: FormErrors | undefined;
  onSend: (form: HTMLFormElement) => void;
  /** Called when the check refused an attempt to send. */
  onRefused: (errors: FormErrors) => void;
}

/**
 * Checks a form when somebody tries to send it, and says nothing new while they correct it: an error disappears as
 * soon as it is no longer true, and another one appears when its field is left or at the next attempt, never while
 * somebody types.
 */
export function useForm({ check, served, onSend, onRefused }: FormChecks) {
  const [errors, setErrors] = useState<FormErrors>(served ?? {});
  const wasRefused = useRef(served !== undefined);
  const isPressing = usePointer();

  // Errors from the server count as an attempt as well.
  const [lastServed, setLastServed] = useState(served);
  if (served !== lastServed) {
    setLastServed(served);
    if (served) setErrors(served);
  }
  useEffect(() => {
    if (served) wasRefused.current = true;
  }, [served]);
  const formRef = useRef<HTMLFormElement>(null);
  const dropMended = () => {
    const found = check(new FormData(formRef.current ?? undefined));
    setErrors((errors) => only(errors, (name) => found[name] === errors[name]));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since what came with the page may have been corrected before the script
  useEffect(dropMended, []);

  return {
    errors,
    formRef,
    handlers: {
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const found = check(new FormData(event.currentTarget));
        setErrors(found);
        if (Object.keys(found).length === 0) return onSend(event.currentTarget);
        wasRefused.current = true;
        onRefused(found);
      },
      onReset() {
        wasRefused.current = false;
        setErrors({});
      },
      onInput() {
        if (Object.keys(errors).length > 0) dropMended();
      },
      onBlur({ currentTarget: form, target, relatedTarget }: FocusEvent<HTMLFormElement>) {
        const left = nameOf(target);
        if (!wasRefused.current || !left || nameOf(relatedTarget) === left) return;
        // Not while a pointer is pressed: a new message would move what is being pressed.
        void isPressing().then(() => {
          const found = check(new FormData(form));
          setErrors((errors) => only(found, (name) => name === left || errors[name] === found[name]));
        });
      },
    },
  };
}

function only(errors: FormErrors, isKept: (name: string) => boolean): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isKept(name)));
}

function nameOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? (target.getAttribute("name") ?? undefined) : undefined;
}

/** Returns a promise that resolves when no pointer is pressed and its click has been handled. */
function usePointer(): () => Promise<void> {
  const release = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    const down = () => {
      release.current = new Promise((resolve) => {
        const done = () => {
          removeEventListener("pointerup", done, true);
          removeEventListener("pointercancel", done, true);
          // After the click, which comes in a task of its own.
          setTimeout(resolve);
        };
        addEventListener("pointerup", done, true);
        addEventListener("pointercancel", done, true);
      });
    };
    addEventListener("pointerdown", down, true);
    return () => removeEventListener("pointerdown", down, true);
  }, []);
  return () => release.current;
}
