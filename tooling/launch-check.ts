import { ContentError } from "#content-model/content-error.ts";
import { loadContent } from "#content-model/load-content.ts";
import { type Config, isSending, readConfig } from "#server/config.ts";
import { harmlessJson, visible } from "#staff/terminal.ts";
import { machineClock } from "#system/clock.ts";
import { counted } from "#system/language.ts";
import { asTypedHere } from "#system/own-commands.ts";
import { typedArguments } from "#system/typed-arguments.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseArguments } from "./environment.ts";
import { unreachable } from "./launch-check/answers.ts";
import { calendarFindings } from "./launch-check/calendar.ts";
import { contentFindings } from "./launch-check/content.ts";
import { type Finding, orMistakes, topics } from "./launch-check/finding.ts";
import { settingFindings } from "./launch-check/settings.ts";
import { sendTestMail } from "./launch-check/test-mail.ts";
import "./lost-output.ts";
import { root } from "./root.ts";

/** `npm run launch-check`: what is still to be done before the site goes live; docs/specification.md, 'launch-check'. */
refuseArguments("npm run launch-check", ["--json", "--send-test"]);
const isJson = typedArguments().includes("--json");
const isTested = typedArguments().includes("--send-test");
loadEnvironmentFile();
process.once("uncaughtException", exitOnConfigError);
const now = machineClock();
const config = configuration();
// First, as it leaves no time to hear who answers.
const ofContent = await contentFindings(root, now);
const others = config ? await otherFindings(config) : [];
// Several looks come upon the same mistake.
const findings = [...new Map([...ofContent, ...others].map((one) => [one.text, one])).values()];

if (isJson) console.log(harmlessJson(findings, 2));
else print(findings);
process.exit(findings.length === 0 ? 0 : 1);

/** @returns undefined when a mistake in content/site.yaml leaves no defaults */
function configuration(): Config | undefined {
  try {
    return readConfig(process.env, loadContent("site.yaml", root));
  } catch (error) {
    return error instanceof ContentError ? undefined : exitOnConfigError(error);
  }
}

async function otherFindings(config: Config): Promise<Finding[]> {
  const looks = await Promise.all([
    orMistakes(() => unreachable(config, root)),
    isTested ? sendTestMail(config, root) : [],
    orMistakes(() => calendarFindings(config, root, now)),
  ]);
  return [...settingFindings(config, now), ...looks.flat()];
}

function print(all: Finding[]): void {
  for (const topic of topics) {
    const found = all.filter((finding) => finding.topic === topic);
    if (found.length > 0)
      console.log(`\n${topic}\n${found.map(({ text }) => `  - ${visible(text)}`).join("\n")}`);
  }
  if (config) printMail(config, all);
  const count = counted(all.length, "thing is", "things are");
  const more = config ? "" : ", and what cannot be seen before content/site.yaml is right";
  console.log(all.length === 0 ? "\nReady to go live." : `\n${count} left${more}.`);
}

function printMail(config: Config, all: Finding[]): void {
  const isSent = isTested && !all.some(({ topic }) => topic === "mail");
  const addresses = visible(config.notifyTo.join(", "));
  if (isSent) console.log(`\nA test mail was accepted for ${addresses}. Look whether it has come.`);
  else if (!isTested && isSending(config))
    console.log(`\nTo try the mail to ${addresses}: ${asTypedHere("npm run launch-check -- --send-test")}`);
}
