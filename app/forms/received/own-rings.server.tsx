import { renderToStaticMarkup } from "react-dom/server";
import { OwnRings } from "./own-rings.tsx";

/** The rings of a reference as the address of a file, which the page itself holds: nothing more is asked of the server. */
export function ownRingsFile(reference: string): string {
  const svg = renderToStaticMarkup(<OwnRings reference={reference} />);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
