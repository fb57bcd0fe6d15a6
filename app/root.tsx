import { browserColor, preloads } from "virtual:theme";
import type { ReactNode } from "react";
import { data, isRouteErrorResponse, Meta, Outlet, Scripts, useLocation } from "react-router";
import { clockContext, problemContext, siteUrlContext } from "#app/context.ts";
import enhancements from "#app/design/enhancements.css?url";
import { MenuScript } from "#app/design/shell/menu-script.tsx";
import { Shell } from "#app/design/shell/shell.tsx";
import { ProblemPage, problemMeta } from "#app/problem/problem-page.tsx";
import { machineClock } from "#system/clock.ts";
import { language } from "#system/language.ts";
import type { Route } from "./+types/root.ts";

/** A request that the server refused before routing still gets a page of this site. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ context }) => {
    const problem = context.get(problemContext);
    if (problem !== null) throw data(null, { status: problem });
  },
];

export function loader({ context }: Route.LoaderArgs) {
  return { siteUrl: context.get(siteUrlContext), year: context.get(clockContext)().getUTCFullYear() };
}

/** A page that cannot be shown may say when to come again. */
export function headers({ errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? {};
}

export function meta({ error }: Route.MetaArgs) {
  return error ? problemMeta(statusOf(error)) : [];
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={browserColor} />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {preloads.map((face) => (
          <link key={face} rel="preload" as="font" type="font/woff2" href={face} crossOrigin="anonymous" />
        ))}
        {/* Before a page is first shown, which may be before its body is here, it must have asked to slide in. */}
        <MenuScript />
        {/* Nothing is shown of a bar that has come in part: what is still to come would push its places aside. */}
        <link rel="expect" href="#sheet" blocking="render" />
        <noscript>
          <link rel="stylesheet" href={enhancements} />
        </noscript>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
      </head>
      <body>
        {children}
        <link rel="stylesheet" href={enhancements} />
        {/* Development hydrates every page, for hot reload; otherwise a form alone is, by its own script. */}
        {import.meta.env.DEV && <Scripts />}
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <Shell path={usePath()} year={loaderData.year}>
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell path={usePath()} year={machineClock().getUTCFullYear()}>
      <ProblemPage status={statusOf(error)} />
    </Shell>
  );
}

/** Address without a trailing slash: prerendering asks for pages with one. */
function usePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, "");
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
