import { isIP } from "node:net";
import { join, resolve } from "node:path";
import * as v from "valibot";
import type { Site } from "#content-model/schemas/site.schema.ts";
import { isBareAddress, mailbox } from "#content-model/schemas/text.schema.ts";

/** All settings from the environment, read once and checked; docs/specification.md, 'Environment variables'. */
export interface Config {
  port: number;
  host: string;
  /** Public origin without a trailing slash. */
  siteUrl: string;
  /** Absolute path. */
  dataDir: string;
  /** `sqlite:PATH` or `postgres://…`. */
  databaseUrl: string;
  /** Calendar feeds, `https:`, `http:` or `file:` (webcal is read as https); empty means those of content/events/sources.yaml. */
  feeds: string[];
  refreshSeconds: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  notifyTo: string[];
  /** Form posts accepted from one client address within a limit's window; 0 means no limit. */
  rateLimit: number;
  /**
   * Whose X-Forwarded-For and -Proto to trust: nobody's, those of the listed addresses, or those within so many hops
   * (0: the peer). Fastify's own number of hops trusts nobody.
   */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  /** Who shows it may read /metrics; undefined: only who asks from this machine. */
  metricsToken: string | undefined;
  auth: { url: string; anonKey: string } | undefined;
  logLevel: (typeof logLevels)[number];
}

/** One line for the operator: the variable, what was found, what is expected. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Whether mails leave this machine; else they become files in `mailDirOf`. */
export const isSending = ({ smtpUrl }: Pick<Config, "smtpUrl">): boolean => smtpUrl !== undefined;

/** The folder of e-mails that are files. */
export const mailDirOf = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "mail");

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/**
 * @param env the environment; an empty value counts as unset, so that `.env.example` can be copied as it is
 * @param site content/site.yaml, which gives the defaults of SITE_URL, MAIL_FROM and NOTIFY_TO
 * @throws ConfigError for the first value that cannot be used
 */
export function readConfig(env: NodeJS.ProcessEnv, site: Pick<Site, "url" | "mail">): Config {
  const value = (name: string) => env[name]?.trim() || undefined;
  const dataDir = resolve(value("DATA_DIR") ?? "data");
  const authUrl = value("AUTH_URL");
  const anonKey = read("AUTH_ANON_KEY", value("AUTH_ANON_KEY"), headerValue);
  if (authUrl && !anonKey)
    throw refusal("AUTH_ANON_KEY", undefined, "the public key of the service at AUTH_URL");
  if (anonKey && !authUrl)
    throw refusal("AUTH_URL", undefined, "the address of the auth service that AUTH_ANON_KEY belongs to");

  return {
    port: read("PORT", value("PORT"), wholeNumber(0, 65_535)) ?? 3000,
    host: value("HOST") ?? "127.0.0.1",
    siteUrl: read("SITE_URL", value("SITE_URL"), origin) ?? site.url,
    dataDir,
    databaseUrl:
      read("DATABASE_URL", value("DATABASE_URL"), databaseUrl) ?? `sqlite:${join(dataDir, "site.db")}`,
    feeds:
      value("EVENTS_FEED_URL")
        ?.split(/\s+/)
        .map((feed) => read("EVENTS_FEED_URL", feed, feedUrl) as string) ?? [],
    refreshSeconds:
      read("EVENTS_REFRESH_SECONDS", value("EVENTS_REFRESH_SECONDS"), wholeNumber(1, 86_400)) ?? 300,
    smtpUrl: read("SMTP_URL", value("SMTP_URL"), smtpUrl),
    mailFrom:
      read("MAIL_FROM", value("MAIL_FROM"), v.pipe(v.string(), v.check(mailbox.isRight, mailbox.sentence))) ??
      site.mail.from,
    notifyTo: read("NOTIFY_TO", value("NOTIFY_TO"), addressList) ?? site.mail.notify,
    rateLimit: read("SUBMISSION_RATE_LIMIT", value("SUBMISSION_RATE_LIMIT"), wholeNumber(0, 1_000_000)) ?? 20,
    trustProxy: read("TRUST_PROXY", value("TRUST_PROXY"), proxies) ?? false,
    metricsToken: read("METRICS_TOKEN", value("METRICS_TOKEN"), bearerToken),
    auth: authUrl && anonKey ? { url: read("AUTH_URL", authUrl, serviceUrl) as string, anonKey } : undefined,
    logLevel:
      read("LOG_LEVEL", value("LOG_LEVEL"), v.picklist(logLevels, `one of ${logLevels.join(", ")}`)) ??
      "info",
  };
}

