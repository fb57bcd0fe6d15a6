import { cachePolicy } from "#app/cache-policy.ts";
import site from "#content/site.yaml";
import theme from "#content/theme.yaml";

/** GET /site.webmanifest (W3C Web Application Manifest) */
export function loader() {
  const manifest = {
    name: site.name,
    short_name: site.name,
    description: site.description,
    start_url: "/",
    display: "browser",
    background_color: theme.colors.paper.light,
    theme_color: theme.colors.spruce.light,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: "image/png",
    })),
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": cachePolicy.page },
  });
}
