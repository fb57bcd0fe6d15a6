/** Where requests wait: at processes that serve one after the other, or at a database. Times in seconds. */
export interface Job {
  at: number;
  takes: number;
}

/**
 * Serves jobs in the order in which they come, each at the server that is free first.
 *
 * @param jobs sorted by `at`
 * @returns when each is done
 */
export function serve(jobs: readonly Job[], servers: number): number[] {
  const free = new Float64Array(servers);
  return jobs.map(({ at, takes }) => {
    const first = lowest(free);
    const done = Math.max(at, free[first] ?? 0) + takes;
    free[first] = done;
    return done;
  });
}

/**
 * Clients that each ask again as soon as they are answered.
 *
 * @returns how long each answer took
 */
export function serveClients(
  clients: number,
  servers: number,
  requests: number,
  takes: () => number,
): number[] {
  const [ready, free] = [new Float64Array(clients), new Float64Array(servers)];
  return Array.from({ length: requests }, () => {
    const [client, server] = [lowest(ready), lowest(free)];
    const asked = ready[client] ?? 0;
    const done = Math.max(asked, free[server] ?? 0) + takes();
    ready[client] = done;
    free[server] = done;
    return done - asked;
  });
}

function lowest(values: Float64Array): number {
  let place = 0;
  for (let each = 1; each < values.length; each += 1)
    if ((values[each] ?? 0) < (values[place] ?? 0)) place = each;
  return place;
}

/** Requests that nobody coordinates (a Poisson process). */
export function arrivals(perSecond: number, count: number, random: () => number): number[] {
  let now = 0;
  return Array.from({ length: count }, () => {
    now += exponential(1 / perSecond, random);
    return now;
  });
}

export function exponential(mean: number, random: () => number): number {
  return -mean * Math.log(1 - random());
}

/** The same numbers each time, from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The value below which a share of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
