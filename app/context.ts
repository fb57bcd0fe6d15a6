import { createContext } from "react-router";
import type { Services } from "#app/services.ts";
import site from "#content/site.yaml";
import type { Visitor } from "#submissions/receive/receive-post.server.ts";
import { machineClock } from "#system/clock.ts";

/** Public origin of the site. Prerendering uses this default; the server sets it from SITE_URL. */
export const siteUrlContext = createContext(site.url);

/** The server's clock; tests pass a fixed one. */
export const clockContext = createContext<() => Date>(machineClock);

/** Nonce of this response's inline scripts and styles; null where hashes are used instead. */
export const nonceContext = createContext<string | null>(null);

/** The auth service that the session client talks to, when one is configured. */
export interface SessionService {
  origin: string;
  /** Address of the client's script, and the hash of the built one (Subresource Integrity). */
  script: { src: string; integrity?: string };
}

export const sessionContext = createContext<SessionService | null>(null);

/** Database, mail, calendar and so on; not set while pages are prerendered. */
export const servicesContext = createContext<Services>();

export const visitorContext = createContext<Visitor>();

/** Status of a request that the server refused before routing; the root route then shows the page for that status. */
export const problemContext = createContext<number | null>(null);
