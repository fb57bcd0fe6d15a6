/** The small files of a release that are written here, and not copied from the project. */

import { serverProcess } from "#system/server-process.ts";
import { nodeMajor } from "#system/version.ts";

const { variables, arguments: flags } = serverProcess;

/** Before anything is loaded. Where a process cannot be replaced, the site runs without them. */
const startAnew = `// These settings count from the beginning of a process only, so it begins once more, as the same process.
var flags = ${JSON.stringify(flags)};
var isLacking = function (flag) { return process.execArgv.indexOf(flag) < 0; };
if (process.execve && flags.some(isLacking)) {
  process.execve(
    process.execPath,
    [process.execPath].concat(process.execArgv, flags, process.argv.slice(1)),
    Object.assign(${JSON.stringify(variables)}, process.env)
  );
}
`;

/**
 * The file that people start. It is plain enough for every Node, so that an old one can say what is wrong.
 *
 * @param name of the command, which is bundled in `lib/`
 */
export function starterOf(name: string): string {
  return `// Made by \`npm run package\`. Plain enough for any Node, so that another one than is needed can say so.
var found = process.versions.node;
if (found.split(".")[0] !== "${nodeMajor}") {
  console.error("Node ${nodeMajor} is needed, and this is " + found + ". Start it with that one, or take the archive that brings its own: ./start");
  process.exit(1);
}
${name === "server" ? startAnew : ""}import("./lib/${name}.js");
`;
}

const settings = Object.entries(variables).map(([name, value]) => `export ${name}="\${${name}:-${value}}"`);

/** Starts the site with the Node of the release, else with the machine's. `server.js` would have to start itself anew for these. */
export const startScript = `#!/bin/sh
here=$(dirname -- "$(readlink -f -- "$0")")
node=$here/bin/node
[ -x "$node" ] || node=node
${settings.join("\n")}
exec "$node" ${flags.join(" ")} "$here/server.js" "$@"
`;
