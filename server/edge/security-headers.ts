import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy } from "#app/cache-policy.ts";
import { everyAnswer, everyPage } from "./fixed-headers.ts";
import { isRead } from "./request.ts";
import { speculationRulesPath } from "./speculation-rules.ts";

/** The scripts and styles of a page as Content-Security-Policy sources (`'sha256-…'` or `'nonce-…'`). */
export interface PageSources {
  scripts: string[];
  styles: string[];
}

/** For how long browsers shall ask over TLS only, in seconds (RFC 6797). */
export const tlsPromise = 2 * 365 * 86_400;

/**
 * Gives every answer of the app its security headers and holds the rules of caching that no route may break. Pages
 * put their own Content-Security-Policy in the place of the one for files, see `pageHeaders`.
 *
 * @param includeSubDomains whether the owner promises TLS for the domain's other names as well
 */
export function secureAnswers(app: FastifyInstance, siteUrl: string, includeSubDomains = false): void {
  const promise = `max-age=${tlsPromise}${includeSubDomains ? "; includeSubDomains" : ""}`;
  app.addHook("onRequest", async (request, reply) => {
    reply.headers({ "content-security-policy": filePolicy, ...everyAnswer });
    if (isOverTls(request, siteUrl)) reply.header("strict-transport-security", promise);
  });
  app.addHook("onSend", async (request, reply) => limitCaching(request, reply));
}

/** Of files: nothing may load or run, even if a browser shows them as a page. Pages have another, see `pageHeaders`. */
const filePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** RFC 6797, section 7.2: the promise of TLS is not made over plain http, on localhost for example. */
function isOverTls(request: FastifyRequest, siteUrl: string): boolean {
  return siteUrl.startsWith("https:") && request.protocol === "https";
}

/**
 * Errors, answers without a cache policy and public ones to a post are not stored; an answer with a nonce stays with the visitor it was made
 * for. A shared cache would otherwise hand out a passing error, or one nonce, to everybody for as long as a day.
 */
function limitCaching(request: FastifyRequest, reply: FastifyReply): void {
  const policy = String(reply.getHeader("cache-control") ?? "");
  if (/^(private|no-store)\b/.test(policy)) return;
  const hasNonce = String(reply.getHeader("content-security-policy")).includes("'nonce-");
  const isStorable = reply.statusCode < 400 && isRead(request);
  if (isStorable && policy && !hasNonce) return;
  reply.header("cache-control", isStorable && hasNonce ? cachePolicy.personal : cachePolicy.none);
}

/**
 * The policy of one page (CSP Level 3): this origin only, scripts by hash or nonce alone, and no text that becomes
 * markup or a script's address (Trusted Types). What a script with a nonce loads may run as well.
 */
function contentSecurityPolicy({ scripts, styles }: PageSources, service: string | undefined): string {
  const hasNonce = scripts.some((source) => source.startsWith("'nonce-"));
  return [
    "default-src 'none'",
    `script-src ${[...scripts, ...(hasNonce ? ["'strict-dynamic'"] : [])].join(" ") || "'none'"}`,
    `style-src ${["'self'", ...styles].join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...(service ? [service] : [])].join(" ")}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The policy of app/entry.client.tsx, which runs in development only.
    `trusted-types ${import.meta.env.DEV ? "default" : "'none'"}`,
  ].join("; ");
}

/**
 * Additional headers of a page: its policies, and the address of its speculation rules.
 *
 * @param service origin of the auth service that the page's session client talks to
 */
export function pageHeaders(sources: PageSources, service?: string): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(sources, service),
    "speculation-rules": `"${speculationRulesPath}"`,
    ...everyPage,
  };
}

/**
 * Sources of finished HTML's scripts and styles: for inline ones a hash of the content, for files their `integrity`
 * (CSP Level 3, 'External hashes'). Data blocks such as JSON-LD never run and need none.
 */
export function sourcesOf(html: string): PageSources {
  const sources: PageSources = { scripts: [], styles: [] };
  for (const [, tag, attributes = "", content = ""] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g,
  )) {
    const integrity = /\bintegrity="([^"]*)"/.exec(attributes)?.[1];
    if (tag === "style") sources.styles.push(hashSource(content));
    else if (integrity) sources.scripts.push(`'${integrity}'`);
    else if (!/\bsrc=|type="application\/ld\+json"/.test(attributes))
      sources.scripts.push(hashSource(content));
  }
  return { scripts: [...new Set(sources.scripts)], styles: [...new Set(sources.styles)] };
}

function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
