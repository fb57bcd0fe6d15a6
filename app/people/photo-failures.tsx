import { useContext } from "react";
import { NonceContext } from "#app/design/nonce.ts";

/** POST: the path of a photo that a page could not show, as text. */
export const photoFailuresPath = "/photo-failures";

/**
 * Hides a photo that fails to load and tells the server which one it was. It comes before the first photo, so that it
 * runs before any can fail; error events do not bubble, hence the capture.
 */
const listener = `addEventListener("error",e=>{const i=e.target;if(i.localName==="img"){i.style.visibility="hidden";navigator.sendBeacon("${photoFailuresPath}",new URL(i.currentSrc||i.src).pathname)}},true)`;

export function PhotoFailures() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotation marks
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: listener }} />;
}
