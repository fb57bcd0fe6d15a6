import { redirect } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";
import { siteUrlContext } from "#app/context.ts";
import type { RouteHandle } from "#app/route-handle.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { forms } from "#submissions/forms/forms.ts";
import type { Route } from "./+types/received.route.ts";
import { ReceivedPage, receivedInfo } from "./received-page.tsx";
import { receivedValues } from "./received-values.server.tsx";

export const handle: RouteHandle = { showsReference: true };

/** Who comes without a reference is led to the form. */
export function loader({ url, context }: Route.LoaderArgs) {
  const path = url.pathname.replace(/\/$/, "");
  const form = Object.values(forms).find((one) => path === `${one.path}/received`);
  if (!form) throw new Error(`no form leads to ${path}`);
  const values = receivedValues(url);
  if (!values) throw redirect(form.path);
  const { reference, ringsFile } = values;
  return { path, texts: form.texts, reference, ringsFile, siteUrl: context.get(siteUrlContext) };
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
