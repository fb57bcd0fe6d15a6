import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface AuthCall {
  method: string;
  /** Path below the service's address, with its query. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
  /** Milliseconds of a clock that never goes back. */
  at: number;
}

interface Answer {
  status: number;
  body?: object;
}

/** An auth service that speaks the protocol of the session client, on an origin and a path of its own. */
export interface AuthServer {
  url: string;
  calls: AuthCall[];
  /** Answers that come before the usual ones, in this order; a promise holds the call until it is kept. */
  next: (Answer | Promise<Answer | undefined>)[];
  close(): Promise<void>;
}

const user = { id: "6a1f", aud: "authenticated", email: "ada@visitor.example", identities: [], factors: [] };

/** A session as the service gives it, `seconds` before its end. */
export function authSession(refreshToken: string, seconds = 3600, aal = "aal1") {
  const expiresAt = Math.round(Date.now() / 1000) + seconds;
  const claims = { sub: user.id, exp: expiresAt, iat: expiresAt - 3600, aal, amr: [], session_id: "s" };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    access_token: `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.c2ln`,
    refresh_token: refreshToken,
    expires_in: 3600,
    expires_at: expiresAt,
    token_type: "bearer",
    user,
  };
}

export async function startAuthServer(): Promise<AuthServer> {
  const calls: AuthCall[] = [];
  const next: AuthServer["next"] = [];
  const server = createServer(async (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE");
    response.setHeader(
      "Access-Control-Allow-Headers",
      "authorization, apikey, content-type, x-supabase-api-version",
    );
    if (request.method === "OPTIONS") return response.writeHead(204).end();

    const call: AuthCall = {
      method: request.method ?? "",
      path: (request.url ?? "").replace(/^\/auth\/v1/, ""),
      headers: request.headers,
      body: JSON.parse((await text(request)) || "{}") as Record<string, unknown>,
      at: performance.now(),
    };
    calls.push(call);
    const { status, body } = (await next.shift()) ?? usualAnswer(call);
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(body && JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1`,
    calls,
    next,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function usualAnswer({ method, path }: AuthCall): Answer {
  if (path.startsWith("/token?grant_type=refresh_token"))
    return { status: 200, body: authSession("renewed") };
  if (path.startsWith("/token?grant_type=password")) return { status: 200, body: authSession("signed-in") };
  if (path.endsWith("/verify")) return { status: 200, body: authSession("verified", 3600, "aal2") };
  if (path.startsWith("/user")) return { status: 200, body: user };
  if (path.startsWith("/logout")) return { status: 204 };
  if (path.startsWith("/otp")) return { status: 200, body: {} };
  return { status: 404, body: { code: 404, msg: `${method} ${path} is not known` } };
}
