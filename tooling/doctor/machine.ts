import { nodeMajor } from "#system/version.ts";
import { type Finding, ok, wrong } from "./finding.ts";

/** Bytes that the process takes after its start, and under a flood of forms (docs/operations.md, 'The process'). */
const memory = { needed: 300e6, left: 64e6 };

export async function machineFindings(): Promise<Finding[]> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    ofNode(process.versions.node),
    ofMemory({ limit: process.constrainedMemory(), available: process.availableMemory() }),
    ok("machine.zone", `Lines of cron go by ${zone}; the site's own times do not.`),
  ];
}

export function ofNode(version: string): Finding {
  return Number.parseInt(version, 10) >= nodeMajor
    ? ok("machine.node", `Node ${version}.`)
    : wrong(
        "machine.node",
        `This is Node ${version}, and the site needs Node ${nodeMajor}.`,
        `Install Node ${nodeMajor} or newer, or start with npm, which brings its own.`,
      );
}

/** @param limit of this group of processes (cgroup); 0 or more than any machine has where there is none; in bytes */
export function ofMemory({ limit, available }: { limit: number; available: number }): Finding {
  const free = `${megabytes(available)} MB of memory are free`;
  if (limit > 0 && limit < memory.needed)
    return wrong(
      "machine.memory",
      `Processes here may take ${megabytes(limit)} MB of memory, and the site takes up to ${megabytes(memory.needed)}.`,
      "Raise the limit of the container or unit, or the system ends the site in the middle of its work.",
    );
  return available < memory.left
    ? wrong(
        "machine.memory",
        `Only ${free}.`,
        "Find out what takes it (`ps aux --sort=-rss | head`), or give the machine more.",
      )
    : ok("machine.memory", `${free}.`);
}

const megabytes = (bytes: number) => Math.floor(bytes / 1e6);
