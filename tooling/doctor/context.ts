import type { Resolver } from "node:dns/promises";
import type { Config } from "#server/config.ts";

/** What the looks of the doctor have in common. */
export interface Context {
  config: Config;
  /** Folder of the project or release, with its `content/`. */
  root: string;
  now: () => Date;
  resolver: Resolver;
  /** Where web servers answer without TLS. */
  plainPort: number;
  /** Selector of the DKIM key that mails are signed with, if somebody knows it. */
  dkimSelector?: string | undefined;
}

/** What is to be done where no name server answers. */
export const nameServers =
  "Look into /etc/resolv.conf of this machine, and whether it reaches its name servers; then ask again.";

/** How long each look may wait for one answer, in milliseconds. */
export const answerTimeout: number = 7_000;
