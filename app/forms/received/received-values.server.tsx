import { renderToStaticMarkup } from "react-dom/server";
import { referenceIn } from "#submissions/forms/received-address.ts";
import { OwnRings } from "./own-rings.tsx";

/** In what the page that follows a form differs from visitor to visitor, as it stands in its HTML. */
export interface ReceivedValues {
  reference: string;
  /** The rings of the reference, which the page shows. */
  rings: string;
  /** The address of the same as a file, which the page itself holds: nothing more is asked of the server. */
  ringsFile: string;
}

/** @returns undefined for an address without a reference */
export function receivedValues(address: URL): ReceivedValues | undefined {
  const reference = referenceIn(address);
  if (!reference) return undefined;
  const rings = renderToStaticMarkup(<OwnRings reference={reference} />);
  return { reference, rings, ringsFile: `data:image/svg+xml,${encodeURIComponent(rings)}` };
}
