import { setTimeout as sleep } from "node:timers/promises";
import { inWords } from "#staff/faults.ts";
import { CommandError } from "#staff/terminal.ts";
import { describeFault } from "#system/fault.ts";
import { backupFindings } from "./backups.ts";
import { calendarFindings } from "./calendar.ts";
import type { Context } from "./context.ts";
import { dataFindings } from "./data.ts";
import { databaseFindings } from "./database.ts";
import { type Finding, type Part, parts, unknown } from "./finding.ts";
import { machineFindings } from "./machine.ts";
import { domainFindings } from "./mail/mail-domain.ts";
import { mailFindings } from "./mail/mail-server.ts";
import type { Refused } from "./settings.ts";
import { siteFindings } from "./site/site.ts";

interface Look {
  /** As the subject of a sentence. */
  name: string;
  /** Variables without which it would look at something else. */
  needs: readonly string[];
  look(context: Context): Promise<Finding[]>;
}

const looks: Record<Exclude<Part, "settings">, Look> = {
  machine: { name: "The machine", needs: [], look: machineFindings },
  data: { name: "DATA_DIR", needs: ["DATA_DIR"], look: dataFindings },
  database: { name: "The database", needs: ["DATABASE_URL", "DATA_DIR"], look: databaseFindings },
  mail: { name: "The mail server", needs: ["SMTP_URL", "NOTIFY_TO", "DATA_DIR"], look: mailFindings },
  domain: { name: "The sender's domain", needs: ["MAIL_FROM", "NOTIFY_TO"], look: domainFindings },
  calendar: { name: "The calendar", needs: ["EVENTS_FEED_URL", "DATA_DIR"], look: calendarFindings },
  site: { name: "SITE_URL", needs: ["SITE_URL", "HOST", "PORT", "TRUST_PROXY"], look: siteFindings },
  backups: { name: "Backups", needs: ["DATABASE_URL", "DATA_DIR"], look: backupFindings },
};

/** How long a part may take as a whole, in milliseconds: all are looked at side by side. */
const longest = 25_000;

/**
 * Looks at the parts of an installation. Nothing is changed, sent or left behind.
 *
 * @param refused variables that cannot be used
 * @returns in the order of `parts`; within the time, as a part that takes longer is told as unknown
 */
export async function examine(
  context: Context,
  refused: Refused,
  only: readonly Part[] = parts,
  time = longest,
): Promise<Finding[]> {
  const found = parts
    .filter((part): part is keyof typeof looks => part !== "settings" && only.includes(part))
    .map(async (part) => {
      const { name, needs, look } = looks[part];
      const missing = needs.find((variable) => refused.has(variable));
      if (missing) return [unknown(`${part}.settings`, name, `${missing} cannot be used`)];
      const late = sleep(time, [unknown(`${part}.time`, name, `it took longer than ${time / 1_000} s`)], {
        ref: false,
      });
      const seen = look(context).catch((error: unknown) => [
        unknown(`${part}.failure`, name, `the look itself failed: ${wordsOf(error)}`),
      ]);
      return Promise.race([seen, late]);
    });
  return (await Promise.all(found)).flat();
}

function wordsOf(error: unknown): string {
  const told = inWords(error);
  return told instanceof CommandError ? told.message.replace(/\.$/, "") : describeFault(error);
}
