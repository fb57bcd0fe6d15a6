import { createContext, useContext } from "react";

/** Nonce of the page's inline styles while it is rendered on the server; nothing in the browser. */
export const StyleNonceContext = createContext<string | undefined>(undefined);

/**
 * A component's style sheet, rendered where the component is used: React puts each one once into the head, inlined,
 * so a page carries the rules of what it shows and nothing else.
 */
export function Style({ name, css }: { name: string; css: string }) {
  const nonce = useContext(StyleNonceContext);
  return (
    <style href={name} precedence="default" nonce={nonce}>
      {css}
    </style>
  );
}
