import { expect } from "vitest";
import {
  expectAnswersKept,
  type FormCase,
  fillInByKeys,
  formCases,
  openForm,
  retype,
  sendByKeys,
  sendWithMistake,
  waitForConfirmation,
  waitForReceivedPage,
} from "./filling.ts";
import type { Journey, World } from "./journey.ts";
import { waitFor, waitUntil } from "./visitor.ts";

/** Who comes back to a form that was sent and sends it again as it is, has sent one form. */
export const returningJourneys: Journey[] = formCases.flatMap((form) => [
  {
    name: `sent before the script came, after Back with it: ${form.name}`,
    async run(world) {
      const { visitor, server } = world;
      const release = server.holdFormScript();
      await sendByBrowser(world, form);
      release();
      await visitor.back();
      await waitFor(visitor, hydrated);
      await expectAnswersKept(visitor, form);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await world[form.table]()).toHaveLength(1);
    },
  },
  {
    name: `sent before the script came, after Back still without it: ${form.name}`,
    async run(world) {
      const { visitor, server } = world;
      const release = server.holdFormScript();
      await sendByBrowser(world, form);
      await visitor.back();
      await waitFor(visitor, `document.querySelector("form.form") && document.readyState === "complete"`);
      await expectAnswersKept(visitor, form);
      await sendByKeys(visitor);
      await waitForReceivedPage(visitor);
      expect(await world[form.table]()).toHaveLength(1);
      release();
    },
  },
  {
    name: `sent from a page with mistakes, after Back: ${form.name}`,
    async run(world) {
      const { visitor } = world;
      const release = await sendWithMistake(world, form);
      await retype(visitor, "email", "ada@visitor.example");
      await sendByKeys(visitor);
      await waitForReceivedPage(visitor);
      release();
      await visitor.back();
      await waitFor(visitor, hydrated);
      await expectAnswersKept(visitor, form);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await world[form.table]()).toHaveLength(1);
    },
  },
  {
    name: `left by Back on its way, and cut off: ${form.name}`,
    async run(world) {
      const { visitor, server } = world;
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
      await waitFor(visitor, `document.querySelector(".error-summary, .confirmation")`);
      // A browser that has kept the page whole may have sent the request again by itself, and then it arrived.
      if (await visitor.evaluate(`document.querySelector(".error-summary") !== null`)) {
        await expectAnswersKept(visitor, form);
        await sendByKeys(visitor);
      }
      await waitForConfirmation(visitor);
      expect(await world[form.table]()).toHaveLength(1);
    },
  },
]);

const hydrated = `document.querySelector("form[data-hydrated]")`;

async function sendByBrowser({ visitor, address }: World, form: FormCase) {
  await visitor.open(address + form.path);
  await fillInByKeys(visitor, form);
  await sendByKeys(visitor);
  await waitForReceivedPage(visitor);
}
