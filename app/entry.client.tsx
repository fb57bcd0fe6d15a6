import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { NonceContext } from "#app/design/nonce.ts";

/**
 * Development's script, which hydrates every page whole, for hot reload. The built site has `forms/form-script.tsx`.
 *
 * A browser's extension or a proxy may have changed a page; React then renders it again and sets
 * its script elements by this one text. They stay empty, as they run no second time, and so does all other markup that
 * a script asks for by text (Trusted Types, default policy).
 */
trustedTypes()?.createPolicy("default", { createHTML: (html) => (html === "<script></script>" ? html : "") });

/** For styles of what is shown later, such as an error page; a browser tells it to the page's own scripts alone. */
const nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce;

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
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
