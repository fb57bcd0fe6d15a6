import { createContext } from "react";

/** Nonce of the page's inline styles and scripts; undefined where the page names them by hash. */
export const NonceContext = createContext<string | undefined>(undefined);
