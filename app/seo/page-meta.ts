import type { MetaDescriptor } from "react-router";
import type { BreadcrumbList, Graph, Organization, Thing, WebPage, WebSite } from "schema-dts";
import site from "#content/site.yaml";
import { language } from "#system/language.ts";
import { breadcrumbs } from "./breadcrumbs.ts";
import type { PageInfo } from "./page-info.ts";
import { socialCard } from "./social-cards.ts";

/** Structured data that a page may add. Narrower than schema-dts's own types, which also allow plain text. */
export type StructuredData = Exclude<Thing, string>;

/**
 * The tags in a page's head for search engines and for sharing.
 *
 * @param siteUrl public origin, without a trailing slash
 * @param more structured data of this page beside Organization, WebSite, WebPage and BreadcrumbList
 */
export function pageMeta(page: PageInfo, siteUrl: string, more: StructuredData[] = []): MetaDescriptor[] {
  const title = page.path === "/" ? `${site.name} | ${site.tagline}` : `${page.title} | ${site.name}`;
  const url = absolute(siteUrl, page.path);
  const image = absolute(siteUrl, page.picture?.src ?? socialCard(page.path));

  return [
    { title },
    { name: "description", content: page.description },
    { name: "keywords", content: [...page.keywords, ...site.keywords].join(", ") },
    ...(page.isHidden ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: site.name },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: page.picture?.alt ?? page.heading },
    { property: "og:locale", content: language.replace("-", "_") },
    { name: "twitter:card", content: "summary_large_image" },
    { "script:ld+json": structuredData(page, siteUrl, image, more) as never },
  ];
}

function structuredData(page: PageInfo, siteUrl: string, image: string, more: StructuredData[]): Graph {
  const url = absolute(siteUrl, page.path);
  const organization: Organization = {
    "@type": "Organization",
    "@id": `${siteUrl}/#organization`,
    name: site.name,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
    description: site.description,
    email: site.email,
    telephone: site.phone,
    address: {
      "@type": "PostalAddress",
      streetAddress: site.address.street,
      addressLocality: site.address.city,
      addressRegion: site.address.region,
      postalCode: site.address.postalCode,
      addressCountry: site.address.country,
    },
    sameAs: site.networks.map(({ url }) => url),
  };
  const webSite: WebSite = {
    "@type": "WebSite",
    "@id": `${siteUrl}/#website`,
    name: site.name,
    url: `${siteUrl}/`,
    publisher: { "@id": `${siteUrl}/#organization` },
    inLanguage: language,
  };
  const webPage: WebPage = {
    "@type": "WebPage",
    "@id": url,
    url,
    name: page.heading,
    description: page.description,
    isPartOf: { "@id": `${siteUrl}/#website` },
    primaryImageOfPage: { "@type": "ImageObject", url: image },
    inLanguage: language,
    ...(page.updated ? { datePublished: page.published ?? page.updated, dateModified: page.updated } : {}),
  };
  return {
    "@context": "https://schema.org",
    "@graph": [organization, webSite, webPage, ...trail(page, siteUrl), ...more],
  };
}

function trail(page: PageInfo, siteUrl: string): BreadcrumbList[] {
  const crumbs = breadcrumbs(page.path, page.crumb ?? page.title);
  if (crumbs.length === 0) return [];
  return [
    {
      "@type": "BreadcrumbList",
      itemListElement: crumbs.map((crumb, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: crumb.label,
        item: absolute(siteUrl, crumb.path),
      })),
    },
  ];
}

function absolute(siteUrl: string, path: string): string {
  return siteUrl + path;
}
