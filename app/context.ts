import { createContext } from "react-router";
import type { Services } from "#app/services.ts";
import site from "#content/site.yaml";
import type { FormOutcome } from "#submissions/receive/form-outcome.ts";
import type { Visitor } from "#submissions/receive/receive-post.server.ts";
import { machineClock } from "#system/clock.ts";

/** Public origin of the site. Prerendering uses this default; the server sets it from SITE_URL. */
export const siteUrlContext = createContext(site.url);

/** The server's clock; tests pass a fixed one. */
export const clockContext = createContext<() => Date>(machineClock);

/** Nonce of this response's inline scripts and styles; null where hashes are used instead. */
export const nonceContext = createContext<string | null>(null);

/** Address of a script of the build, and its hash (Subresource Integrity). */
export interface BuiltScript {
  src: string;
  integrity: string;
}

/** What takes over a form: its script, and the small one that loads it. */
export interface FormScripts {
  loader: BuiltScript;
  form: BuiltScript;
}

/** Null in development. */
export const formScriptsContext = createContext<FormScripts | null>(null);

/** The auth service that the session client talks to, when one is configured. */
export interface SessionService {
  origin: string;
  /** Of the client; development has no hash. */
  script: Pick<BuiltScript, "src"> & Partial<BuiltScript>;
}

export const sessionContext = createContext<SessionService | null>(null);

/** Database, mail, calendar and so on; not set while pages are prerendered. */
export const servicesContext = createContext<Services>();

export const visitorContext = createContext<Visitor>();

/** What the post of a form is answered with. */
export interface FormAnswer {
  status: number;
  headers?: Record<string, string>;
  /** What the form says of it; without one it leads elsewhere (303), or there is a page about its status. */
  outcome?: FormOutcome;
}

/** What became of a form that was sent, where its page is rendered to say so. */
export const answerContext = createContext<FormAnswer>();

/** Status of a request that the server refused before routing; the root route then shows the page for that status. */
export const problemContext = createContext<number | null>(null);
