import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fetch } from "undici";
import { person } from "../support/form.ts";
import type { Edge } from "./edges.ts";

/** Of each kind: finished, rendered when something changes, with a form, files, and feeds. */
const pages = [
  "/",
  "/framework/overview",
  "/team",
  "/contact",
  "/learning/mastermind-application",
  "/events",
  "/events.ics",
  "/favicon.svg",
  "/robots.txt",
];

/** Visitors who read and write through the edge until they are told to go. */
export class Visitors {
  /** What went wrong, a line each. */
  readonly failures: string[] = [];
  /** Pages that were read. */
  pages = 0;
  /** Mail addresses of forms that the site has called stored. */
  readonly stored: string[] = [];
  readonly #edge: Edge;
  #isOver = false;
  #load: Promise<unknown> | undefined;

  constructor(edge: Edge) {
    this.#edge = edge;
  }

  /** Three read and three write. */
  come(): void {
    const each = [0, 1, 2];
    this.#load = Promise.all([
      ...each.map((place) =>
        this.#until((turn) => this.#read(pages[(turn + place * 3) % pages.length] ?? "/")),
      ),
      ...each.map(() => this.#until(() => this.#write())),
    ]);
  }

  async leave(): Promise<void> {
    this.#isOver = true;
    await this.#load;
  }

  /** Until so many more have been stored. */
  async store(count: number): Promise<void> {
    const target = this.stored.length + count;
    while (this.stored.length < target && this.failures.length === 0) await sleep(50);
  }

  async #until(act: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      await act(turn).catch((error: Error) => this.failures.push(`${error.message}: ${error.cause}`));
      await sleep(50);
    }
  }

  async #ask(
    path: string,
    body?: URLSearchParams,
  ): Promise<{ status: number; text: string; location: string }> {
    const { agent: dispatcher, address } = this.#edge;
    const ask = () =>
      fetch(address + path, {
        dispatcher,
        redirect: "manual",
        ...(body && { method: "POST", body: String(body), headers: { "content-type": formType } }),
      });
    const answer = await ask().catch((error) => (isFarewell(error) ? ask() : Promise.reject(error)));
    const text = await answer.text();
    const expected = body ? 303 : 200;
    if (answer.status !== expected || (/<html/.test(text) && !text.includes("</html>")))
      this.failures.push(`${body ? "POST" : "GET"} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return { status: answer.status, text, location: answer.headers.get("location") ?? "" };
  }

  async #read(path: string): Promise<void> {
    await this.#ask(path);
    this.pages += 1;
  }

  /** As a browser without scripts does: the form with what it holds already, the post, the page that follows. */
  async #write(): Promise<void> {
    const { text } = await this.#ask("/contact");
    const email = `${randomUUID()}@visitor.example`;
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const form = new URLSearchParams({ ...person, email });
    for (const [, name = "", value = ""] of hidden) form.set(name, value);
    const { status, location } = await this.#ask("/contact", form);
    if (status !== 303) return;
    if (/reference=/.test(location)) this.stored.push(email);
    else this.failures.push(`a form was answered with ${location}`);
    await this.#ask(location);
    this.pages += 2;
  }
}

/**
 * After a thousand requests nginx ends a connection in peace, and what it has not begun is asked for over another one, as browsers do
 * (RFC 9113, section 6.8).
 */
const isFarewell = ({ cause }: Error) => /"GOAWAY" frame received with code 0$/.test(String(cause));

const formType = "application/x-www-form-urlencoded";
