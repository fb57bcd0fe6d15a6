import { once } from "node:events";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { type Config, refusal } from "./config.ts";

/**
 * Whoever cannot serve has no business with the tables. It asks instead of listening for a moment: whom a proxy sent there just
 * then would be cut off.
 *
 * @throws ConfigError when another program listens there
 */
export async function assertFree({ port, host }: Config): Promise<void> {
  const trial = connect({ port, host });
  trial.setTimeout(1_000, () => trial.destroy(new Error("nobody answers")));
  const isTaken = await once(trial, "connect").then(
    () => true,
    () => false,
  );
  trial.destroy();
  if (isTaken) refusePlace({ code: "EADDRINUSE" }, { port, host });
}

/** @throws ConfigError when nothing can listen there */
export async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  await app.listen({ port, host }).catch((error) => refusePlace(error, { port, host }));
}

function refusePlace(
  error: Pick<NodeJS.ErrnoException, "code">,
  { port, host }: Pick<Config, "port" | "host">,
): never {
  const { code = "" } = error;
  if (code === "EADDRINUSE")
    throw refusal(
      "PORT",
      String(port),
      `a port that is free: another program uses this one, perhaps the site itself. Stop it, or start with PORT=${port + 1}`,
    );
  if (code === "EACCES")
    throw refusal("PORT", String(port), "a port that this account may use: 1024 or higher, for example 3000");
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code))
    throw refusal(
      "HOST",
      host,
      "an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it",
    );
  throw error;
}

/** The address a person can open: a host that means 'every interface' or 'this machine' is called localhost. */
export function addressOf(listening: string | { port: number } | null, config: Config): string {
  const port = typeof listening === "object" && listening ? listening.port : config.port;
  const host = /^(127\.0\.0\.1|0\.0\.0\.0|::1?)$/.test(config.host) ? "localhost" : config.host;
  return `http://${host}:${port}`;
}
