import { cachePolicy } from "#app/cache-policy.ts";
import { siteUrlContext } from "#app/context.ts";
import type { RouteHandle } from "#app/route-handle.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import interest from "#content/forms/interest.yaml";
import mastermind from "#content/forms/mastermind.yaml";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import type { Route } from "./+types/received.route.ts";
import { ReceivedPage, receivedInfo, referenceIn } from "./received-page.tsx";

/** The page of each form that follows it. */
const textsAt = (path: string): FormTexts => (path.startsWith("/contact/") ? interest : mastermind);

export const handle: RouteHandle = { readsQuery: true };

export function loader({ url, context }: Route.LoaderArgs) {
  const path = url.pathname.replace(/\/$/, "");
  return { path, reference: referenceIn(url), siteUrl: context.get(siteUrlContext) };
}

export function headers() {
  return { "Cache-Control": cachePolicy.personal };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { path, siteUrl } = loaderData;
  return pageMeta(receivedInfo(textsAt(path), path), siteUrl);
}

export default function Received({ loaderData: { path, reference } }: Route.ComponentProps) {
  return <ReceivedPage texts={textsAt(path)} path={path} reference={reference} />;
}
