import { siteUrlContext } from "#app/context.ts";
import { cachePolicy } from "#app/http/cache-policy.ts";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import form from "#content/forms/interest.yaml";
import site from "#content/site.yaml";
import type { Route } from "./+types/received.route.ts";

const page: PageInfo = {
  path: "/contact/received",
  title: form.received.title,
  heading: form.messages.success.title,
  description: form.page.description,
  keywords: [],
  isHidden: true,
};

/** The answer to a form sent without JavaScript. Only something shaped like a reference is shown. */
export function loader({ url, context }: Route.LoaderArgs) {
  const reference = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/.exec(url.searchParams.get("reference") ?? "")?.[0];
  return { reference, siteUrl: context.get(siteUrlContext) };
}

export function headers() {
  return { "Cache-Control": cachePolicy.personal };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(page, loaderData.siteUrl) : [];
}

export default function Received({ loaderData: { reference } }: Route.ComponentProps) {
  return (
    <PageHead path={page.path} title={page.title} heading={page.heading} lead={form.messages.success.text}>
      <div className="page-head-more">
        {reference && (
          <p>
            <strong>{form.messages.reference.replace("{reference}", reference)}</strong>
          </p>
        )}
        <p>{form.received.next}</p>
        <p>
          {form.received.reach} <a href={`mailto:${site.email}`}>{site.email}</a>
        </p>
        <p className="actions">
          <a className="button button-hot" href={form.received.home.to}>
            {form.received.home.label}
          </a>
        </p>
      </div>
    </PageHead>
  );
}
