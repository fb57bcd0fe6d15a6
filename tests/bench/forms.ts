import { Agent, request } from "node:http";
import { filledForm } from "../scale/posts.ts";
import { budgets } from "./budgets.ts";
import { type Figure, percentile, type Run } from "./figures.ts";
import { processorTimeOf, type Server, startSite } from "./servers.ts";

const visitors = 32;

/** Forms that visitors send, each one after the other, to a database that is written through to the disk. */
export async function forms({ quick, folder }: Run): Promise<Figure[]> {
  const site = await startSite({ DATA_DIR: folder });
  await send(site, 1);
  const before = processorTimeOf(site.pid);
  const seconds = quick ? 2 : 10;
  const times = await send(site, seconds);
  const worked = ((processorTimeOf(site.pid) - before) * 1_000) / times.length;
  await site.stop();
  return [
    {
      what: `forms stored in a second, ${visitors} visitors, SQLite`,
      ...{ measured: times.length / seconds, unit: "", budget: budgets.postsPerSecond },
      beside: `${worked.toFixed(2)} ms of the processor for each, with its mails`,
    },
    {
      what: "99 of 100 forms are stored within",
      ...{ measured: percentile(times, 99), unit: "ms", budget: budgets.slowestPost },
      beside: `half of them within ${percentile(times, 50).toFixed(0)} ms`,
    },
  ];
}

/** @returns how long each took, in milliseconds */
async function send({ address }: Server, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors });
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  let round = 0;
  const visitor = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      round += 1;
      await post(address, round, agent);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visitor));
  agent.destroy();
  return times;
}

/** @throws when it is not stored */
function post(address: string, round: number, agent: Agent): Promise<void> {
  const [path, fields] = filledForm(round);
  const body = fields.toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    request(address + path, { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === 303) resolve();
        else reject(new Error(`a post to ${path} was answered ${answer.statusCode}`));
      });
    })
      .on("error", reject)
      .end(body);
  });
}
