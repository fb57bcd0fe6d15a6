/**
 * What the server loads beside its bundle: what scripts use as well, and (ical.js) what is shared under the MPL;
 * docs/decisions/0020-bundled-packages.md.
 */
export const externalPackages = [
  "ical.js",
  "nodemailer",
  "pg",
  "pg-connection-string",
  "pg-cursor",
  "undici",
];
