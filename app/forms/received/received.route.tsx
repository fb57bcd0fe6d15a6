import { cachePolicy } from "#app/cache-policy.ts";
import { siteUrlContext } from "#app/context.ts";
import type { RouteHandle } from "#app/route-handle.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { forms } from "#submissions/forms/forms.ts";
import type { Route } from "./+types/received.route.ts";
import { ownRingsFile } from "./own-rings.server.tsx";
import { ReceivedPage, receivedInfo, referenceIn } from "./received-page.tsx";

export const handle: RouteHandle = { readsQuery: true };

export function loader({ url, context }: Route.LoaderArgs) {
  const path = url.pathname.replace(/\/$/, "");
  const form = Object.values(forms).find((one) => path === `${one.path}/received`);
  if (!form) throw new Error(`no form leads to ${path}`);
  const reference = referenceIn(url);
  const siteUrl = context.get(siteUrlContext);
  return { path, texts: form.texts, reference, ringsFile: ownRingsFile(reference), siteUrl };
}

export function headers() {
  return { "Cache-Control": cachePolicy.personal };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { path, texts, siteUrl } = loaderData;
  return pageMeta(receivedInfo(texts, path), siteUrl);
}

export default function Received({ loaderData: { siteUrl: _, ...page } }: Route.ComponentProps) {
  return <ReceivedPage {...page} />;
}
