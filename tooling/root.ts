import { fileURLToPath } from "node:url";

/** The project's root folder, absolute. Scripts work in it, wherever they are called from. */
export const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
