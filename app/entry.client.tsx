import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/**
 * A browser's extension or a proxy may have changed a page; React then renders it again and sets
 * its script elements by this one text. They stay empty, as they run no second time, and so does all other markup that
 * a script asks for by text (Trusted Types, default policy).
 */
trustedTypes()?.createPolicy("default", { createHTML: (html) => (html === "<script></script>" ? html : "") });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML(html: string): string }): void;
}

/** Undefined in older browsers. */
function trustedTypes(): PolicyFactory | undefined {
  return Reflect.get(globalThis, "trustedTypes");
}
