// docs/specification.md, 'Session client'

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { GoTrueClient } from "@supabase/auth-js";
import type { JSHandle, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listContentPages } from "#app/pages/content-pages.ts";
import { context, page, provideBrowser, site } from "../support/browser.ts";
import { routes } from "../support/routes.ts";
import { createTestSite, type TestSite } from "../support/site.ts";
import { type AuthServer, authSession, startAuthServer } from "./auth-server.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const key = "anon&key<1>";
/** The library's own name for it. */
const storageKey = "supabase.auth.token";
const prerendered = [...listContentPages().map((page) => page.path), "/typography"];
const everyPage = [...routes, "/contact/received?reference=ABCD-EFGH", "/privacy?from=mail", "/no/such/page"];

let auth: AuthServer;
/** A site without the service; `site` has it. */
let plain: TestSite;
/** All that pages say in the console, be it a complaint or not. */
let messages: string[];

beforeAll(async () => {
  auth = await startAuthServer();
  plain = await createTestSite();
});
provideBrowser({
  start: () => createTestSite({ AUTH_URL: `${auth.url}/`, AUTH_ANON_KEY: key }),
  // Each test says itself what it wants to see of `messages`.
  expected: /./,
});
afterAll(async () => {
  await plain.close();
  await auth.close();
});
beforeEach(async () => {
  auth.calls.length = 0;
  auth.next.length = 0;
  // Every event of the session travels over a channel of this name, to other pages and to this listener.
  await context.addInitScript((name) => {
    const events: string[] = [];
    new BroadcastChannel(name).onmessage = ({ data }) => events.push(data.event);
    Object.assign(globalThis, { sessionEvents: events });
  }, storageKey);
  messages = [];
  context.on("console", (message) => messages.push(message.text()));
  context.on("weberror", (error) => messages.push(String(error.error())));
});

/** Leaves a session in the browser, as an earlier visit would have. */
async function keepSession(session: object): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    storageKey,
    JSON.stringify(session),
  ] as const);
}

const keptSession = async () =>
  JSON.parse((await page.evaluate((name) => localStorage.getItem(name), storageKey)) ?? "null");
const events = () =>
  page.evaluate(() => (globalThis as unknown as { sessionEvents: string[] }).sessionEvents);
const paths = () => auth.calls.map((call) => `${call.method} ${call.path}`);

/** The page's own client: a module is loaded once, so importing it again gives the one that runs. */
function clientOf(opened: Page): Promise<JSHandle<GoTrueClient>> {
  // A string, because the test runner would rewrite an import().
  return opened.evaluateHandle(
    `import(document.querySelector("script[src*=session-client]").src).then((module) => module.sessionClient)`,
  ) as Promise<JSHandle<GoTrueClient>>;
}

/** Opens a page and waits until its client has looked after the session. */
async function visit(path: string): Promise<JSHandle<GoTrueClient>> {
  await page.goto(path);
  return clientOf(page);
}

const connections = (policy: unknown) => /connect-src ([^;]*)/.exec(String(policy))?.[1];
const scriptPolicy = (policy: unknown) => /script-src ([^;]*)/.exec(String(policy))?.[1];

describe("pages without AUTH_URL", () => {
  it("say nothing of a session client", async () => {
    for (const url of everyPage) {
      const response = await plain.app.inject({ url });
      expect(response.body, url).not.toMatch(/session-client|auth\/v1/);
      expect(connections(response.headers["content-security-policy"]), url).toBe("'self'");
    }
  });

  it("are sent byte for byte as they were built", async () => {
    for (const url of prerendered) {
      const file = fileURLToPath(new URL(`../../build/client${url}/index.html`, import.meta.url));
      expect((await plain.app.inject({ url })).body === readFileSync(file, "utf8"), url).toBe(true);
    }
  });

  it("have a policy without a word about sessions", async () => {
    expect((await plain.app.inject({ url: "/privacy" })).body).not.toMatch(
      /sessions?\b|local storage|sign in/i,
    );
  });
});

