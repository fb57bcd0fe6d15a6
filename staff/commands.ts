import type { Command } from "./command.ts";
import { backup, drill, restore } from "./copies/copy-commands.ts";
import { copy } from "./moving/copy-command.ts";
import { notifications, redeliver } from "./reading/mail-commands.ts";
import { exportAll, list, quarantine, show } from "./reading/reading-commands.ts";
import { release } from "./release-command.ts";
import { erase, purge } from "./removal/removal-commands.ts";

/** The staff's commands, in the order of the help. Whatever is typed, told and carried out comes from here. */
export const commands = {
  list,
  show,
  export: exportAll,
  erase,
  purge,
  notifications,
  redeliver,
  quarantine,
  release,
  backup,
  drill,
  restore,
  copy,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
