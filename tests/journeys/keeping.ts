import { expect } from "vitest";
import {
  applicationCase,
  correctAndComeBack,
  expectAnswersKept,
  fillInByKeys,
  hydrated,
  interestCase,
  openForm,
  retype,
  sendByKeys,
  sendWithMistake,
  summaryLinks,
  toastSays,
  waitForConfirmation,
  waitForSummary,
} from "./filling.ts";
import type { Journey } from "./journey.ts";
import { count, fieldValue, isChecked, tabTo, type Visitor, waitFor } from "./visitor.ts";

/** It has more kinds of fields than the other form; script and history treat both alike. */
const form = applicationCase;

/** What is typed stays, whatever becomes of its page; what was sent, or is no longer true, does not come back. */
export const keepingJourneys: Journey[] = [
  afterSuccess({ name: "a reload", needs: ["words after reload"], again: reload }),
  afterSuccess({
    name: "Back to a page that was thrown away",
    visit: { keepsPages: false },
    again: leaveAndComeBack,
  }),
  afterRefusal(),
  afterLeaving(),
  storedWithoutAnswer(),
  correctedBeforeScript(),
  failsAfterErrorPage(),
  backToErrorPage(),
  {
    name: "what is changed after a failure survives Back to a page that was thrown away, and what was sent does not come over it",
    visit: { keepsPages: false },
    async run({ visitor, address, server, interests }) {
      await openForm(visitor, address + interestCase.path);
      await fillInByKeys(visitor, interestCase);
      await retype(visitor, "phone", "+1 415 555 0142");
      await server.fail("502");
      await sendByKeys(visitor);
      await toastSays(visitor, interestCase.texts.messages.failure.title);
      await server.repair();
      await retype(visitor, "lastName", "Hopper");
      await retype(visitor, "phone", "");
      await leaveAndComeBack(visitor);
      expect(await fieldValue(visitor, "lastName")).toBe("Hopper");
      expect(await fieldValue(visitor, "phone")).toBe("");
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await interests()).toHaveLength(1);
    },
  },
  {
    name: "a mistake is spoken of no more after an attempt that fails for another reason",
    async run({ visitor, address, server }) {
      await openForm(visitor, address + interestCase.path);
      await fillInByKeys(visitor, interestCase);
      await server.fail("502");
      await sendByKeys(visitor);
      const { failure } = interestCase.texts.messages;
      await toastSays(visitor, failure.title);
      await server.repair();
      await retype(visitor, "firstName", "");
      await sendByKeys(visitor);
      await waitFor(visitor, `document.querySelector(".error-summary a[href='#interest-firstName']")`);
      expect(await visitor.evaluate(`document.querySelector(".error-summary").innerText`)).not.toContain(
        failure.title,
      );
    },
  },
];

/** The next form in the same entry of the history. */
function afterSuccess({
  name,
  again,
  ...journey
}: Pick<Journey, "name" | "needs" | "visit"> & { again(visitor: Visitor): Promise<void> }): Journey {
  return {
    name: `what is typed after a success survives ${name}, what was sent does not`,
    ...journey,
    async run({ visitor, address }) {
      await openForm(visitor, address + form.path);
      await fillInByKeys(visitor, form);
      const sent = await fieldValue(visitor, "submissionId");
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      await retype(visitor, "lastName", "Hopper");
      await tabTo(visitor, "[name=sendCopy]");
      await visitor.press("Space");
      for (const _ of ["once", "again"]) {
        await again(visitor);
        expect(await fieldValue(visitor, "lastName")).toBe("Hopper");
        expect(await isChecked(visitor, "[name=sendCopy]")).toBe(true);
        for (const name of ["firstName", "email"]) expect(await fieldValue(visitor, name)).toBe("");
        expect(await isChecked(visitor, "[name=agreeToTerms]")).toBe(false);
        expect(await fieldValue(visitor, "submissionId")).not.toBe(sent);
      }
    },
  };
}

