import { setTimeout as sleep } from "node:timers/promises";
import { startSmtp } from "../../support/smtp.ts";
import { mailsOf } from "../count.ts";
import type { Scenario, Stage } from "../stage.ts";

/** A few forms, whose senders want a confirmation or not. */
async function sendForms(stage: Stage, count: number, wantsCopy = false): Promise<void> {
  const { visitors } = stage;
  for (let index = 0; index < count; index += 1)
    await visitors.send(visitors.fillIn(wantsCopy ? { sendCopy: "on" } : {}));
  stage.expect(visitors.acknowledged.size >= count, "a form was not stored");
}

/** Whether so many mails arrive in time. */
function arrive(stage: Stage, mails: number, timeout: number): Promise<boolean> {
  return stage.becomes(() => mailsOf(stage.smtp).delivered.size >= mails, timeout);
}

/** Whether every mail was tried once in time. */
function areTried(stage: Stage): Promise<boolean> {
  const untried = "select id from notifications where attempts = 0";
  return stage.becomes(async () => (await stage.query(untried)).length === 0, 30_000);
}

async function withCopyTo(stage: Stage, email: string): Promise<void> {
  await stage.visitors.send(stage.visitors.fillIn({ email, sendCopy: "on" }));
}

/** How often attempts were made for this recipient's confirmation. */
async function attemptsFor(stage: Stage, email: string): Promise<number> {
  const rows = await stage.query<{ attempts: number }>(
    "select attempts from notifications where kind = 'receipt' and email = ?",
    [email],
  );
  return Number(rows[0]?.attempts ?? 0);
}

/** The answer to one mail comes a byte at a time and never ends; it may have arrived, and is sent again. */
export const slowServer: Scenario = {
  name: "mail-slow",
  databases: ["sqlite"],
  waits: true,
  worst: 10_000,
  mailedTwice: 1,
  async run(stage) {
    const slow = "slow@visitor.example";
    Object.assign(stage.smtp, { behavior: "trickle after DATA", concerns: slow });
    await stage.startSite();
    await withCopyTo(stage, slow);
    await stage.becomes(() => stage.smtp.recipients.some((to) => to.includes(slow)), 20_000);
    await sendForms(stage, 30);
    stage.expect(await arrive(stage, 32, 20_000), "one slow answer holds up the other mails");
    const isOver = await stage.becomes(async () => (await attemptsFor(stage, slow)) > 0, 150_000);
    stage.expect(isOver, "the slow answer is waited for without end");
    stage.smtp.behavior = "accept";
  },
};

/** One of many recipients hangs. */
export const hangingRecipient: Scenario = {
  name: "mail-hanging",
  databases: ["sqlite", "postgres"],
  waits: true,
  worst: 10_000,
  async run(stage) {
    const hangs = "hangs@visitor.example";
    Object.assign(stage.smtp, { behavior: "hang at RCPT", concerns: hangs });
    await stage.startSite();
    await withCopyTo(stage, hangs);
    await sleep(1_000);
    const start = performance.now();
    await sendForms(stage, 50, true);
    stage.expect(await arrive(stage, 101, 25_000), "one recipient that hangs holds up the others");
    stage.notes.push(`100 mails beside it in ${Math.round(performance.now() - start)} ms`);
    stage.smtp.behavior = "accept";
    await stage.becomes(async () => (await attemptsFor(stage, hangs)) > 0, 150_000);
  },
};

/** One of three of the staff is refused for the moment: the others are told once, and this one later. */
export const refusedRecipient: Scenario = {
  name: "mail-refused",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  staff: ["one@site.example", "two@site.example", "three@site.example"],
  async run(stage) {
    Object.assign(stage.smtp, { behavior: "450 at RCPT", concerns: "two@site.example" });
    await stage.startSite();
    await sendForms(stage, 20);
    stage.expect(await arrive(stage, 40, 20_000), "those who are not refused are not told");
    await areTried(stage);
    stage.smtp.behavior = "accept";
  },
};

/** What the mail server refuses for the operator's own mistakes, until somebody mends it: nothing may be given up. */
export const operatorsMistakes: Scenario = {
  name: "mail-mistakes",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    await stage.startSite({ SMTP_URL: stage.smtp.url.replace("//", "//site:wrong@") });
    for (const behavior of ["535 at AUTH", "553 at MAIL", "550 at RCPT", "552 at DATA"] as const) {
      stage.smtp.behavior = behavior;
      await sendForms(stage, 5);
      stage.expect(await areTried(stage), `nothing is tried at ${behavior}`);
    }
    const dead = await stage.query("select id from notifications where status = 'dead'");
    stage.expect(dead.length === 0, `${dead.length} notifications were given up`);
    stage.smtp.behavior = "accept";
  },
};

/** The connection drops when the mail is taken: nobody knows, so each may come again. */
export const droppedAnswer: Scenario = {
  name: "mail-dropped",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  mailedTwice: 20,
  async run(stage) {
    stage.smtp.behavior = "drop after DATA";
    await stage.startSite();
    await sendForms(stage, 20);
    await areTried(stage);
    stage.expect(mailsOf(stage.smtp).repeats === 0, "a mail that may have arrived was repeated at once");
    stage.smtp.behavior = "accept";
  },
};

/** The mail server crashes in the middle of its work and comes back. */
export const mailRestart: Scenario = {
  name: "mail-restart",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  // As many as are sent at once, for each crash.
  mailedTwice: 10,
  async run(stage) {
    const { visitors } = stage;
    stage.smtp.delay = 50;
    await stage.startSite();
    const load = visitors.come();
    for (let count = 0; count < 2; count += 1) {
      await visitors.areStored(30, 30_000);
      await stage.smtp.crash();
      stage.expect(await visitors.areStored(10, 20_000), "no form is stored without a mail server");
      stage.smtp = await startSmtp({ after: stage.smtp });
    }
    await load.end();
  },
};
