import type { ReactNode } from "react";
import { data } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { sessionContext, siteUrlContext } from "#app/context.ts";
import { Figure } from "#app/diagrams/figure.tsx";
import { peopleJsonLd } from "#app/people/people-json-ld.ts";
import { FacultyList, PresenterList, TeamGrid } from "#app/people/people-lists.tsx";
import { wallOfFaces } from "#app/people/wall-of-faces.tsx";
import type { RouteHandle } from "#app/route-handle.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import type { PageBlockName } from "#content-model/page-blocks.ts";
import type { Route } from "./+types/page.route.ts";
import { Article } from "./article.tsx";
import { DashboardHead, YearHead } from "./head-drawings.tsx";
import { courseJsonLd, serviceJsonLd } from "./page-json-ld.ts";
import { type ContentPage, contentPages } from "./pages.ts";
import { Quarter, Quarters } from "./quarters.tsx";
import { SessionHost } from "./vocabulary/sessions.tsx";
import { vocabulary } from "./vocabulary/vocabulary.ts";

/** Components of several features that pages may use; only a route may combine features. */
const components = {
  ...vocabulary,
  FacultyList,
  Figure,
  PresenterList,
  Quarter,
  Quarters,
  TeamGrid,
} satisfies Record<PageBlockName, unknown>;

const headPictures: Partial<Record<NonNullable<ContentPage["head"]>, ReactNode>> = {
  year: <YearHead />,
  dashboard: <DashboardHead />,
  faculty: wallOfFaces(),
};

export const handle: RouteHandle = { addresses: () => [...contentPages.keys()] };

export function loader({ url, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const path = url.pathname.replace(/\/$/, "");
  pageAt(path);
  return {
    path,
    siteUrl: context.get(siteUrlContext),
    sessionHost: session && new URL(session.origin).host,
  };
}

export function headers() {
  return { "Cache-Control": cachePolicy.page };
}

export function meta({ loaderData }: Route.MetaArgs) {
  const page = pageAt(loaderData.path);
  return pageMeta(page, loaderData.siteUrl, subject(page, loaderData.siteUrl));
}

export default function Page({ loaderData }: Route.ComponentProps) {
  const page = pageAt(loaderData.path);
  return (
    <SessionHost value={loaderData.sessionHost}>
      <Article page={page} picture={page.head && headPictures[page.head]} components={components} />
    </SessionHost>
  );
}

/** Structured data of what the page is about. */
function subject(page: ContentPage, siteUrl: string) {
  if (!page.about) return [];
  if (page.about === "course") return [courseJsonLd(page, siteUrl)];
  if (page.about === "service") return [serviceJsonLd(page, siteUrl)];
  return [peopleJsonLd(page.about, siteUrl)];
}

/** @throws for an address that no other route knows either: the root's error boundary shows the page, the server logs the address */
function pageAt(path: string) {
  const page = contentPages.get(path);
  if (!page) throw data(null, { status: 404 });
  return page;
}
