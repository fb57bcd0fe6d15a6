import { createContext } from "react";

/** Nonce of the page's inline styles and scripts while it is rendered on the server; nothing in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);
