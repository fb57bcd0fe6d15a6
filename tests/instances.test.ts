// docs/specification.md, 'Two databases', 'Outbox'

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { afterEach, expect, it } from "vitest";
import { createTestDatabase, openDatabase } from "./support/databases.ts";
import { form } from "./support/form.ts";
import { startProxy } from "./support/proxy.ts";
import { createTestSite } from "./support/site.ts";
import { startSmtp } from "./support/smtp.ts";

it("three instances on one PostgreSQL lose nothing and do nothing twice", async () => {
  const database = await createTestDatabase("postgres");
  const smtp = await startSmtp();
  const env = { DATABASE_URL: database.url, SMTP_URL: smtp.url, SUBMISSION_RATE_LIMIT: "0" };
  // All at once, on an empty database: migrations run under a lock.
  const sites = await Promise.all([createTestSite(env), createTestSite(env), createTestSite(env)]);
  const person = { firstName: "Ada", lastName: "Moreno", agreeToTerms: "on" };

  // Each form reaches two instances at the same moment; ten at a time, which a busy machine answers in time as well.
  const sendTwice = async (index: number) => {
    const fields = { ...person, email: `${index}@visitor.example`, submissionId: randomUUID() };
    const send = (place: number) =>
      sites[place % 3]?.app
        .inject({ url: "/contact", ...form(fields) })
        .then((answer) => answer.headers.location);
    const [first, second] = await Promise.all([send(index), send(index + 1)]);
    expect(first).toMatch(/reference=/);
    expect(second).toBe(first);
  };
  for (let round = 0; round < 60; round += 10)
    await Promise.all(Array.from({ length: 10 }, (_, place) => sendTwice(round + place)));
  await expect.poll(() => smtp.messages.length).toBe(60);
  const mails = await Promise.all(smtp.messages.map((message) => PostalMime.parse(message)));
  expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(60);

  const { db, close } = await openDatabase(database.url);
  const emails = (await db.selectFrom("contact_submissions").select("email").execute()).map(
    ({ email }) => email,
  );
  await close();
  expect(emails).toHaveLength(60);
  expect(new Set(emails).size).toBe(60);
  await Promise.all(sites.map((site) => site.close()));
  await smtp.close();
  await database.drop();
});

interface Instance {
  process: ChildProcess;
  port: number;
  exit: Promise<unknown[]>;
}

const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
});

/** A process of its own, listening. */
async function startInstance(env: Record<string, string>): Promise<Instance> {
  const child = spawn(process.execPath, ["tooling/start.ts"], {
    env: { ...process.env, ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  started.add(child);
  const exit = once(child, "exit");
  const port = await new Promise<number>((resolve) => {
    let output = "";
    child.stdout.on("data", (part) => {
      output += part;
      const found = /The site is at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (found) resolve(Number(found));
    });
  });
  return { process: child, port, exit };
}

it("three processes are replaced one after the other behind a proxy, and every post is stored and told of once", async () => {
  const database = await createTestDatabase("postgres");
  const smtp = await startSmtp();
  const folder = mkdtempSync(join(tmpdir(), "rolling-"));
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: smtp.url,
    DATA_DIR: folder,
    SUBMISSION_RATE_LIMIT: "0",
  };
  const instances: Instance[] = [];
  for (let count = 0; count < 3; count += 1) instances.push(await startInstance(env));
  const proxy = await startProxy(instances);
  const statuses: number[] = [];
  let isOver = false;
  const visitor = async () => {
    while (!isOver) {
      const email = `${randomUUID()}@visitor.example`;
      const fields = { firstName: "Ada", lastName: "Moreno", email, agreeToTerms: "on" };
      const body = new URLSearchParams(fields);
      const answer = await fetch(`${proxy.address}/contact`, { method: "POST", body, redirect: "manual" });
      await answer.arrayBuffer();
      statuses.push(answer.status);
      await sleep(50);
    }
  };
  const load = Promise.all([visitor(), visitor()]);
  for (const place of instances.keys()) {
    instances[place]?.process.kill("SIGTERM");
    expect((await instances[place]?.exit)?.[0]).toBe(0);
    instances[place] = await startInstance(env);
  }
  isOver = true;
  await load;
  expect(statuses.filter((status) => status !== 303)).toEqual([]);
  await expect.poll(() => smtp.messages.length).toBe(statuses.length);
  for (const { process: child, exit } of instances) {
    child.kill("SIGTERM");
    await exit;
  }
  expect(
    new Set(smtp.messages.map((message) => /^message-id: (.*)$/im.exec(String(message))?.[1])).size,
  ).toBe(statuses.length);
  proxy.close();
  await smtp.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
