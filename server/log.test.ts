import { execFileSync } from "node:child_process";
import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createLog } from "./log.ts";

it("writes the lines of one round of the event loop at once", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    const log = createLog({ logLevel: "info" });
    for (const path of ["/", "/events"]) log.info({ path }, "answered");
    expect(write).not.toHaveBeenCalled();
    await nextRound();
    const lines = /^\{.*"path":"\/".*\}\n\{.*"path":"\/events".*\}\n$/;
    expect(write.mock.calls).toEqual([[expect.stringMatching(lines)]]);
  } finally {
    write.mockRestore();
  }
});

it("loses no line when the process ends in the same round", () => {
  const script = `
    import { createLog } from "./server/log.ts";
    createLog({ logLevel: "info" }).fatal("unexpected failure");
    process.exit();`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(said).toMatch(/"unexpected failure"\}\n$/);
});
