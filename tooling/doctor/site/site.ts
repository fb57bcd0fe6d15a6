import { createServer } from "node:net";
import { isSample } from "../../launch-check/finding.ts";
import { certificateTrouble, ofExpiry } from "../certificate.ts";
import { ofClock } from "../clock.ts";
import type { Context } from "../context.ts";
import { type Finding, made, ok, unknown, wrong } from "../finding.ts";
import { type Answer, ask, silence } from "./ask.ts";
import { fromOutside } from "./outside.ts";
import { ofProxy } from "./proxy.ts";
import { headerFindings, identityFindings } from "./site-page.ts";

/** What answers at SITE_URL, as a visitor meets it, and at the port of this machine. */
export async function siteFindings(context: Context): Promise<Finding[]> {
  const { siteUrl } = context.config;
  const [local, seen] = await Promise.all([
    localPage(context),
    isSample(siteUrl) ? sample(siteUrl) : reach(siteUrl, context.now),
  ]);
  const { answer, isTrusting } = seen;
  // The process itself knows best, and a proxy may keep the address to itself.
  const near = local.address ?? (answer && siteUrl);
  const [health, ...others] = await Promise.all([
    near ? ofHealth(near, isTrusting) : undefined,
    ...(answer
      ? [
          fromOutside(siteUrl, isTrusting),
          ofPlainHttp(siteUrl, context.plainPort),
          ofMetrics(siteUrl, isTrusting),
          ofProxy(context, answer, local.answer, isTrusting),
        ]
      : []),
  ]);
  if (!answer) return made([local.finding, health, ...seen.findings]);
  return made([
    local.finding,
    health,
    ...seen.findings,
    seen.findings.length === 0 && answer.certificate
      ? ofExpiry("site.certificate", siteUrl, answer.certificate, context.now())
      : undefined,
    ...identityFindings(context, answer, local.answer),
    ...(answer.status === 200 ? headerFindings(answer) : []),
    seen.clocks && ofClock("site.clock", siteUrl, seen.clocks),
    ...others.flat(),
  ]);
}

interface Local {
  /** Where the site's own process answers. */
  address?: string;
  /** Its home page. */
  answer?: Answer;
  finding: Finding;
}

/** The site's own process, if it runs on this machine. */
async function localPage({ config }: Context): Promise<Local> {
  const { port } = config;
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[config.host] ?? config.host;
  const address = `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`;
  const name = "The running site";
  const because = `nobody answers at ${address}`;
  const todo = "Start it, or run the doctor where it runs, with its variables.";
  if (port === 0) return { finding: unknown("site.process", name, "PORT is 0") };
  try {
    const health = await ask(`${address}/healthz`);
    if (health.status !== 200 || !health.body.includes('"up"'))
      return {
        finding: wrong(
          "site.process",
          `At ${address} another program answers, not the site.`,
          "Set PORT to the site's, or stop the other program.",
        ),
      };
    const answer = await ask(`${address}/`);
    return { address, answer, finding: ok("site.process", `The site runs at ${address}.`) };
  } catch {
    const finding = (await isOwnAddress(config.host))
      ? unknown("site.process", name, because, todo)
      : wrong(
          "site.process",
          `HOST is ${config.host}, which is no address of this machine: the site does not start with it.`,
          "Set HOST to 127.0.0.1 for a proxy on this machine, or run the doctor where the site runs.",
        );
    return { finding };
  }
}

/** Tries it, at a port that the site may not be about to take. */
function isOwnAddress(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code = "" }: NodeJS.ErrnoException) =>
      resolve(!["EADDRNOTAVAIL", "ENOTFOUND", "EINVAL"].includes(code)),
    );
    server.listen(0, host, () => server.close(() => resolve(true)));
  });
}

interface Reached {
  answer?: Answer;
  /** When the answer came, and what it says of the time. */
  clocks?: { here: Date; there: Date } | undefined;
  /** What is wrong with the connection. */
  findings: Finding[];
  /** Whether the rest is asked in spite of a certificate that is not trusted. */
  isTrusting: boolean;
}

function sample(siteUrl: string): Reached {
  const finding = wrong(
    "site.address",
    `SITE_URL is ${siteUrl}, a sample.`,
    "Set SITE_URL to the site's own address.",
  );
  return { findings: [finding], isTrusting: false };
}

