import manifest from "../package.json" with { type: "json" };

/** Of the site, as CHANGELOG.md names it. */
export const { version } = manifest;

/** Major version of the Node that the site runs on: that of the dependency `node`. */
export const nodeMajor = Number.parseInt(manifest.dependencies.node, 10);
