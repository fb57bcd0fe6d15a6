import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { budgets } from "./budgets.ts";
import { askForAll } from "./crowds.ts";
import { type Figure, median, type Run } from "./figures.ts";
import { answersOf, startNginx } from "./peers/nginx.ts";
import { processorTimeOf, type Server, startSite } from "./servers.ts";

const connections = 64;
const thinking = join(import.meta.dirname, "thinking.lua");
const kinds = { home: "/", article: "/framework/overview" };

/** Requests for a finished page and a photo, beside nginx, by turns; for a second of the server's own processor time. */
export async function load({ quick, folder }: Run): Promise<Figure[]> {
  const site = await startSite({ DATA_DIR: folder });
  // Before home is kept, who asks gets a rendering that nobody else gets.
  await askForAll(site);
  const answers = await answersOf(site, Object.values(kinds));
  const photos = [...answers].filter(([path]) => path.endsWith(".avif"));
  const [photo = ""] =
    photos.toSorted((a, b) => a[1].body.length - b[1].body.length)[photos.length >> 1] ?? [];
  const nginx = await startNginx(answers, folder);
  const figures: Figure[] = [];
  for (const [kind, path] of Object.entries({ ...kinds, photo })) {
    const byTurns = async (seconds: number, script?: string) => {
      const floods: [Flood[], Flood[]] = [[], []];
      for (let round = 0; round < (quick ? 1 : 3); round += 1)
        for (const [place, server] of [site, nginx].entries())
          floods[place]?.push(await flood(server, path, seconds, script));
      return floods;
    };
    figures.push(
      ...atMost(kind, await byTurns(quick ? 1 : 4)),
      asOften(kind, await byTurns(quick ? 1 : 4, thinking)),
    );
  }
  await nginx.stop();
  await site.stop();
  return figures;
}

const of = (floods: Flood[], name: keyof Flood) => median(floods.map((each) => each[name]));

/** Asked for all that each can answer: who answers less keeps the same connections waiting for longer, all of them. */
function atMost(kind: string, [own, other]: [Flood[], Flood[]]): Figure[] {
  return [
    {
      what: `${kind}: requests in a second of the processor, as a share of nginx's`,
      ...{ measured: of(own, "perCore") / of(other, "perCore"), unit: "", budget: budgets.requests },
      beside: `${Math.round(of(own, "perCore"))} and ${Math.round(of(other, "perCore"))}; in a second of the clock ${Math.round(of(own, "perSecond"))} and ${Math.round(of(other, "perSecond"))}`,
    },
    {
      what: `${kind}: 99 of 100 requests when each is asked for all it can, times as long as nginx's`,
      ...{ measured: of(own, "p99") / of(other, "p99"), unit: "×" },
      beside: `${of(own, "p99").toFixed(1)} and ${of(other, "p99").toFixed(1)} ms; all in the mean ${of(own, "mean").toFixed(1)} and ${of(other, "mean").toFixed(1)} ms`,
    },
  ];
}

/** Asked as often as each other. */
function asOften(kind: string, [own, other]: [Flood[], Flood[]]): Figure {
  return {
    what: `${kind}: 99 of 100 requests when both are asked as often, times as long as nginx's`,
    ...{ measured: of(own, "p99") / of(other, "p99"), unit: "×", budget: budgets.slowestRequest },
    beside: `${of(own, "p99").toFixed(2)} and ${of(other, "p99").toFixed(2)} ms; ${Math.round(of(own, "perSecond"))} and ${Math.round(of(other, "perSecond"))} in a second`,
  };
}

export interface Flood {
  requests: number;
  perSecond: number;
  perCore: number;
  /** Milliseconds. */
  mean: number;
  p99: number;
}

/**
 * As many requests as the server answers in this time.
 *
 * @param script of wrk
 * @throws when it answers one with an error
 */
export async function flood(
  { address, pid }: Server,
  path: string,
  seconds: number,
  script?: string,
): Promise<Flood> {
  const before = processorTimeOf(pid);
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    "-H",
    "Accept-Encoding: br",
    ...(script ? ["-s", script] : []),
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
  const milliseconds = (pattern: RegExp) => {
    const [, value, unit = ""] = pattern.exec(told) ?? [];
    return Number(value) * ({ us: 0.001, ms: 1, s: 1_000 }[unit] ?? Number.NaN);
  };
  return {
    requests,
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    perCore: requests / worked,
    mean: milliseconds(/Latency\s+([\d.]+)(us|ms|s)/),
    p99: milliseconds(/99%\s+([\d.]+)(us|ms|s)/),
  };
}
