/** One page of the sitemap: its path, and the day of its last change as YYYY-MM-DD. */
export interface SitemapEntry {
  path: string;
  updated: string;
}

/** XML of a sitemap (sitemaps.org protocol 0.9). */
export function sitemapXml(entries: SitemapEntry[], siteUrl: string): string {
  const urls = entries.map(
    ({ path, updated }) => `<url><loc>${escapeXml(siteUrl + path)}</loc><lastmod>${updated}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
