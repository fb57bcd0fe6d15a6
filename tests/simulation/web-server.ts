import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import type { VirtualTime } from "./virtual-time.ts";

/** A connection that a proxy keeps, as the server sees it. */
export class Connection extends EventEmitter {
  bytesRead = 0;
  isOpen = true;
  /** The request that has begun and has no answer. */
  request: Request | undefined;

  destroy(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.request?.cut();
    this.emit("close");
  }
}

interface Request {
  cut(): void;
}

/** As much of a request's answer as stopping needs. */
class Answer extends EventEmitter {
  shouldKeepAlive = true;
}

/** A web server's connections and requests, with the events and rules of Node's own. */
export class WebServer extends EventEmitter {
  isListening = true;
  readonly connections = new Set<Connection>();
  readonly #time: VirtualTime;
  #hasEnded = false;

  constructor(time: VirtualTime) {
    super();
    this.#time = time;
  }

  get asServer(): Server {
    return this as unknown as Server;
  }

  /** @returns undefined when it does not take any */
  connect(): Connection | undefined {
    if (!this.isListening) return undefined;
    const connection = new Connection();
    this.connections.add(connection);
    connection.once("close", () => {
      this.connections.delete(connection);
      this.#end();
    });
    this.emit("connection", connection);
    return connection;
  }

  /**
   * @param work reads the request and makes the answer
   * @returns the answer, or undefined when the connection was cut before
   */
  async request<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result | undefined> {
    const answer = new Answer();
    const cut = Promise.withResolvers<undefined>();
    connection.bytesRead += 1;
    connection.request = { cut: () => cut.resolve(undefined) };
    this.emit("request", {}, answer);
    const result = await Promise.race([work(), cut.promise]);
    connection.request = undefined;
    answer.emit("close");
    if (!answer.shouldKeepAlive) connection.destroy();
    return result;
  }

  close(): void {
    this.isListening = false;
    this.closeIdleConnections();
    this.#end();
  }

  /** Of those that had a request before, as Node does. */
  closeIdleConnections(): void {
    for (const connection of this.connections)
      if (!connection.request && connection.bytesRead > 0) connection.destroy();
  }

  closeAllConnections(): void {
    for (const connection of this.connections) connection.destroy();
  }

  #end(): void {
    if (this.isListening || this.connections.size > 0 || this.#hasEnded) return;
    this.#hasEnded = true;
    this.#time.schedule(() => this.emit("close"));
  }
}
