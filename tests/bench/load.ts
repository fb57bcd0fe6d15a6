import { spawn } from "node:child_process";
import { once } from "node:events";
import { budgets } from "./budgets.ts";
import { type Figure, median, type Run } from "./figures.ts";
import { answersOf, startNginx } from "./peers/nginx.ts";
import { processorTimeOf, type Server, startSite } from "./servers.ts";

const connections = 64;
const kinds = { home: "/", article: "/framework/overview" };

/** Requests for a finished page and a photo, beside nginx, by turns; for a second of the server's own processor time. */
export async function load({ quick, folder }: Run): Promise<Figure[]> {
  const site = await startSite({ DATA_DIR: folder });
  const answers = await answersOf(site, Object.values(kinds));
  const photos = [...answers].filter(([path]) => path.endsWith(".avif"));
  const [photo = ""] =
    photos.toSorted((a, b) => a[1].body.length - b[1].body.length)[photos.length >> 1] ?? [];
  const nginx = await startNginx(answers, folder);
  const figures: Figure[] = [];
  for (const [kind, path] of Object.entries({ ...kinds, photo })) {
    const [own, other]: [Flood[], Flood[]] = [[], []];
    for (let round = 0; round < (quick ? 1 : 3); round += 1)
      for (const [server, floods] of [
        [site, own],
        [nginx, other],
      ] as const)
        floods.push(await flood(server, path, quick ? 1 : 4));
    const of = (floods: Flood[], name: keyof Flood) => median(floods.map((each) => each[name]));
    figures.push(
      {
        what: `${kind}: requests in a second of the processor, as a share of nginx's`,
        ...{ measured: of(own, "perCore") / of(other, "perCore"), unit: "", budget: budgets.requests },
        beside: `${Math.round(of(own, "perCore"))} and ${Math.round(of(other, "perCore"))}; in a second of the clock ${Math.round(of(own, "perSecond"))} and ${Math.round(of(other, "perSecond"))}`,
      },
      {
        what: `${kind}: 99 of 100 requests, times as long as nginx's`,
        ...{ measured: of(own, "p99") / of(other, "p99"), unit: "×", budget: budgets.slowestRequest },
        beside: `${of(own, "p99").toFixed(1)} and ${of(other, "p99").toFixed(1)} ms`,
      },
    );
  }
  await nginx.stop();
  await site.stop();
  return figures;
}

export interface Flood {
  requests: number;
  perSecond: number;
  perCore: number;
  /** Milliseconds. */
  p99: number;
}

/**
 * As many requests as the server answers in this time.
 *
 * @throws when it answers one with an error
 */
export async function flood({ address, pid }: Server, path: string, seconds: number): Promise<Flood> {
  const before = processorTimeOf(pid);
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    "-H",
    "Accept-Encoding: br",
    address + path,
  ];
  const wrk = spawn("wrk", args, { stdio: ["ignore", "pipe", "inherit"] });
  let told = "";
  wrk.stdout.on("data", (part) => {
    told += part;
  });
  await once(wrk, "close");
  const worked = processorTimeOf(pid) - before;
  const number = (pattern: RegExp) => Number(pattern.exec(told)?.[1]);
  const requests = number(/(\d+) requests in/);
  if (/Non-2xx/.test(told) || !(requests > 0)) throw new Error(`${path}: ${told}`);
  const [, slowest, unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(told) ?? [];
  return {
    requests,
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    perCore: requests / worked,
    p99: Number(slowest) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN),
  };
}