/** Each schema's message completes the sentence 'NAME is "…"; expected …'. */
function read<Output>(
  name: string,
  value: string | undefined,
  schema: v.GenericSchema<string, Output>,
): Output | undefined {
  if (value === undefined) return undefined;
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw refusal(name, value, result.issues[0].message);
}

/** The one line: what was found (without secrets: it goes to the log) and what is expected. */
export function refusal(name: string, found: string | undefined, expected: string): ConfigError {
  const shown = found === undefined ? "not set" : JSON.stringify(withoutSecrets(name, found));
  return new ConfigError(`${name} is ${shown}; expected ${expected}`);
}

/** Only scheme and host of an address, as any other part may hold a secret. */
function withoutSecrets(name: string, found: string): string {
  if (/_(?:KEY|TOKEN)$/.test(name)) return "…";
  if (!name.endsWith("_URL") || /^([a-z]+:\/\/)?[\w.-]+(:\d{1,5})?\/?$|^sqlite:[^@?]*$/i.test(found))
    return found;
  const url = URL.parse(found);
  if (url?.host && !isCutPassword(url)) return `${url.protocol}//${url.host}/…`;
  return `${/^[a-z]+:/i.exec(found)?.[0] ?? ""}…`;
}

function wholeNumber(min: number, max: number) {
  const message = `a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

const protocolOf = (value: string) => URL.parse(value)?.protocol ?? "";

/** Paths are appended to it, so it comes without a slash at its end. */
const serviceUrl = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    // The origin becomes part of the Content-Security-Policy, where `;` and `*` mean something.
    const isHost = url !== null && /^[\w.-]+$|^\[[\da-f:.]+\]$/.test(url.hostname);
    return isHost && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  }, "an address such as https://auth.example.org/auth/v1, without a query"),
  v.transform((value) => new URL(value).href.replace(/\/+$/, "")),
);

const headerValue = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, "a key of ASCII characters without spaces"));

/** What an Authorization header can carry (RFC 6750, section 2.1), and nobody guesses. */
const bearerToken = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{16})[\w.~+/-]+=*$/,
    "16 or more letters, digits and signs of -._~+/, for example what 'openssl rand -hex 32' prints",
  ),
);

const origin = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return (
      url !== null &&
      /^https?:$/.test(url.protocol) &&
      url.pathname === "/" &&
      !url.search &&
      !url.hash &&
      !url.username
    );
  }, "an origin such as https://www.example.org, without a path"),
  v.transform((value) => new URL(value).origin),
);

const signs = "signs in the password as %XX (@ as %40, / as %2F, # as %23, % as %25)";

/** Whether `/` or `#` in a password ended it: the rest then stands in the path, with the `@` that follows a password, or in the fragment. */
function isCutPassword({ pathname, hash }: URL): boolean {
  return pathname.includes("@") || hash !== "";
}

function isWholeAddress(url: URL): boolean {
  try {
    for (const part of [url.username, url.password, url.pathname]) decodeURIComponent(part);
    return !isCutPassword(url);
  } catch {
    return false;
  }
}

const databaseUrl = v.pipe(
  v.string(),
  v.check((value) => {
    if (/^sqlite:.+/.test(value)) return true;
    const url = URL.parse(value);
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && isWholeAddress(url);
  }, `sqlite:PATH or postgres://user:password@host:5432/database, with ${signs}`),
);

const feedUrl = v.pipe(
  v.string(),
  v.check(
    (value) => /^(https?|webcal|file):$/.test(protocolOf(value)),
    "addresses that start with https:, http:, webcal: or file:",
  ),
);

const smtpUrl = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return url !== null && url.hostname !== "" && /^smtps?:$/.test(url.protocol) && isWholeAddress(url);
  }, `smtp://user:password@host:587 or smtps://user:password@host:465, with ${signs}`),
);

const addressList = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((address) => address.trim())),
  v.check(
    (list) => list.every((address) => isBareAddress(address)),
    "e-mail addresses with commas between them",
  ),
);

const addressRange = v.pipe(
  v.string(),
  v.check((value) => {
    const [address = "", bits = "1", ...more] = value.split("/");
    const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    // A range of all addresses (`/0`) would believe what every visitor writes.
    return more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= longest;
  }),
);

/** Fastify asks about each address from the peer (hop 0) outwards; the first that is not trusted is the visitor's. */
const proxies = v.pipe(
  v.string(),
  v.transform((value): Config["trustProxy"] => {
    if (!/^(\d|10)$/.test(value)) return value.split(/[\s,]+/);
    const hops = Number(value);
    return hops > 0 && ((_address, hop) => hop < hops);
  }),
  v.check(
    (value) => !Array.isArray(value) || value.every((entry) => v.is(addressRange, entry)),
    "how many proxies stand in front (0 to 10), or their addresses with commas between them",
  ),
);
