import { join } from "node:path";
import { root } from "../root.ts";

/** Written last by a build that succeeded; its time is the build's. */
export const stampFile = join(root, "build/complete");
