import { createHash } from "node:crypto";
import type { FastifyHelmetOptions } from "@fastify/helmet";
import { speculationRulesPath } from "#app/http/speculation-rules.ts";

/** What a page runs and wears inline, as Content-Security-Policy sources (`'sha256-…'` or `'nonce-…'`). */
export interface InlineSources {
  scripts: string[];
  styles: string[];
}

/** Headers that every answer carries; the Content-Security-Policy is set page by page. */
export function securityHeaders(siteUrl: string): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    // Only a site that is served over TLS may promise it: on http://localhost the promise would lock people out.
    strictTransportSecurity: siteUrl.startsWith("https:")
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    xFrameOptions: { action: "deny" },
  };
}

/** Browser features that no page uses, so that nothing injected could. */
export const permissionsPolicy = ["camera", "geolocation", "microphone", "payment", "usb", "browsing-topics"]
  .map((feature) => `${feature}=()`)
  .join(", ");

/**
 * The policy of one page (CSP Level 3): this origin only, inline parts by hash or nonce, never `unsafe-inline`.
 */
function contentSecurityPolicy({ scripts, styles }: InlineSources, service: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    `style-src ${["'self'", ...styles].join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...(service ? [service] : [])].join(" ")}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Headers of a page beside those of every answer: its policy, and where its speculation rules lie.
 *
 * @param service origin of the auth service that the page's session client talks to
 */
export function pageHeaders(inline: InlineSources, service?: string): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(inline, service),
    "speculation-rules": `"${speculationRulesPath}"`,
  };
}

/** For answers that are no page: nothing may load or run, whatever a browser makes of them. */
export const emptyPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Hashes of the inline scripts and styles of finished HTML. Data blocks such as JSON-LD never run and need none. */
export function inlineHashes(html: string): InlineSources {
  const sources: InlineSources = { scripts: [], styles: [] };
  for (const [, tag, attributes = "", content = ""] of html.matchAll(
    /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g,
  )) {
    if (tag === "style") sources.styles.push(hashSource(content));
    else if (!/\bsrc=|type="application\/ld\+json"/.test(attributes))
      sources.scripts.push(hashSource(content));
  }
  return { scripts: [...new Set(sources.scripts)], styles: [...new Set(sources.styles)] };
}

function hashSource(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
