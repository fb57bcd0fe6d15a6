import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { type BootstrapScriptDescriptor, renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { nonceContext, problemContext, sessionContext, visitorContext } from "#app/context.ts";
import { NonceContext } from "#app/design/nonce.ts";
import type { RouteHandle } from "#app/route-handle.ts";

/**
 * After this many milliseconds a late part of a page is given up. This does not happen, as what a page waits for ends
 * before, with a text for the visitor (see `patience` of the calendar).
 */
export const streamTimeout = 9_000;

/** Logs what loaders and actions throw, which React Router would print as text. Refused addresses and methods are not logged. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  (context as RouterContextProvider).get(visitorContext).log.error({ err: error }, "a page failed");
};

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  // The server keeps one finished page for each status, so nothing is rendered here.
  if (routerContext.staticHandlerContext.errors && loadContext.get(problemContext) === null)
    return new Response(null, { status, headers });
  const nonce = loadContext.get(nonceContext) ?? undefined;
  const session = loadContext.get(sessionContext);
  // Robots and prerendering get the finished page; people get its first part at once.
  const readyEvent =
    routerContext.isSpaMode || isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";

  return new Promise((resolve, reject) => {
    let isShellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={withOwnModules(routerContext)} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        ...(nonce ? { nonce: { script: nonce, style: nonce } } : {}),
        bootstrapModules: [...routeList(routerContext), ...(session ? [session.script] : [])],
        [readyEvent]() {
          isShellSent = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          // Before the shell is sent, onShellError carries the error to the server's log.
          if (isShellSent)
            loadContext.get(visitorContext).log.error({ err: error }, "a part of a page failed");
        },
      },
    );
    setTimeout(abort, streamTimeout).unref();
  });
}

/** Hashes of what the page itself loads (Subresource Integrity); the build knows those of every module. */
function withOwnModules(context: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = context;
  if (typeof manifest.sri !== "object") return context;
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]);
  const named = JSON.stringify([manifest.url, manifest.entry, routes]);
  const own = Object.entries(manifest.sri).filter(([address]) => named.includes(`"${address}"`));
  return { ...context, manifest: { ...manifest, sri: Object.fromEntries(own) } };
}

/**
 * A page that hydrates imports the build's list of routes in an inline script, which cannot name its integrity. As a
 * script element of its own, the list is checked in every browser.
 */
function routeList({ manifest, staticHandlerContext }: EntryContext): BootstrapScriptDescriptor[] {
  const { sri, url } = manifest;
  const isHydrated = staticHandlerContext.matches.some(({ route }) => (route.handle as RouteHandle)?.hydrate);
  return isHydrated && typeof sri === "object" ? [{ src: url, integrity: sri[url] }] : [];
}