describe("pages with AUTH_URL", () => {
  it("load the client once and may ask that origin", async () => {
    for (const url of everyPage) {
      const response = await site.app.inject({ url });
      expect(response.body.match(/<script [^>]*src="\/assets\/session-client-/g), url).toHaveLength(1);
      const policy = response.headers["content-security-policy"];
      expect(connections(policy), url).toBe(`'self' ${new URL(auth.url).origin}`);
      const integrity = /src="\/assets\/session-client-[^>]* integrity="([^"]+)"/.exec(response.body)?.[1];
      expect(integrity, url).toBeTruthy();
      // A page that is shared names the file by its hash, since no nonce can.
      const nonce = /^'nonce-[^']+' 'strict-dynamic'$/;
      if (!nonce.test(String(scriptPolicy(policy))))
        expect(scriptPolicy(policy), url).toContain(`'${integrity}'`);
    }
  });

  it("load it when a request was refused, too", async () => {
    const response = await site.app.inject({
      method: "POST",
      url: "/contact",
      headers: { origin: "https://elsewhere.example", "content-type": "application/x-www-form-urlencoded" },
      payload: "a=b",
    });
    expect(response.statusCode).toBe(403);
    expect(response.body).toContain("session-client-");
  });

  it("stay cacheable where they are the same for everybody", async () => {
    for (const request of [
      { url: "/terms" },
      { url: "/terms?from=mail" },
      { url: "/terms", method: "HEAD" as const },
    ]) {
      const { headers, body } = await site.app.inject(request);
      expect(headers["cache-control"]).toContain("public");
      expect(headers.etag).toBeTruthy();
      expect(body + headers["content-security-policy"]).not.toContain("nonce");
    }
  });

  it("have a policy that says what is kept and names the service", async () => {
    const { body } = await site.app.inject({ url: "/privacy" });
    expect(body).toContain("local storage");
    expect(body).toContain(new URL(auth.url).host);
  });
});

describe("in the browser", () => {
  it("loads and keeps nothing without AUTH_URL", async () => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const plainAddress = await plain.listen();
    await page.goto(`${plainAddress}/contact`, { waitUntil: "networkidle" });
    expect(requests.filter((url) => url.includes("session-client") || !url.startsWith(plainAddress))).toEqual(
      [],
    );
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it.each(["/", "/privacy", "/contact", "/learning/mastermind-application", "/no/such/page"])(
    "shows nothing more on %s, complains of nothing and has no axe violation",
    async (path) => {
      const client = await visit(path);
      await page.waitForLoadState("networkidle");
      expect(await page.locator("script[src*=session-client]").count()).toBe(1);
      expect(messages.filter((message) => !message.includes("404"))).toEqual([]);
      expect(await client.evaluate(async (session) => (await session.getSession()).data.session)).toBeNull();
      expect(auth.calls).toEqual([]);
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      expect(await context.cookies()).toEqual([]);

      // Runs as a string: what the tests inject is no business of the page's policy.
      const violations = await page.evaluate(
        `${axe}; axe.run().then((result) => result.violations.map((violation) => violation.id))`,
      );
      expect(violations).toEqual([]);
    },
  );

  describe("a kept session", () => {
    it("is renewed on load when it has expired", async () => {
      await keepSession(authSession("old", -60));
      const client = await visit("/terms");
      expect(paths()).toEqual(["POST /token?grant_type=refresh_token"]);
      expect(auth.calls[0]?.body).toEqual({ refresh_token: "old" });
      expect(auth.calls[0]?.headers).toMatchObject({ apikey: key, authorization: `Bearer ${key}` });
      expect(await keptSession()).toMatchObject({ refresh_token: "renewed", token_type: "bearer" });
      await expect.poll(events).toEqual(["TOKEN_REFRESHED"]);
      const session = await client.evaluate(async (session) => (await session.getSession()).data.session);
      expect(session).toMatchObject({ refresh_token: "renewed", user: { email: "ada@visitor.example" } });
      expect(messages).toEqual([]);
    });

    it("is left alone while it is valid", async () => {
      const kept = authSession("good");
      await keepSession(kept);
      const client = await visit("/");
      const first = await client.evaluate(
        (session) =>
          new Promise<unknown>((resolve) =>
            session.onAuthStateChange((event, current) => resolve([event, current?.refresh_token])),
          ),
      );
      expect(first).toEqual(["INITIAL_SESSION", "good"]);
      expect(await keptSession()).toEqual(kept);
      expect(auth.calls).toEqual([]);
    });

    it("is null in the first event when there is none", async () => {
      const client = await visit("/team");
      const first = await client.evaluate(
        (session) =>
          new Promise<unknown>((resolve) =>
            session.onAuthStateChange((event, current) => resolve([event, current])),
          ),
      );
      expect(first).toEqual(["INITIAL_SESSION", null]);
      expect(auth.calls).toEqual([]);
    });

    it("is asked for again while the service is away, after 200 ms and twice as long each time", async () => {
      const away = { status: 503, body: { msg: "away" } };
      auth.next.push(away, away, away);
      await keepSession(authSession("old", -60));
      await visit("/events");
      expect(paths()).toEqual(Array(4).fill("POST /token?grant_type=refresh_token"));
      const waits = auth.calls.slice(1).map((call, index) => call.at - (auth.calls[index]?.at ?? 0));
      // A browser's timer may be a millisecond early against this clock.
      for (const [index, least] of [200, 400, 800].entries())
        expect(waits[index]).toBeGreaterThanOrEqual(least - 2);
      expect(await keptSession()).toMatchObject({ refresh_token: "renewed" });
    });

    it("is removed when the service refuses to renew it", async () => {
      auth.next.push({
        status: 400,
        body: { code: 400, error_code: "refresh_token_not_found", msg: "Invalid Refresh Token" },
      });
      await keepSession(authSession("old", -60));
      await visit("/contact");
      expect(await keptSession()).toBeNull();
      await expect.poll(events).toEqual(["SIGNED_OUT"]);
      expect(auth.calls).toHaveLength(1);
    });

    it("is renewed by one tab while the other waits", async () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      auth.next.push(promise);
      await keepSession(authSession("old", -60));
      await page.goto("/terms");
      await expect.poll(() => auth.calls.length).toBe(1);
      const second = await context.newPage();
      await second.goto("/team");
      const waiting = () => second.evaluate(async () => (await navigator.locks.query()).pending?.length);
      await expect.poll(waiting).toBe(1);
      expect(auth.calls).toHaveLength(1);
      resolve(undefined);
      const client = await clientOf(second);
      const token = await client.evaluate(
        async (session) => (await session.getSession()).data.session?.refresh_token,
      );
      expect(token).toBe("renewed");
    });

    it("is renewed on plain http too, where there are no locks", async () => {
      await context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, "locks", { value: undefined }),
      );
      await keepSession(authSession("old", -60));
      await page.goto("/terms");
      await expect.poll(async () => (await keptSession()).refresh_token).toBe("renewed");
    });
  });

  describe("signing out", () => {
    it.each([204, 401, 403, 404])("removes the session when the service answers %i", async (status) => {
      await keepSession(authSession("good"));
      const client = await visit("/");
      auth.next.push({ status, ...(status === 204 ? {} : { body: { msg: "no" } }) });
      expect(await client.evaluate(async (session) => (await session.signOut()).error)).toBeNull();
      expect(auth.calls.map((call) => call.path)).toEqual(["/logout?scope=global"]);
      expect(auth.calls[0]?.headers).toMatchObject({ apikey: key });
      expect(await keptSession()).toBeNull();
      await expect.poll(events).toContain("SIGNED_OUT");
    });

    it("keeps the session when the service fails otherwise", async () => {
      await keepSession(authSession("good"));
      const client = await visit("/");
      auth.next.push({ status: 500, body: { msg: "broken" } });
      expect(await client.evaluate(async (session) => (await session.signOut()).error?.status)).toBe(500);
      expect(await keptSession()).toMatchObject({ refresh_token: "good" });
    });
  });

  describe("the client's rules", () => {
    const needed = "You must provide either an email or phone number and a password";

    it("wants an e-mail or a phone number, and a password", async () => {
      const client = await visit("/");
      const errors = await client.evaluate(async (session) => [
        (await session.signUp({ password: "x" } as never)).error?.message,
        (await session.signInWithPassword({ password: "x" } as never)).error?.message,
        (await session.signInWithOtp({} as never)).error?.message,
        (await session.resend({} as never)).error?.message,
      ]);
      expect(errors.slice(0, 2)).toEqual([needed, needed]);
      for (const error of errors.slice(2))
        expect(error).toMatch(/^You must provide either an email or phone number/);
      expect(auth.calls).toEqual([]);
    });

    it("sends one-time codes by sms unless told otherwise", async () => {
      const client = await visit("/");
      await client.evaluate((session) => session.signInWithOtp({ phone: "+14155550100" }));
      expect(auth.calls[0]).toMatchObject({ path: "/otp", body: { phone: "+14155550100", channel: "sms" } });
    });

    it("says so when a session is missing", async () => {
      const client = await visit("/");
      const name = await client.evaluate(async (session) => (await session.updateUser({})).error?.name);
      expect(name).toBe("AuthSessionMissingError");
    });

    it("reports signing in, changes, a second factor and signing out, with the assurance levels", async () => {
      const client = await visit("/");
      const seen = await client.evaluate(async (session) => {
        const seen: (string | null | undefined)[] = [];
        const level = async () => (await session.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel;
        await new Promise<void>((resolve) =>
          session.onAuthStateChange((event) => {
            seen.push(event);
            resolve();
          }),
        );
        await session.signInWithPassword({ email: "ada@visitor.example", password: "x" });
        seen.push(await level());
        await session.updateUser({ data: { name: "Ada" } });
        await session.mfa.verify({ factorId: "f", challengeId: "c", code: "123456" });
        seen.push(await level());
        await session.refreshSession();
        await session.signOut();
        return seen;
      });
      expect(seen).toEqual([
        "INITIAL_SESSION",
        "SIGNED_IN",
        "aal1",
        "USER_UPDATED",
        "MFA_CHALLENGE_VERIFIED",
        "aal2",
        "TOKEN_REFRESHED",
        "SIGNED_OUT",
      ]);
      expect(paths()).toEqual([
        "POST /token?grant_type=password",
        "PUT /user",
        "POST /factors/f/verify",
        "POST /token?grant_type=refresh_token",
        "POST /logout?scope=global",
      ]);
    });

    it.each([
      [60, 0],
      [121, 1],
    ])("takes a recovery link that is %i s old, with %i warnings", async (age, warnings) => {
      const link = new URLSearchParams({
        access_token: authSession("x").access_token,
        refresh_token: "from-link",
        expires_in: "3600",
        expires_at: String(Math.round(Date.now() / 1000) + 3600 - age),
        token_type: "bearer",
        type: "recovery",
      });
      await visit(`/terms#${link}`);
      await expect.poll(events).toEqual(["PASSWORD_RECOVERY"]);
      expect(await keptSession()).toMatchObject({ refresh_token: "from-link" });
      expect(page.url()).not.toContain("from-link");
      expect(
        messages.filter((text) => text.includes("issued over 120s ago, URL could be stale")),
      ).toHaveLength(warnings);
      expect(messages).toHaveLength(warnings);
    });
  });
});
