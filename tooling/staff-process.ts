import { join } from "node:path";
import { root } from "./root.ts";

/**
 * Node's arguments for the staff's commands. V8 lets its young generation grow to many times what a row needs; held small, an
 * export takes the same memory however many rows there are.
 */
export const staffProcess = ["--max-semi-space-size=2", join(root, "build/server/staff.js")];

/** Runs one of the staff's commands in the place of this process, so that whoever ends it ends the command. */
export function becomeStaffProcess(): never {
  if (!process.execve) throw new Error("A POSIX system is needed; on Windows, use WSL.");
  return process.execve(
    process.execPath,
    [process.execPath, ...staffProcess, ...process.argv.slice(2)],
    process.env,
  );
}
