import site from "#content/site.yaml";
import { readConfig } from "#server/config.ts";
import { runCommand } from "#staff/run-command.ts";
import { createTestSite, type TestSite } from "./site.ts";

export interface StaffRun {
  output: string;
  /** What is said beside it. */
  notes: string;
  exitCode: number;
}

/** When the commands are given: a Monday in November. */
export const staffNow = new Date("2026-11-23T10:00:00Z");

/**
 * One of the staff's commands on a database, at `staffNow`.
 *
 * @throws what the command throws, with what was `said` before
 */
export async function runStaff(url: string, dataDir: string, ...args: string[]): Promise<StaffRun> {
  const said = { output: "", notes: "" };
  const exitCode = await runCommand(
    args,
    () => readConfig({ DATABASE_URL: url, DATA_DIR: dataDir }, site),
    {
      write: async (text) => {
        said.output += text;
      },
      note: (text) => {
        said.notes += text;
      },
    },
    () => staffNow,
  ).catch((error: unknown) => {
    throw Object.assign(error as Error, { said });
  });
  return { ...said, exitCode };
}

/** A site to which visitors send what the staff then work with. Its calendar is away: to read one takes as long as all else. */
export function createStaffSite(url: string, dataDir: string): Promise<TestSite> {
  return createTestSite({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SUBMISSION_RATE_LIMIT: "0",
    EVENTS_FEED_URL: "http://127.0.0.1:1/",
  });
}
