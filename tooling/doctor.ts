import { Resolver } from "node:dns/promises";
import { parseArgs } from "node:util";
import { loadContent } from "#content-model/load-content.ts";
import { machineClock } from "#system/clock.ts";
import { nearest } from "#system/nearest.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { typedArguments } from "#system/typed-arguments.ts";
import { examine } from "./doctor/examine.ts";
import { type Part, parts } from "./doctor/finding.ts";
import { asJson, asText, withoutSecrets } from "./doctor/report.ts";
import { settingFindings, settingsOf } from "./doctor/settings.ts";
import { exitOnConfigError, loadEnvironmentFile } from "./environment.ts";
import "./lost-output.ts";
import { root } from "./root.ts";
import { optionMistake } from "./typed-options.ts";

const help = `${asTypedHere("npm run doctor --")} [--json] [--only PART] [--dkim-selector NAME]

Looks at this installation as it is, whether the site runs or not: machine, settings, data folder, database, mail server, the
sender's domain, calendar, the site at SITE_URL, backups. Says of each fault what is wrong and what to do. Nothing is
changed or sent. Run it as the account that the site runs as, with its variables. It takes half a minute at most.
Exit codes: 0, nothing is wrong; 1, something is; 2, it was typed wrongly.

  --json                what was found as data; docs/operations/doctor.md, 'As data'
  --only PART           only ${parts.join(", ")}; several with commas
  --dkim-selector NAME  name of the key that mails are signed with, which nobody can look up`;

/** `npm run doctor`: what is wrong with this installation; docs/specification.md, 'doctor'. */
const given = readArguments();
loadEnvironmentFile();
process.once("uncaughtException", exitOnConfigError);
const { config, refused } = settingsOf(process.env, loadContent("site.yaml", root));
const context = {
  ...{ config, root, now: machineClock, plainPort: 80, dkimSelector: given.dkimSelector },
  resolver: new Resolver({ timeout: 2_500, tries: 2 }),
};
// Where `.env` lies, scripts work.
const ofSettings = given.only.includes("settings")
  ? settingFindings(process.env, refused, process.cwd())
  : [];
const findings = [...ofSettings, ...(await examine(context, refused, given.only))];
const report = given.isJson ? asJson(findings, machineClock()) : asText(findings);
const isWrong = findings.some(({ state }) => state === "wrong");
// What a look has left open, as a server that never answers, is not waited for.
process.stdout.write(`${withoutSecrets(asTypedHere(report), process.env)}\n`, () =>
  process.exit(isWrong ? 1 : 0),
);

function readArguments() {
  try {
    const { values, tokens } = parseArgs({
      args: typedArguments(),
      tokens: true,
      options: {
        json: { type: "boolean", default: false },
        only: { type: "string" },
        "dkim-selector": { type: "string" },
        help: { type: "boolean", default: false, short: "h" },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) return refuse(`--${twice} is there twice.`);
    const dkimSelector = values["dkim-selector"];
    if (dkimSelector !== undefined && !/^[\w.-]{1,63}$/.test(dkimSelector))
      return refuse(`--dkim-selector ${dkimSelector}: that is no name of a key.`);
    return { isJson: values.json, only: partsOf(values.only), dkimSelector };
  } catch (error) {
    return refuse(optionMistake(error, ["json", "only", "dkim-selector", "help"]));
  }
}

/** @param list as it was typed; nothing for all */
function partsOf(list: string | undefined): readonly Part[] {
  if (list === undefined) return parts;
  const isPart = (word: string): word is Part => parts.some((part) => part === word);
  const words = list.split(",");
  const unknown = words.find((word) => !isPart(word));
  if (unknown === undefined) return words.filter(isPart);
  const near = nearest(unknown, parts);
  return refuse(
    `There is no part '${unknown}'. ${near ? `Is ${near} meant?` : `There are ${parts.join(", ")}.`}`,
  );
}

function refuse(message: string): never {
  console.error(`${message}\n${asTypedHere("npm run doctor -- --help")} says more.`);
  process.exit(2);
}
