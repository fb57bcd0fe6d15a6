import { useContext } from "react";
import { NonceContext } from "./nonce.ts";

/**
 * A component's style sheet, rendered where the component is used: React puts each one once into the head, inlined,
 * so a page carries the rules of what it shows and nothing else.
 */
export function Style({ name, css }: { name: string; css: string }) {
  const nonce = useContext(NonceContext);
  return (
    <style href={name} precedence="default" nonce={nonce}>
      {css}
    </style>
  );
}
