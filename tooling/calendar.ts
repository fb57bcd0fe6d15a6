import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { loadContent } from "#content-model/load-content.ts";
import { calendarFeeds } from "#server/calendar-feeds.ts";
import { readConfig } from "#server/config.ts";
import { inWords } from "#staff/faults.ts";
import { isThere } from "#staff/files.ts";
import { CommandError, harmlessJson, visible } from "#staff/terminal.ts";
import { machineClock } from "#system/clock.ts";
import { nearest } from "#system/nearest.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { typedArguments } from "#system/typed-arguments.ts";
import { checkFeed, feedContent } from "./calendar-check/check-feed.ts";
import { feedAsJson, printFeed } from "./calendar-check/print.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseKept } from "./environment.ts";
import "./lost-output.ts";
import { root } from "./root.ts";

const help = `${asTypedHere("npm run calendar --")} check [URL|FILE] [--json] [--all] [--now INSTANT] [--days N]

Reads a feed as the site does and says of each entry, whatever becomes of it, whether it is shown or why not, when it is, how its
zone was understood, what its texts become, and what is kept back. Secrets are shown here as they are. Without URL or FILE: the feeds of EVENTS_FEED_URL, else those of
content/events/sources.yaml. Exits with 1 when a feed cannot be read or nothing of it is ours.

  --json         all of it as JSON, with instants in UTC
  --all          as if each feed said \`ours: all\`: whoever organizes an entry, it is ours; for a look at any calendar
  --now INSTANT  as if it were then, for example 2026-12-01T09:00:00Z
  --days N       all dates of the next N days (the site shows six within 90)`;

const options = {
  json: { type: "boolean", default: false },
  all: { type: "boolean", default: false },
  help: { type: "boolean", default: false, short: "h" },
  now: { type: "string" },
  days: { type: "string" },
} as const;

loadEnvironmentFile();
const { command, place, isJson, isAllOurs, now, days } = readArguments();
if (command === undefined || command === "help") {
  console.log(help);
  process.exit(0);
}
if (command !== "check") {
  const near = nearest(command, ["check"]);
  refuse(
    `There is no command '${command}'.${near ? ` Is '${near}' meant?` : ""}\n${asTypedHere("npm run calendar -- --help")} says more.`,
  );
}
process.once("uncaughtException", exitOnConfigError);
const site = loadContent("site.yaml", root);
const checks = [];
for (const feed of calendarFeeds(addresses(), feedContent(), root))
  checks.push(
    await checkFeed(isAllOurs ? { ...feed, rules: { ...feed.rules, isAllOurs } } : feed, {
      now,
      ...(days === undefined ? {} : { days }),
    }),
  );

console.log(
  isJson
    ? harmlessJson(checks.map(feedAsJson), 2)
    : visible(checks.map(printFeed).join("\n\n"), { isMultiline: true }),
);
// Not process.exit, which would cut what a pipe has not taken yet.
if (checks.some(({ failure, nothing }) => failure !== undefined || nothing !== undefined))
  process.exitCode = 1;

function readArguments() {
  refuseKept("npm run calendar", Object.keys(options));
  try {
    const { values, positionals, tokens } = parseArgs({
      args: typedArguments(),
      allowPositionals: true,
      tokens: true,
      options,
    });
    const [name, place, ...more] = positionals;
    const given = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const twice = given.find((option, index) => given.indexOf(option) < index);
    if (twice !== undefined) return refuse(`--${twice} is there twice`);
    const now = values.now === undefined ? machineClock() : new Date(values.now);
    const days = values.days === undefined ? undefined : Number(values.days);
    if (more.length > 0) return refuse(`${more.join(" ")}: one URL or FILE is enough`);
    if (Number.isNaN(now.getTime()))
      return refuse(`--now ${values.now}: write a time such as 2026-12-01T09:00:00Z`);
    if (days !== undefined && !(Number.isInteger(days) && days > 0 && days <= 3_660))
      return refuse(`--days ${values.days}: write a whole number from 1 to 3660`);
    const { json: isJson, all: isAllOurs } = values;
    return { command: values.help ? "help" : name, place, isJson, isAllOurs, now, days };
  } catch (error) {
    const { message } = error as Error;
    const unknown = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (unknown === undefined) return refuse(message);
    const known = Object.keys(options);
    const near = nearest(unknown.replace(/^-+/, ""), known);
    const hint = near ? `Is --${near} meant?` : `It has ${known.map((name) => `--${name}`).join(", ")}.`;
    return refuse(`'check' has no ${unknown}. ${hint}`);
  }
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

/** The feeds to look at: the one that was named, or those of the environment. */
function addresses(): string[] {
  if (place === undefined) {
    try {
      return readConfig(process.env, site).feeds;
    } catch (error) {
      return exitOnConfigError(error);
    }
  }
  if (/^(https?|webcal|file):/i.test(place) && URL.canParse(place)) return [place];
  // npm runs scripts in the project's root; a path counts from where the command was given.
  const file = resolve(process.env.INIT_CWD ?? ".", place);
  if (!isSeen(file))
    refuse(`${place}: there is no such file; an address starts with https:, http: or webcal:`);
  return [pathToFileURL(file).href];
}

/** Ends with 1 where this account has no right to look. */
function isSeen(file: string): boolean {
  try {
    return isThere(file);
  } catch (error) {
    const told = inWords(error);
    if (!(told instanceof CommandError)) throw told;
    console.error(told.message);
    process.exit(1);
  }
}
