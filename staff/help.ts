import { searchedWords } from "./reading/search.ts";

/** Each command: how it is typed, and what it does. */
export const commands: Record<string, { usage: string; text: string }> = {
  list: {
    usage: "list [--search TEXT] [--limit N] [--page N] [--json]",
    text: `The latest submissions, newest first; 50 if you do not say, 1000 at most. --page 2 shows the next ones.\nMail says what became of a submission's e-mails: sent, waiting, dead (given up), – (older than this site).\n--search looks for the text, in capitals or not, in ${searchedWords}.`,
  },
  show: { usage: "show ID [--json]", text: "One submission or quarantined post, with every answer." },
  export: {
    usage: "export [--table T] [--format csv|json] [--since DATE]",
    text: "All submissions on standard output, for a spreadsheet (csv) or a program (json). T is contact_submissions or\nmastermind_applications; both if you do not say, and then with the columns of both.",
  },
  erase: {
    usage: "erase EMAIL [--dry-run] [--yes]",
    text: "Removes everything about a person from every table, from databases that restore has put aside, and the e-mail files in\nDATA_DIR/mail; says where the address stands in what others wrote, and what it cannot reach. Exits with 1 while\nsomebody's reading keeps words in a file: run it again then.",
  },
  purge: {
    usage: "purge --before DATE [--dry-run] [--yes]",
    text: "Removes everything that came before the day, in small portions, so that visitors can go on.",
  },
  notifications: {
    usage: "notifications [--limit N] [--page N] [--json]",
    text: "E-mails that wait or could not be sent, oldest first, how many there are, and what the mail server said most often.\nExits with 1 when one to the staff was given up or has waited for more than an hour.",
  },
  redeliver: {
    usage: "redeliver [ID]",
    text: "Sends again what was given up or held, or the notification of one submission; a confirmation that its sender has got is not repeated.",
  },
  quarantine: {
    usage: "quarantine [--search TEXT] [--limit N] [--page N] [--json]",
    text: "Posts that look like a robot's, newest first.",
  },
  release: { usage: "release ID", text: "Takes a quarantined post as a submission." },
  backup: {
    usage: "backup FILE | backup --to FOLDER [--keep N]",
    text: "Writes a checked copy of the database while the site runs; of PostgreSQL by its own pg_dump. In a folder it is named by\nthe time, and with --keep only the newest N of such names stay.",
  },
  drill: {
    usage: "drill [FILE|FOLDER]",
    text: "Restores a backup (the last one if you do not say) beside the running site, compares it with the site and removes it again.",
  },
  restore: {
    usage: "restore FILE [--dry-run] [--yes] | restore --verify FILE",
    text: "Puts a backup in the database's place (stop the site first), or only checks it. What was there is kept. E-mails that waited\nwhen the backup was made are held until 'redeliver'.",
  },
};

export function helpText(name?: string): string {
  const start = "npm run submissions --";
  const command = name === undefined ? undefined : commands[name];
  if (command) return `${start} ${command.usage}\n\n${command.text}\n`;
  const lines = Object.values(commands).map(({ usage }) => `  ${start} ${usage}`);
  return `${lines.join("\n")}\n\nID is an id, its beginning, or the reference that a visitor was given. DATE is a day as 2026-01-31.\nWhat removes shows what, and asks; where nobody can be asked it needs --yes. --dry-run only shows.\nAdd --help to a command for more about it.\n`;
}
