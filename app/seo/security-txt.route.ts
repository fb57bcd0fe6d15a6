import { cachePolicy } from "#app/cache-policy.ts";
import { clockContext, siteUrlContext } from "#app/context.ts";
import site from "#content/site.yaml";
import type { Route } from "./+types/security-txt.route.ts";

/** Days until the file expires: well below the year that RFC 9116, section 2.5.5, allows. */
const goodFor = 180;

/** GET /.well-known/security.txt (RFC 9116) */
export function loader({ context }: Route.LoaderArgs) {
  const expires = new Date(context.get(clockContext)());
  expires.setUTCDate(expires.getUTCDate() + goodFor);
  expires.setUTCHours(0, 0, 0, 0);
  const { contacts, languages } = site.security;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact.startsWith("https:") ? contact : `mailto:${contact}`}`),
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${context.get(siteUrlContext)}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": cachePolicy.page },
  });
}
