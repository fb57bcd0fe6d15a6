import { expect } from "vitest";
import type { Fault } from "./faulty-server.ts";
import {
  applicationCase,
  expectAnswersKept,
  type FormCase,
  fillInByKeys,
  interestCase,
  openForm,
  sendByKeys,
  sendByPress,
  toastSays,
  waitForConfirmation,
} from "./filling.ts";
import type { Journey, World } from "./journey.ts";
import { focused, waitFor, waitUntil } from "./visitor.ts";

const faults: { name: string; fault: Fault; form: FormCase }[] = [
  { name: "a proxy answers 502 to everything", fault: "502", form: interestCase },
  { name: "the answer is cut off", fault: "cut", form: applicationCase },
];

/** Whatever goes wrong on the way: form and answers stay, the visitor is informed, and another attempt stores once. */
export const failureJourneys: Journey[] = [
  ...faults.map(
    ({ name, fault, form }): Journey => ({
      name,
      async run(world) {
        await openForm(world.visitor, world.address + form.path);
        await fillInByKeys(world.visitor, form);
        await world.server.fail(fault);
        await sendByKeys(world.visitor);
        await expectFailure(world, form);
        await world.server.repair();
        await sendAgain(world, form);
      },
    }),
  ),
  {
    name: "no answer comes until the connection is lost",
    async run(world) {
      const { visitor, server } = world;
      const form = interestCase;
      await openForm(visitor, world.address + form.path);
      await fillInByKeys(visitor, form);
      await server.fail("hang");
      await sendByKeys(visitor);
      await waitUntil("the form is on its way", async () =>
        server.requests.some((request) => request.startsWith("POST")),
      );
      const button = "document.querySelector('form button[type=submit]')";
      await waitFor(
        visitor,
        `${button}.textContent.includes(${JSON.stringify(form.texts.words.submitting)})`,
      );
      // Waiting must not cost the keyboard's place.
      expect((await focused(visitor)).tag).not.toBe("body");
      // For good: a browser sends a form once more by itself when the connection breaks and the server is there.
      await server.fail("refuse");
      await expectFailure(world, form);
      await server.repair();
      await sendAgain(world, form);
    },
  },
  {
    name: "the server is restarted",
    async run(world) {
      await openForm(world.visitor, world.address + applicationCase.path);
      await fillInByKeys(world.visitor, applicationCase);
      await world.server.fail("refuse");
      await world.stopSite();
      await sendByKeys(world.visitor);
      await expectFailure(world, applicationCase);
      await world.startSite();
      await world.server.repair();
      await sendAgain(world, applicationCase);
    },
  },
  {
    name: "messages of the page to itself are lost, as WebKit's are when Back leaves it and Forward comes again",
    async run(world) {
      const { visitor, server } = world;
      await openForm(visitor, world.address + applicationCase.path);
      await fillInByKeys(visitor, applicationCase);
      await visitor.evaluate("void (MessagePort.prototype.postMessage = () => {})");
      await server.fail("502");
      await sendByKeys(visitor);
      await expectFailure(world, applicationCase);
      await server.repair();
      await sendAgain(world, applicationCase);
    },
  },
  {
    name: "a proxy sends the form twice",
    async run(world) {
      await openForm(world.visitor, world.address + interestCase.path);
      await fillInByKeys(world.visitor, interestCase);
      await world.server.fail("twice");
      await sendByKeys(world.visitor);
      await waitForConfirmation(world.visitor);
      expect(await world.interests()).toHaveLength(1);
    },
  },
  {
    name: "the visitor is offline",
    needs: ["offline switch"],
    async run(world) {
      const { visitor, engine } = world;
      await openForm(visitor, world.address + interestCase.path);
      await fillInByKeys(visitor, interestCase);
      await engine.setOffline?.(visitor, true);
      await sendByKeys(visitor);
      await expectFailure(world, interestCase);
      await engine.setOffline?.(visitor, false);
      await sendAgain(world, interestCase);
    },
  },
];

async function expectFailure({ visitor }: World, form: FormCase) {
  await toastSays(visitor, form.texts.messages.failure.title);
  await expectAnswersKept(visitor, form);
  expect((await focused(visitor)).tag).not.toBe("body");
}

async function sendAgain(world: World, form: FormCase) {
  await sendByPress(world.visitor);
  await waitForConfirmation(world.visitor);
  expect((await world[form.table]()).map(({ email }) => email)).toEqual(["ada@visitor.example"]);
}
