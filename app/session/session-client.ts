import { AuthClient, type GoTrueClient } from "@supabase/auth-js";

/** The settings are in the query of this module's address, so that pages need no other markup for it. */
const settings = new URL(import.meta.url).searchParams;
const key = settings.get("key") ?? "";

async function start(): Promise<GoTrueClient> {
  const client = new AuthClient({
    url: settings.get("service") ?? "",
    headers: { Authorization: `Bearer ${key}`, apikey: key },
    persistSession: true,
    autoRefreshToken: true,
  });
  await client.initialize();
  return client;
}

/**
 * Keeps a visitor's session over pages and renews it before it ends. Nothing on the site asks anybody to sign in.
 *
 * Pages that are opened together would all renew the same session, so each waits for the one before, and does not look
 * into the storage earlier: a page sees another page's changes with a delay. On plain http there are no
 * locks, and the service forgives the second use of a token within seconds.
 */
export const sessionClient = await (navigator.locks ? navigator.locks.request("session", start) : start());
