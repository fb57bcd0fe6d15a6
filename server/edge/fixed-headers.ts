/**
 * Security headers that are the same in every answer, as the doctor expects them too; docs/specification.md, 'Security headers'.
 * Beside them each has a Content-Security-Policy of its kind (server/edge/security-headers.ts). `Origin-Agent-Cluster: ?1` is not among
 * them: with it Chromium took a new process for each page that somebody went on to, and showed it later by a third to a half (docs/performance.md).
 * What it refuses, that a page and one of another name below the same domain agree on `document.domain`, no page here does.
 */
export const everyAnswer = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-frame-options": "DENY",
};

/**
 * What reaches a visitor's devices, surroundings, accounts or network. No page uses any of it; without foreign scripts and frames this
 * is a second wall. Browsers know some twenty more that reach nothing of the visitor's, such as playing a film: naming them, too, would take
 * a thirtieth of the bytes that a page may have.
 */
const features =
  "accelerometer browsing-topics camera clipboard-read compute-pressure digital-credentials-get display-capture fullscreen " +
  "geolocation gyroscope hid identity-credentials-get idle-detection local-fonts local-network local-network-access " +
  "loopback-network magnetometer microphone midi otp-credentials payment publickey-credentials-create " +
  "publickey-credentials-get screen-wake-lock serial storage-access usb window-management xr-spatial-tracking";

/** And those that are the same in every page. */
export const everyPage = {
  "permissions-policy": features.replaceAll(/\S+/g, "$&=()").replaceAll(" ", ","),
  // No browser that the site is made for reads it; scanners miss it. Where one does, nothing that is injected would run anyhow.
  "x-xss-protection": "1; mode=block",
};
