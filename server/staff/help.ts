/** Each command: how it is typed, and what it does. */
export const commands: Record<string, { usage: string; text: string }> = {
  list: {
    usage: "list [--limit N] [--json]",
    text: "The latest submissions, newest first; 50 if you do not say.",
  },
  show: { usage: "show ID [--json]", text: "One submission or quarantined post, with every answer." },
  export: {
    usage: "export [--table T] [--format csv|json] [--since DATE]",
    text: "All submissions on standard output, for a spreadsheet (csv) or a program (json). T is contact_submissions or\nmastermind_applications; both if you do not say, and then with the columns of both.",
  },
  erase: {
    usage: "erase EMAIL [--yes]",
    text: "Removes everything about a person from every table, from databases that restore has put aside, and the e-mail files in\nDATA_DIR/mail; says where the address stands in what others wrote, and what it cannot reach. Exits with 1 while\nsomebody's reading keeps words in a file: run it again then.",
  },
  purge: { usage: "purge --before DATE [--yes]", text: "Removes everything that came before the day." },
  notifications: {
    usage: "notifications [--json]",
    text: "E-mails that wait or could not be sent, and how many were sent.",
  },
  redeliver: {
    usage: "redeliver [ID]",
    text: "Sends again what was given up, or the notification of one submission; a confirmation that its sender has got is not repeated.",
  },
  quarantine: { usage: "quarantine [--json]", text: "Posts that look like a robot's." },
  release: { usage: "release ID", text: "Takes a quarantined post as a submission." },
  backup: { usage: "backup FILE", text: "Writes a checked copy of the SQLite database while the site runs." },
  restore: {
    usage: "restore FILE | restore --verify FILE",
    text: "Puts a backup in the database's place (stop the site first), or only checks it.",
  },
};

export function helpText(name?: string): string {
  const start = "npm run submissions --";
  const command = name === undefined ? undefined : commands[name];
  if (command) return `${start} ${command.usage}\n\n${command.text}\n`;
  const lines = Object.values(commands).map(({ usage }) => `  ${start} ${usage}`);
  return `${lines.join("\n")}\n\nID is an id, its beginning, or the reference that a visitor was given. DATE is a day as 2026-01-31.\nAdd --help to a command for more about it.\n`;
}
