import { AuthClient } from "@supabase/auth-js";

/** The server names the service in this module's own address, so that a page carries no other word about it. */
const settings = new URL(import.meta.url).searchParams;
const key = settings.get("key") ?? "";

/** Keeps a visitor's session over pages and renews it before it ends. Nothing on the site asks anybody to sign in. */
export const sessionClient = new AuthClient({
  url: settings.get("service") ?? "",
  headers: { Authorization: `Bearer ${key}`, apikey: key },
  persistSession: true,
  autoRefreshToken: true,
  skipAutoInitialize: true,
});

// Pages that are opened together would all renew the same session; each waits for the one before and finds it renewed.
// Locks are missing on plain http; the service then forgives the second use of a token within seconds.
void (navigator.locks
  ? navigator.locks.request("session", () => sessionClient.initialize())
  : sessionClient.initialize());
