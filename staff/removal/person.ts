import { emailKey } from "#submissions/mailbox.ts";
import { CommandError } from "../terminal.ts";
import type { Found } from "./remove-rows.ts";

/**
 * An address is compared as a whole. What nobody can have, and nothing has (a table that was taken over may hold anything), was
 * typed wrongly: 'nothing found' would be taken for 'erased'.
 *
 * @throws CommandError naming the address that may be meant
 */
export function needsAddress(
  email: string,
  found: Pick<Found, "submissions" | "notifications" | "quarantine">,
) {
  const isAddress = /^[^\s@<>()[\],;:"\\*|]+@[^\s@<>()[\],;:"\\*|'/]+$/.test(emailKey(email));
  if (isAddress || found.submissions + found.notifications + found.quarantine > 0) return;
  const meant = email.match(/[\w.!#$%&+/=?^`{}~-]+@[\w.-]*\w/g) ?? [];
  const hint =
    meant.length > 1
      ? ` One address at a time: ${meant.join(", then ")}.`
      : meant[0]
        ? ` Is ${meant[0]} meant?`
        : "";
  throw new CommandError(`'${email}' is no e-mail address.${hint}`, 2);
}
