import { expect } from "vitest";
import {
  applicationCase,
  correctAndComeBack,
  expectAnswersKept,
  type FormCase,
  fillInByKeys,
  hydrated,
  interestCase,
  openForm,
  sendByKeys,
  waitForConfirmation,
  waitForReceivedPage,
} from "./filling.ts";
import type { Journey, World } from "./journey.ts";
import { fieldValue, waitFor, waitUntil } from "./visitor.ts";

/** Who comes back to a form that was sent and sends it again as it is, has sent one form. */
export const returningJourneys: Journey[] = [
  ...[
    { form: applicationCase, keepsPages: true, name: "to the page as it was" },
    { form: interestCase, keepsPages: false, name: "to a page that is fetched anew" },
  ].flatMap(({ form, keepsPages, name }): Journey[] => [
    {
      name: `sent before the script came, after Back with it, ${name}`,
      visit: { keepsPages },
      async run(world) {
        const { visitor, server } = world;
        const release = server.holdFormScript();
        await sendByBrowser(world, form);
        release();
        await visitor.back();
        await waitFor(visitor, hydrated);
        await expectOneWhenSentAgain(world, form);
      },
    },
    {
      name: `sent before the script came, after Back still without it, ${name}`,
      visit: { keepsPages },
      async run(world) {
        const release = world.server.holdFormScript();
        await sendByBrowser(world, form);
        for (const _ of ["once", "again"]) await sendOnceMoreByBrowser(world, form);
        release();
      },
    },
    {
      name: `sent from a page with mistakes, after Back, ${name}`,
      visit: { keepsPages },
      async run(world) {
        await correctAndComeBack(world, form);
        await expectOneWhenSentAgain(world, form);
      },
    },
  ]),
  {
    name: "sent without the script from a part of the page that was gone to, after Back",
    visit: { keepsPages: false },
    async run(world) {
      const { visitor, address } = world;
      const form = interestCase;
      world.server.missing = /\.m?js(\?|$)/;
      await visitor.open(address + form.path);
      await visitor.evaluate(`void (location.hash = "main")`);
      await fillInByKeys(visitor, form);
      await sendByKeys(visitor);
      await waitForReceivedPage(visitor);
      await sendOnceMoreByBrowser(world, form);
    },
  },
  {
    name: "what is written after a reload that emptied the form is another submission",
    visit: { keepsPages: false },
    async run(world) {
      const { visitor, server } = world;
      server.missing = /\.m?js(\?|$)/;
      await sendByBrowser(world, interestCase);
      await visitor.back();
      await waitFor(visitor, formLoaded);
      const sent = await fieldValue(visitor, "submissionId");
      await visitor.evaluate("void (window.isOld = true)");
      await visitor.reload();
      await waitFor(visitor, `!window.isOld && ${formLoaded}`);
      // Firefox brings the words back, and then they are what was sent.
      const isEmpty = (await fieldValue(visitor, "firstName")) === "";
      expect((await fieldValue(visitor, "submissionId")) === sent).toBe(!isEmpty);
    },
  },
  ...[true, false].map(
    (keepsPages): Journey => ({
      name: `left by Back on its way, and cut off, ${keepsPages ? "to the page as it was" : "to a page that is fetched anew"}`,
      visit: { keepsPages },
      async run(world) {
        const { visitor, server } = world;
        const form = interestCase;
        await visitor.open(`${world.address}/privacy`);
        await openForm(visitor, world.address + form.path);
        await fillInByKeys(visitor, form);
        await server.fail("hang");
        await sendByKeys(visitor);
        await waitUntil("the form is on its way", async () =>
          server.requests.some((request) => request.startsWith("POST")),
        );
        await visitor.back();
        await waitFor(visitor, `location.pathname === "/privacy"`);
        await server.fail("refuse");
        await server.repair();
        await visitor.evaluate("void history.forward()");
        await waitFor(visitor, hydrated);
        await waitFor(visitor, `document.activeElement?.closest(".error-summary, .confirmation")`);
        // A browser that has kept the page whole may have sent the request again by itself, and then it arrived.
        if (await visitor.evaluate(`document.querySelector(".error-summary") !== null`)) {
          await expectAnswersKept(visitor, form);
          await sendByKeys(visitor);
        }
        await waitForConfirmation(visitor);
        expect(await world[form.table]()).toHaveLength(1);
      },
    }),
  ),
];

/** Not `complete`: for Firefox, a page whose script is held up has not loaded. */
const formLoaded = `document.querySelector("form.form") && document.readyState !== "loading"`;

async function sendByBrowser({ visitor, address }: World, form: FormCase) {
  await visitor.open(address + form.path);
  await fillInByKeys(visitor, form);
  await sendByKeys(visitor);
  await waitForReceivedPage(visitor);
}

/** Goes back to the form, whose answers came back, and has the browser send it as it is. */
async function sendOnceMoreByBrowser(world: World, form: FormCase): Promise<void> {
  const { visitor } = world;
  await visitor.back();
  await waitFor(visitor, formLoaded);
  await expectAnswersKept(visitor, form);
  await sendByKeys(visitor);
  await waitForReceivedPage(visitor);
  expect(await world[form.table]()).toHaveLength(1);
}

/** Sends the form as it is, whose answers came back. */
async function expectOneWhenSentAgain(world: World, form: FormCase): Promise<void> {
  await expectAnswersKept(world.visitor, form);
  await sendByKeys(world.visitor);
  await waitForConfirmation(world.visitor);
  expect(await world[form.table]()).toHaveLength(1);
}
