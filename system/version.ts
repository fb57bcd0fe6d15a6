import manifest from "../package.json" with { type: "json" };

/** Of the site, as CHANGELOG.md names it. */
export const { version } = manifest;
