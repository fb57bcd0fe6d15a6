import { fileURLToPath } from "node:url";

/** Whether this runs in a release, where it is bundled into the folder `lib`. */
export const isRelease = !import.meta.url.endsWith(".ts");

/** The root folder of the project or of the release, absolute. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Where `.env` and `data/` lie, and from where paths in settings count: in the project its root, but beside a release, so that the
 * next one finds them. Scripts work in it, wherever they are called from.
 */
export const home = isRelease ? fileURLToPath(new URL("../..", import.meta.url)) : root;

// What is named on the command line counts from where it was given. In the project npm says where that was.
if (isRelease) process.env.INIT_CWD = process.cwd();
process.chdir(home);