function afterRefusal(): Journey {
  return {
    needs: ["words after reload"],
    name: `what is typed after a mistake and after a failure survives a reload`,
    async run({ visitor, address, server }) {
      await openForm(visitor, address + form.path);
      await fillInByKeys(visitor, form, { email: "ada@visitor" });
      await sendByKeys(visitor);
      await waitForSummary(visitor);
      await retype(visitor, "email", "ada@visitor.example");
      await reload(visitor);
      await expectAnswersKept(visitor, form);
      await server.fail("502");
      await sendByKeys(visitor);
      await toastSays(visitor, form.texts.messages.failure.title);
      await server.repair();
      await retype(visitor, "phone", "+1 415 555 0142");
      await reload(visitor);
      await expectAnswersKept(visitor, form);
      expect(await fieldValue(visitor, "phone")).toBe("+1 415 555 0142");
    },
  };
}

function afterLeaving(): Journey {
  return {
    name: `what is typed survives a look at the terms and Back, Forward and Back`,
    visit: { keepsPages: true },
    async run({ visitor, address }) {
      await openForm(visitor, address + form.path);
      await fillInByKeys(visitor, form);
      await tabTo(visitor, ".form-end a[href='/terms']");
      await visitor.press("Enter");
      await waitFor(visitor, `location.pathname === "/terms" && document.readyState === "complete"`);
      for (const _ of ["once", "again"]) {
        await visitor.back();
        await waitFor(visitor, hydrated);
        await expectAnswersKept(visitor, form);
        await visitor.evaluate("void history.forward()");
        await waitFor(visitor, `location.pathname === "/terms"`);
      }
    },
  };
}

/** The browser sends the form itself; the script comes when its answer has been corrected. */
function correctedBeforeScript(): Journey {
  return {
    name: `a script that comes late complains of nothing that was corrected`,
    async run(world) {
      const { visitor } = world;
      const release = await sendWithMistake(world, form);
      await retype(visitor, "email", "ada@visitor.example");
      release();
      await waitFor(visitor, hydrated);
      await expectNoComplaint(visitor);
      await expectAnswersKept(visitor, form);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await world[form.table]()).toHaveLength(1);
    },
  };
}

/** The words come back with the reload, and with them the submission that they are. */
function storedWithoutAnswer(): Journey {
  return {
    needs: ["words after reload"],
    name: `what was stored without an answer is not stored again after a reload`,
    async run(world) {
      const { visitor, server } = world;
      await openForm(visitor, world.address + form.path);
      await fillInByKeys(visitor, form);
      await server.fail("cut");
      await sendByKeys(visitor);
      await toastSays(visitor, form.texts.messages.failure.title);
      await server.repair();
      await reload(visitor);
      await expectAnswersKept(visitor, form);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await world[form.table]()).toHaveLength(1);
    },
  };
}

function failsAfterErrorPage(): Journey {
  return {
    name: `what the server gave back survives a failure`,
    async run(world) {
      const { visitor, server } = world;
      const release = await sendWithMistake(world, form);
      release();
      await waitFor(visitor, hydrated);
      await retype(visitor, "email", "ada@visitor.example");
      await server.fail("502");
      await sendByKeys(visitor);
      await toastSays(visitor, form.texts.messages.failure.title);
      await expectAnswersKept(visitor, form);
      await server.repair();
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await world[form.table]()).toHaveLength(1);
    },
  };
}

function backToErrorPage(): Journey {
  return {
    visit: { keepsPages: false },
    name: `Back after a success shows no mistake that was corrected`,
    async run(world) {
      const { visitor } = world;
      await correctAndComeBack(world, form);
      await expectNoComplaint(visitor);
      expect(await fieldValue(visitor, "email")).toBe("ada@visitor.example");
    },
  };
}

async function expectNoComplaint(visitor: Visitor) {
  expect(await summaryLinks(visitor)).toEqual([]);
  expect(await count(visitor, "[aria-invalid=true]")).toBe(0);
  expect(await visitor.evaluate("document.title")).not.toMatch(/^Error:/);
}

async function reload(visitor: Visitor) {
  await visitor.evaluate("window.isOld = true");
  await visitor.reload();
  await waitFor(visitor, `!window.isOld && ${hydrated}`);
}

async function leaveAndComeBack(visitor: Visitor) {
  await visitor.evaluate("void (window.isOld = true)");
  await tabTo(visitor, ".form-end a[href='/terms']");
  await visitor.press("Enter");
  await waitFor(visitor, `location.pathname === "/terms" && document.readyState === "complete"`);
  await visitor.back();
  await waitFor(visitor, `!window.isOld && ${hydrated}`);
}
