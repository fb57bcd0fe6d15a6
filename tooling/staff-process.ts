import { join } from "node:path";
import { root } from "./root.ts";

/**
 * Node's arguments for the staff's commands. V8 lets its young generation grow to many times what a row needs; held small, an
 * export takes the same memory however many rows there are.
 */
export const staffProcess = ["--max-semi-space-size=2", join(root, "build/server/staff.js")];
