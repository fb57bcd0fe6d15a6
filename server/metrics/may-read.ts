import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isThisMachine } from "#system/this-machine.ts";
import type { Config } from "../config.ts";

/** What proxies add (RFC 7239, section 4; RFC 9110, section 7.6.3; and what was usual before). */
const proxyHeaders = /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|via)$/;

/**
 * Whether somebody may read the metrics: who has the token, or without one who asks from this machine. A proxy on this machine asks
 * for others, so nobody may who comes through one; it is known by the setting, by how it asks, or by the host that it asks for. A browser on
 * this machine asks for whatever page it shows, so only what somebody has typed into it counts.
 */
export function mayReadMetrics(
  { raw, headers, originalUrl }: Pick<FastifyRequest, "raw" | "headers" | "originalUrl">,
  { metricsToken, trustProxy }: Pick<Config, "metricsToken" | "trustProxy">,
): boolean {
  if (metricsToken !== undefined) {
    const [, token = ""] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
    return timingSafeEqual(digestOf(token), digestOf(metricsToken));
  }
  const isProxied =
    trustProxy !== false ||
    // As nginx asks that was told nothing else.
    raw.httpVersion === "1.0" ||
    Object.keys(headers).some((name) => proxyHeaders.test(name)) ||
    // With a host, as proxies are asked (RFC 9112, section 3.2.2).
    !originalUrl.startsWith("/");
  const site = headers["sec-fetch-site"] ?? "none";
  const isForAnotherPage = site !== "none" && site !== "same-origin";
  return (
    !isProxied &&
    !isForAnotherPage &&
    isThisMachine(raw.socket.remoteAddress ?? "") &&
    isThisMachine(hostOf(headers.host))
  );
}

function digestOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** The host that was asked for, without its port. */
function hostOf(host = ""): string {
  return host.replace(/:\d+$/, "");
}