async function reach(siteUrl: string, now: () => Date): Promise<Reached> {
  const notEncrypted = siteUrl.startsWith("https:")
    ? []
    : [
        wrong(
          "site.tls",
          `SITE_URL is ${siteUrl}, without https: visitors' words travel in the open.`,
          "Let a proxy with TLS stand in front, and write https:// in SITE_URL.",
        ),
      ];
  const home = async (isTrusting = false) => {
    const answer = await ask(`${siteUrl}/`, { isTrusting });
    const { date } = answer.headers;
    return { answer, clocks: date === undefined ? undefined : { here: now(), there: new Date(date) } };
  };
  try {
    return { ...(await home()), findings: notEncrypted, isTrusting: false };
  } catch (error) {
    const untrusted = certificateTrouble(error);
    if (!untrusted) {
      const { what, todo, isUnknown } = silence(error);
      const finding = isUnknown
        ? unknown("site.reach", `Whether ${siteUrl} answers`, what, todo)
        : wrong("site.reach", `${siteUrl}: ${what}.`, todo);
      return { findings: [finding], isTrusting: false };
    }
    const findings = [
      wrong("site.certificate", `The certificate of ${siteUrl} ${untrusted.what}.`, untrusted.todo),
    ];
    return { ...(await home(true).catch(() => undefined)), findings, isTrusting: true };
  }
}

/** @param origin of the site, here or outside */
async function ofHealth(origin: string, isTrusting: boolean): Promise<Finding> {
  const name = "Whether forms can be stored";
  try {
    const { status, body } = await ask(`${origin}/readyz`, { isTrusting });
    if (status === 200 && body.includes('"overdue"'))
      return wrong(
        "site.ready",
        "The staff wait for e-mails that were not sent.",
        "npm run submissions -- notifications says why.",
      );
    if (status === 200 && body.includes('"ready"')) return ok("site.ready", "Forms can be stored.");
    if (status >= 500 && !body.includes('"not ready"'))
      return wrong(
        "site.ready",
        `No instance of the site answers behind ${origin}: no form can be stored, and pages are those that something in front has kept.`,
        "Start the site, and let the proxy lead to its HOST and PORT.",
      );
    if (status === 503)
      return wrong(
        "site.ready",
        "The site is not ready: no form can be stored (503 at /readyz).",
        "Look at what is said of the database here, and into the site's log.",
      );
    return unknown("site.ready", name, `${origin}/readyz answers ${status}`);
  } catch (error) {
    return unknown("site.ready", name, `of ${origin}/readyz ${silence(error).what}`);
  }
}

async function ofPlainHttp(siteUrl: string, port: number): Promise<Finding | undefined> {
  const { protocol, hostname, host } = new URL(siteUrl);
  if (protocol !== "https:") return undefined;
  const plain = `http://${hostname}${port === 80 ? "" : `:${port}`}`;
  try {
    const { status, headers } = await ask(`${plain}/`);
    const target = URL.parse(headers.location ?? "", plain);
    if (status >= 300 && status < 400 && target?.protocol === "https:" && target.host === host)
      return ok("site.redirect", `${plain} leads to https.`);
    return wrong(
      "site.redirect",
      status < 300
        ? `${plain} shows a page without TLS.`
        : `${plain} answers ${status} and does not lead to ${siteUrl}.`,
      `Let the proxy answer there with 301 and Location: ${siteUrl} and the path.`,
    );
  } catch (error) {
    return wrong(
      "site.redirect",
      `${plain}: ${silence(error).what}, so old links and typed addresses lead nowhere.`,
      "Let the proxy answer there too, and lead to https.",
    );
  }
}

async function ofMetrics(siteUrl: string, isTrusting: boolean): Promise<Finding> {
  const address = `${siteUrl}/metrics`;
  try {
    // This machine may read them without a proxy; whoever is outside comes through one, or from another address.
    const { status, headers } = await ask(address, { isTrusting, headers: { via: "1.1 doctor" } });
    return status === 200 && !headers["content-type"]?.startsWith("text/html")
      ? wrong(
          "site.metrics",
          `${address} is open to everybody.`,
          "Set METRICS_TOKEN, or let the proxy refuse the address.",
        )
      : ok("site.metrics", "/metrics is not open to everybody.");
  } catch (error) {
    return unknown("site.metrics", "Whether /metrics is open", `of ${address} ${silence(error).what}`);
  }
}
