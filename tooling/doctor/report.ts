import { harmlessJson, visible } from "#staff/terminal.ts";
import { loginForms } from "#submissions/mail/smtp-mailer.server.ts";
import { counted } from "#system/language.ts";
import { type Finding, type Part, partOf, parts } from "./finding.ts";

const headings: Record<Part, string> = {
  machine: "Machine",
  settings: "Settings",
  data: "Data folder",
  database: "Database",
  mail: "Mail server",
  domain: "Sender's domain",
  calendar: "Calendar",
  site: "Site",
  backups: "Backups",
};

const marks: Record<Finding["state"], string> = { ok: "ok     ", wrong: "WRONG  ", unknown: "?      " };

/** For people: what is wrong and what to do in two lines, the rest in one. */
export function asText(findings: readonly Finding[]): string {
  const groups = parts.flatMap((part) => {
    const found = findings.filter((finding) => partOf(finding) === part);
    return found.length > 0 ? [[headings[part], ...found.flatMap(linesOf)].join("\n")] : [];
  });
  return visible([...groups, summary(findings)].join("\n\n"), { isMultiline: true });
}

function linesOf({ state, what, todo }: Finding): string[] {
  const line = (text: string) => text.replaceAll(/\s*[\n\r]\s*/g, " ");
  return [`  ${marks[state]}${line(what)}`, ...(todo ? [`         ${line(todo)}`] : [])];
}

const count = (findings: readonly Finding[], state: Finding["state"]) =>
  findings.filter((finding) => finding.state === state).length;

function summary(findings: readonly Finding[]): string {
  const [wrongs, unknowns] = [count(findings, "wrong"), count(findings, "unknown")];
  const first = wrongs === 0 ? "Nothing is wrong" : `${counted(wrongs, "thing is", "things are")} wrong`;
  return unknowns === 0 ? `${first}.` : `${first}; ${unknowns} could not be checked.`;
}

/** For programs; docs/operations/doctor.md, 'As data'. */
export function asJson(findings: readonly Finding[], now: Date): string {
  const counts = { wrong: count(findings, "wrong"), unknown: count(findings, "unknown") };
  return harmlessJson({ at: now.toISOString(), ...counts, findings }, 2);
}

/** Shorter ones stand in many a sentence. */
const leastSecret = 6;

/**
 * Takes the passwords and keys of the settings out of a text, and the addresses of feeds, which may be secret. No finding names one
 * on purpose; what a server answers might.
 */
export function withoutSecrets(text: string, env: NodeJS.ProcessEnv): string {
  const urls = ["DATABASE_URL", "SMTP_URL", "EVENTS_FEED_URL"].flatMap((name) => {
    const found = (env[name] ?? "").split(/\s+/).flatMap((value) => URL.parse(value) ?? []);
    return found.flatMap((url) => [
      ...(name === "SMTP_URL" ? loginForms(url.href) : [url.password, decoded(url.password)]),
      url.searchParams.get("password") ?? "",
      ...(name === "EVENTS_FEED_URL" && url.protocol !== "file:" ? [`${url.pathname}${url.search}`] : []),
    ]);
  });
  const secrets = [...urls, env.AUTH_ANON_KEY ?? "", env.METRICS_TOKEN ?? ""];
  return secrets
    .filter((secret) => secret.length >= leastSecret)
    .reduce((masked, secret) => masked.replaceAll(secret, "…"), text);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
