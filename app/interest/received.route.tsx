import { cachePolicy } from "#app/cache-policy.ts";
import { siteUrlContext } from "#app/context.ts";
import { ReceivedPage, receivedInfo, referenceIn } from "#app/forms/received-page.tsx";
import type { RouteHandle } from "#app/route-handle.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import form from "#content/forms/interest.yaml";
import type { Route } from "./+types/received.route.ts";

const path = "/contact/received";

export const handle: RouteHandle = { readsQuery: true };

export function loader({ url, context }: Route.LoaderArgs) {
  return { reference: referenceIn(url), siteUrl: context.get(siteUrlContext) };
}

export function headers() {
  return { "Cache-Control": cachePolicy.personal };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(receivedInfo(form, path), loaderData.siteUrl) : [];
}

export default function Received({ loaderData }: Route.ComponentProps) {
  return <ReceivedPage texts={form} path={path} reference={loaderData.reference} />;
}
