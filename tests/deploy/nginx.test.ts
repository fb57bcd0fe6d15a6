// docs/operations/one-machine.md, docs/operations/many-machines.md, 'Pages that stay up': what nginx does in front of the site

import { once } from "node:events";
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fetch } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { form, person } from "../support/form.ts";
import { freePort } from "../support/postgres.ts";
import { createTestSite } from "../support/site.ts";
import { isInstalled, startNginx } from "./edges.ts";

/** The site behind nginx as the first of three instances, of which the others are away. */
async function serve(exported?: string) {
  const site = await createTestSite({
    SITE_URL: "https://www.example.org",
    TRUST_PROXY: "1",
    SUBMISSION_RATE_LIMIT: "2",
  });
  const { port } = new URL(await site.listen());
  const nginx = await startNginx([Number(port), await freePort(), await freePort()], exported);
  const { address, agent: dispatcher } = nginx;
  let isUp = true;
  const stop = async () => {
    if (isUp) await site.close();
    isUp = false;
  };
  onTestFinished(async () => {
    await dispatcher.destroy();
    await stop();
    await nginx.stop();
  });
  const ask = (path: string, options: Parameters<typeof fetch>[1] = {}) =>
    fetch(address + path, { dispatcher, redirect: "manual", ...options });
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { payload, ...given } = form({ ...person, ...fields });
    return ask("/contact", { ...given, headers: { ...given.headers, ...headers }, body: payload });
  };
  return { ...nginx, ask, post, stop };
}

describe.skipIf(!isInstalled("nginx"))("behind nginx (Debian: nginx)", () => {
  it("the site is there over TLS alone, with all that it says to browsers", async () => {
    const { ask, address, plainAddress, certificate } = await serve();
    const redirect = await fetch(`${plainAddress}/events?a=b`, { redirect: "manual" });
    expect(redirect.status).toBe(301);
    expect(redirect.headers.get("location")).toBe("https://www.example.org/events?a=b");
    const { status, headers } = await ask("/team");
    expect(status).toBe(200);
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=63072000/);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
    expect(headers.get("server")).toBe("nginx");
    const session = connect(address, { ca: certificate, host: "127.0.0.1", servername: "www.example.org" });
    await once(session, "connect");
    expect(session.alpnProtocol).toBe("h2");
    session.close();
  });

  it("a visitor who claims other addresses is still counted as one", async () => {
    const { post } = await serve();
    const statuses: number[] = [];
    for (const claim of ["203.0.113.7", "203.0.113.8", "203.0.113.9"])
      statuses.push((await post({}, { "x-forwarded-for": claim })).status);
    expect(statuses).toEqual([303, 303, 429]);
  });

  it("no file of nginx holds who came, or what somebody wrote", async () => {
    const { post, ask, folder } = await serve();
    // As long as forms may be, wrong, and thus shown again.
    const told = await post({ firstName: "Zebulon", email: "none", message: "harborward ".repeat(20_000) });
    expect(told.status).toBeGreaterThanOrEqual(400);
    expect((await post({ lastName: "Zebulon" }, { "x-forwarded-for": "203.0.113.77" })).status).toBe(303);
    await ask("/events?harborward");
    // A page is in a file of another name until nginx has all of it, which may be after the answer.
    const files = await vi.waitFor(
      () =>
        globSync("**/*", { cwd: folder })
          .filter((file) => statSync(join(folder, file)).isFile())
          .map((file) => [file, readFileSync(join(folder, file), "utf8")]),
      { timeout: 300_000 },
    );
    expect(files.map(([file]) => file)).toContain("site.log");
    for (const [file, words] of files)
      expect([file, words]).toEqual([file, expect.not.stringMatching(/Zebulon|203\.0\.113\.77/)]);
    const log = readFileSync(join(folder, "site.log"), "utf8");
    expect(log).toMatch(/^\S+ \d{3} POST [\d.]+ s from \S+:\d+ in [\d.]+ s$/m);
    expect(log).not.toContain("harborward");
  });

  it("what visitors have seen is still there when no instance answers, and a form says when to come again", async () => {
    const { ask, stop } = await serve();
    // Until the calendar was read, pages with events are for nobody else.
    for (const path of ["/", "/team", "/events"])
      await expect.poll(async () => (await ask(path)).headers.get("cache-control")).toContain("public");
    expect((await ask("/contact")).headers.get("cache-control")).toBe("private, no-cache");
    await stop();
    for (const path of ["/", "/team", "/events"])
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    expect((await ask("/contact")).status).toBe(503);
  });

  it("a form is asked of the next instance, whole, when one dies with it; what one answers is passed on", async () => {
    const listen = async (
      answer: (body: string, request: IncomingMessage, reply: ServerResponse) => void,
    ) => {
      const server = createServer(async (request, reply) =>
        answer(Buffer.concat(await request.toArray()).toString(), request, reply),
      ).listen(0, "127.0.0.1");
      onTestFinished(() => void server.close());
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    };
    const nginx = await startNginx([
      await listen((_body, request) => request.socket.destroy()),
      await listen((body, _request, reply) => reply.writeHead(body.startsWith("busy") ? 503 : 303).end(body)),
      await freePort(),
    ]);
    const { address, agent: dispatcher } = nginx;
    for (const body of ["first=1", "second=2", `third=${"3".repeat(500_000)}`, "busy=1", "busy=2"]) {
      const answer = await fetch(`${address}/contact`, {
        dispatcher,
        redirect: "manual",
        method: "POST",
        body,
      });
      expect([answer.status, await answer.text()]).toEqual([body.startsWith("busy") ? 503 : 303, body]);
    }
    await dispatcher.destroy();
    await nginx.stop();
  });

  it("exported pages come from the disk with their own headers, whether an instance is up or not", async () => {
    const exported = mkdtempSync(join(tmpdir(), "export-"));
    onTestFinished(() => rmSync(exported, { recursive: true }));
    // nginx reads it with an account of its own.
    chmodSync(exported, 0o755);
    const files = {
      "index.html": "the home page of then",
      "team/index.html": "exported",
      "503.html": "come again",
      "assets/a-01234567.js": "export {}",
      "_nginx/maps.conf":
        'map $uri $site_content_security_policy { default "default-src \'none\'"; "~^/team(?:/index\\.html)?$" "team\'s own"; }',
      "_nginx/headers.conf":
        'add_header Content-Security-Policy $site_content_security_policy always; add_header X-Content-Type-Options "nosniff" always;',
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(exported, name, ".."), { recursive: true });
      writeFileSync(join(exported, name), text);
    }
    const { ask, stop } = await serve(exported);
    const here = await ask("/");
    expect([here.status, await here.text()]).toEqual([200, expect.stringContaining("</html>")]);
    expect((await ask("/team/")).headers.get("location")).toBe("/team");
    expect((await ask("/Team")).headers.get("location")).toBe("/team");
    expect((await ask("/_nginx/maps.conf")).status).toBe(404);
    expect((await ask("/contact")).status).toBe(200);
    await stop();
    const page = await ask("/team");
    expect([page.status, await page.text()]).toEqual([200, "exported"]);
    expect(page.headers.get("content-security-policy")).toBe("team's own");
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("strict-transport-security")).toBe("max-age=63072000");
    const script = await ask("/assets/a-01234567.js");
    expect([script.status, script.headers.get("content-type")]).toEqual([
      200,
      "text/javascript; charset=utf-8",
    ]);
    const refused = await ask("/contact");
    expect([refused.status, await refused.text()]).toEqual([503, "come again"]);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.headers.get("content-security-policy")).toBe("default-src 'none'");
  });
});
