import type { ContactSubmission, SubmissionOutcome } from "#submissions/submission.ts";
import { contactRow, contactSubmission } from "../support/form.ts";
import type { Instance } from "./instance.ts";
import type { Post } from "./plan.ts";
import type { Connection } from "./web-server.ts";
import type { World } from "./world.ts";

/** How often somebody sends a form again whose answer was a failure or did not come. */
const mostTries = 6;

/** People who send forms through a proxy that keeps connections, and send them again when it failed. */
export class Visitors {
  readonly #world: World;
  waiting = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Each at the time that the plan says. */
  come(): void {
    for (const post of this.#world.plan.posts)
      this.#world.time.schedule(() => {
        for (let press = 0; press <= Number(post.isDouble); press += 1) void this.#visit(post);
      }, post.at);
  }

  async #visit(post: Post): Promise<void> {
    const { time, auditor } = this.#world;
    this.waiting += 1;
    for (let tries = 0; tries < mostTries; ) {
      const [instance, connection] = this.#connect();
      if (!instance || !connection) {
        await time.wait(500);
        continue;
      }
      tries += 1;
      const arrived = time.now;
      const outcome = await this.#send(post, instance, connection);
      this.#world.note(`post ${formOf(post)}: ${outcome?.kind ?? "no answer"}`, instance);
      auditor.answered(post, outcome, instance, arrived);
      if (outcome && instance.isStopping && connection.isOpen)
        auditor.accuse("an answer keeps its connection, though the process stops", instance);
      if (outcome && outcome.kind !== "failed") break;
      await time.wait(3_000);
    }
    this.waiting -= 1;
  }

  #connect(): [Instance?, Connection?] {
    const { open, time } = this.#world;
    const instance = open[Math.floor(time.random() * open.length)];
    const idle = [...(instance?.server.connections ?? [])].find(({ request }) => !request);
    return [instance, idle && time.random() < 0.7 ? idle : instance?.server.connect()];
  }

  #send(post: Post, instance: Instance, connection: Connection): Promise<SubmissionOutcome | undefined> {
    const { time } = this.#world;
    const arrived = time.now;
    return time.on(instance, () =>
      instance.server.request(connection, async () => {
        if (post.upload > 0) await time.wait(post.upload);
        return instance.store.submit(submissionOf(post), String(post.client), arrived);
      }),
    );
  }
}

/** Two posts of the same form are one submission. */
export function formOf(post: Post): string {
  return `${senderOf(post)}/${post.contents}/${post.wantsReceipt}`;
}

function senderOf({ form, isStrange }: Post): string {
  return isStrange ? `${form}-stranger` : String(form);
}

function submissionOf(post: Post): ContactSubmission {
  const email = `${senderOf(post)}@visitor.example`;
  const name = post.isStrange ? "Ben Okafor" : "Ada Moreno";
  return contactSubmission({
    submissionId: `00000000-0000-4000-8000-00000000000${post.form}`,
    applicantName: name,
    applicantEmail: email,
    answers: { motivation: String(post.contents) },
    wantsReceipt: post.wantsReceipt,
    row: contactRow({
      ...{ full_name: name, email, linkedin_url: String(post.client) },
      ...{ message: formOf(post), newsletter_signup: false },
    }),
  });
}
