/**
 * Security headers that are the same in every answer, as the doctor expects them too; docs/specification.md, 'Security headers'.
 * Beside them each has a Content-Security-Policy of its kind (server/edge/security-headers.ts).
 */
export const everyAnswer = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-frame-options": "DENY",
};

/**
 * All features that a browser lets a page deny to itself (what `document.featurePolicy` lists), but for client hints, which this
 * site never asks for. No page uses any; without foreign scripts and frames this is a second wall.
 */
const features =
  "accelerometer aria-notify autoplay browsing-topics camera captured-surface-control clipboard-read " +
  "clipboard-write compute-pressure deferred-fetch deferred-fetch-minimal digital-credentials-create " +
  "digital-credentials-get display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid " +
  "identity-credentials-get idle-detection interest-cohort keyboard-map language-detector language-model " +
  "local-fonts local-network local-network-access loopback-network magnetometer " +
  "media-playback-while-not-visible microphone midi on-device-speech-recognition otp-credentials payment " +
  "picture-in-picture private-state-token-issuance private-state-token-redemption " +
  "publickey-credentials-create publickey-credentials-get screen-wake-lock serial speaker-selection " +
  "storage-access summarizer sync-xhr translator unload usb window-management xr-spatial-tracking";

/** And those that are the same in every page. */
export const everyPage = {
  "permissions-policy": features.replaceAll(/\S+/g, "$&=()").replaceAll(" ", ","),
  // No browser that the site is made for reads it; scanners miss it. Where one does, nothing that is injected would run anyhow.
  "x-xss-protection": "1; mode=block",
};
