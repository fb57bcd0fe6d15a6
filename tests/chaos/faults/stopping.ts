import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { stopping } from "#server/close-gently.ts";
import { startProxy } from "../../support/proxy.ts";
import type { SiteProcess } from "../site-process.ts";
import type { Scenario, Stage } from "../stage.ts";
import { Visitors } from "../visitors.ts";

/** A connection that stays open, as a proxy keeps it, and what came over it. */
function keptConnection(site: SiteProcess) {
  const socket = connect(site.port, "127.0.0.1");
  const came = { text: "", isClosed: false };
  socket.on("data", (part) => {
    came.text += part;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    came.isClosed = true;
  });
  return { socket, came };
}

/** Two forms are on their way when the site is told to end; their bodies come after one second and after four. */
export const stopWithBody: Scenario = {
  name: "stop-body",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors } = stage;
    const site = await stage.startSite();
    const idle = keptConnection(site);
    idle.socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await stage.becomes(() => idle.came.text.includes('"up"'), 10_000);
    const posts = [1_000, 4_000].map((delay) => {
      const form = visitors.fillIn();
      const body = new URLSearchParams(form.fields).toString();
      const { socket, came } = keptConnection(site);
      socket.write(
        `POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 50)}`,
      );
      return { form, body, socket, came, delay };
    });
    await sleep(500);
    const stopped = performance.now();
    const exit = site.end("SIGTERM");
    await Promise.all(
      posts.map(async ({ form, body, socket, came, delay }) => {
        await sleep(delay);
        socket.write(body.slice(50));
        await stage.becomes(() => came.isClosed, 15_000);
        if (/^HTTP\/1\.1 303 /.test(came.text)) visitors.acknowledged.set(form.email, form.words);
        else stage.expect(false, `the body after ${delay} ms was answered: ${came.text.slice(0, 100)}`);
        stage.expect(/^connection: close/im.test(came.text), "the answer kept its connection");
      }),
    );
    await expectGentleEnd(stage, exit, stopped, 15_000);
    stage.expect(idle.came.isClosed, "the idle connection stayed");
  },
};

/** The mail server takes its time while the site is told to end. */
export const stopWithMail: Scenario = {
  name: "stop-mail",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors, smtp } = stage;
    smtp.delay = 12_000;
    const site = await stage.startSite();
    for (let count = 0; count < 3; count += 1) await visitors.send(visitors.fillIn());
    await stage.becomes(() => smtp.messages.length === 3, 10_000);
    await expectGentleEnd(stage, site.end("SIGTERM"), performance.now(), stopping.all);
    smtp.delay = 0;
  },
};

async function expectGentleEnd(stage: Stage, exit: Promise<number | null>, start: number, most: number) {
  const code = await exit;
  const time = Math.round(performance.now() - start);
  stage.expect(code === 0, `it ended with ${code}`);
  stage.expect(time <= most * stage.slowness, `it took ${time} ms to end`);
  stage.notes.push(`ended with ${code} after ${time} ms`);
}

/** How often, and for how many milliseconds of the time in which a stopping site takes new connections. */
const stops = { count: 5, asked: 1_700 };

/** Visitors open a connection for each request while the site is told to end, again and again. */
export const stopWithNewConnections: Scenario = {
  name: "stop-connections",
  databases: ["sqlite"],
  worst: 10_000,
  async run(stage) {
    const failures: string[] = [];
    let asked = 0;
    for (let time = 0; time < stops.count; time += 1) {
      const site = await stage.startSite();
      const started = performance.now();
      const exit = site.end("SIGTERM");
      const visitor = async () => {
        while (performance.now() - started < stops.asked) {
          asked += 1;
          const seen = performance.now() - started;
          const status = await askOnce(site.port, asked % 2 === 0 ? "/contact" : "/healthz").catch(String);
          if (status !== 200) failures.push(`${status} at ${Math.round(seen)} ms`);
        }
      };
      await Promise.all([visitor(), visitor(), visitor(), visitor()]);
      stage.expect(
        await askOnce(site.port, "/readyz").then(
          (status) => status === 503,
          () => true,
        ),
        "it was ready",
      );
      stage.expect((await exit) === 0, "it did not end with 0");
    }
    stage.expect(failures.length === 0, failures.slice(0, 5).join(", "));
    stage.notes.push(`${failures.length} of ${asked} requests failed in ${stops.count} stops`);
    await stage.startSite();
  },
};

/** @returns the status; over a connection of its own */
async function askOnce(port: number, path: string): Promise<number | undefined> {
  const asked = request({ port, path, host: "127.0.0.1", agent: new Agent() }).end();
  const [answer] = await once(asked, "response");
  await answer.toArray();
  return answer.statusCode;
}

/** Three instances behind a proxy are replaced one after the other, twice, under load: every post is stored. */
export const rolling: Scenario = {
  name: "rolling",
  databases: ["postgres"],
  worst: 10_000,
  async run(stage) {
    const sites: SiteProcess[] = [];
    for (let count = 0; count < 3; count += 1)
      sites.push(await stage.startSite({ PORT: await stage.freePort() }));
    const proxy = await startProxy(sites);
    stage.atEnd(() => proxy.close());
    const visitors = new Visitors(proxy.address);
    const load = visitors.come({ atOnce: 6, isStubborn: false });
    for (let place = 0; place < 6; place += 1) {
      const code = await sites[place % 3]?.end("SIGTERM");
      stage.expect(code === 0, `an instance ended with ${code}`);
      sites[place % 3] = await stage.startSite({ PORT: await stage.freePort() });
    }
    await load.end();
    const { count, told } = visitors.failures;
    stage.expect(count === 0, told);
    stage.visitors.answers.push(...visitors.answers);
    for (const [email, words] of visitors.acknowledged) stage.visitors.acknowledged.set(email, words);
    // The outbox is called through the first site's address.
    await stage.startSite();
  },
};
