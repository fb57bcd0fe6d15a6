import { cachePolicy } from "#app/cache-policy.ts";
import { siteUrlContext } from "#app/context.ts";
import type { Route } from "./+types/robots.route.ts";

/** GET /robots.txt (RFC 9309) */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /functions/",
    "",
    `Sitemap: ${context.get(siteUrlContext)}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": cachePolicy.page },
  });
}
