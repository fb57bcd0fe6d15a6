import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { nonceContext, problemContext, sessionContext, visitorContext } from "#app/context.ts";
import { NonceContext } from "#app/design/nonce.ts";
import { loadingTimeout } from "#calendar/feed/calendar-source.server.ts";

/**
 * After this many milliseconds a late part of a page is given up. This does not happen, as what a page waits for ends
 * before, with a text for the visitor.
 */
export const streamTimeout = loadingTimeout + 1_000;

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
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        ...(nonce ? { nonce: { script: nonce, style: nonce } } : {}),
        bootstrapModules: session ? [session.script] : [],
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
