import { expect } from "vitest";
import errors from "#content/forms/errors.yaml";
import application from "#content/forms/mastermind.yaml";
import { plainHost } from "./chromium.ts";
import {
  applicationCase,
  describedText,
  expectAnswersKept,
  fillInByKeys,
  formCases,
  interestCase,
  listen,
  openForm,
  sendByKeys,
  sendByPress,
  summaryLinks,
  toastSays,
  typeInPeace,
  untilStored,
  waitForConfirmation,
  waitForSummary,
} from "./filling.ts";
import type { Journey } from "./journey.ts";
import { click, count, fieldValue, focused, isChecked, tabTo, textOf, waitFor } from "./visitor.ts";

/** Both forms as they are meant to be used, and the ways in which people use them. */
export const formJourneys: Journey[] = [
  ...formCases.map(
    (form): Journey => ({
      name: `a mistyped e-mail is corrected in peace and sent: ${form.name}`,
      async run(world) {
        const { visitor } = world;
        await openForm(visitor, world.address + form.path);
        await listen(visitor);
        await fillInByKeys(visitor, form, { email: "ada@visitor" });
        expect(await isChecked(visitor, "[name=agreeToTerms]")).toBe(true);
        await sendByKeys(visitor);
        await waitForSummary(visitor);
        expect(await visitor.evaluate("window.summaryFocuses")).toBe(1);
        expect(await visitor.evaluate("document.title")).toMatch(/^Error: /);
        const message = errors.email;
        expect(await summaryLinks(visitor)).toEqual([message]);
        expect(await describedText(visitor, "email")).toContain(message);

        await visitor.press("Tab");
        expect((await focused(visitor)).text).toBe(message);
        await visitor.press("Enter");
        expect((await focused(visitor)).name).toBe("email");
        await visitor.press("End");
        await typeInPeace(visitor, "email", ".example");
        expect(await fieldValue(visitor, "email")).toBe("ada@visitor.example");
        await waitFor(visitor, `document.querySelector("[name=email]").ariaInvalid !== "true"`);
        expect(await describedText(visitor, "email")).not.toContain(message);
        expect(await summaryLinks(visitor)).toEqual([]);
        expect(await visitor.evaluate("window.summaryFocuses")).toBe(1);

        await expectAnswersKept(visitor, form);
        await sendByKeys(visitor);
        await waitForConfirmation(visitor);
        const { title } = form.texts.messages.success;
        expect(await visitor.evaluate<string>("window.heard.join()")).toContain(title);
        expect(await textOf(visitor, ".confirmation :is(h2, h3)")).toContain(title);
        expect((await world[form.table]()).map(({ email }) => email)).toEqual(["ada@visitor.example"]);
      },
    }),
  ),

  {
    name: "what was sent does not come back, neither with the next mistake nor with a reload",
    async run({ visitor, address }) {
      await openForm(visitor, address + interestCase.path);
      await fillInByKeys(visitor, interestCase);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      await sendByPress(visitor);
      await waitForSummary(visitor);
      expect(await count(visitor, ".confirmation")).toBe(0);
      await visitor.evaluate("void (window.isOld = true, location.reload())");
      await waitFor(visitor, `!window.isOld && document.querySelector("form[data-hydrated]")`);
      expect(await count(visitor, ".confirmation")).toBe(0);
      for (const name of ["firstName", "lastName", "email"]) expect(await fieldValue(visitor, name)).toBe("");
      expect(await isChecked(visitor, "[name=agreeToTerms]")).toBe(false);
    },
  },

  {
    name: "the notice of the terms comes once for each attempt and goes with Escape",
    async run({ visitor, address, applications }) {
      await openForm(visitor, address + applicationCase.path);
      await fillInByKeys(visitor, applicationCase);
      await visitor.press("Space");
      const { title } = application.messages.terms;
      await sendByKeys(visitor);
      await toastSays(visitor, title);
      await visitor.press("Escape");
      await waitFor(visitor, `!document.querySelector(".toast")`);
      await click(visitor, "[name=industry]");
      await visitor.press("End");
      await typeInPeace(visitor, "industry", " care");
      await sendByKeys(visitor);
      await toastSays(visitor, title);
      await visitor.press("Escape");
      await waitFor(visitor, `!document.querySelector(".toast")`);
      expect(await applications()).toEqual([]);
      await tabTo(visitor, "[name=agreeToTerms]");
      await visitor.press("Space");
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      expect(await applications()).toHaveLength(1);
    },
  },

  {
    name: "Tab comes to the box of the terms, then to their links in the order of the sentence",
    async run({ visitor, address }) {
      await openForm(visitor, address + interestCase.path);
      const { sections, words } = interestCase.texts;
      await click(visitor, `[name=${sections.at(-1)?.names.at(-1)}]`);
      const order = [];
      for (const _ of [1, 2, 3, 4]) {
        await visitor.press("Tab");
        const { name, text } = await focused(visitor);
        order.push(name || text);
      }
      expect(order).toEqual(["agreeToTerms", words.terms.label, words.privacy.label, "sendCopy"]);
      expect(await describedText(visitor, "agreeToTerms")).toContain(
        `${words.termsLead} ${words.terms.label}`,
      );
    },
  },

  {
    name: "no error while a field is typed in; after a first attempt, on leaving it",
    async run({ visitor, address }) {
      await openForm(visitor, address + interestCase.path);
      await click(visitor, "[name=email]");
      await visitor.type("ada@");
      await visitor.press("Tab");
      await visitor.type("12");
      await visitor.press("Tab");
      expect(await count(visitor, "[aria-invalid=true]")).toBe(0);

      await sendByPress(visitor);
      await waitForSummary(visitor);
      await click(visitor, "[name=linkedinUrl]");
      await typeInPeace(visitor, "linkedinUrl", "ftp:/");
      expect(await describedText(visitor, "linkedinUrl")).not.toContain("valid LinkedIn URL");
      await visitor.press("Tab");
      await waitFor(
        visitor,
        `document.querySelector("[name=linkedinUrl]").getAttribute("aria-invalid") === "true"`,
      );
      expect(await describedText(visitor, "linkedinUrl")).toContain("valid LinkedIn URL");
      // The error came beside the field: the person goes on where he was.
      expect((await focused(visitor)).name).toBe("personalWebsite");
    },
  },

  {
    name: "a call is asked for without a number, and the form asks for one; a double press then stores once",
    async run({ visitor, address, interests }) {
      await openForm(visitor, address + interestCase.path);
      await fillInByKeys(visitor, interestCase);
      await click(visitor, "[name=preferredContact][value=phone]");
      await sendByPress(visitor);
      await waitForSummary(visitor);
      expect(await count(visitor, `.error-summary a[href="#interest-phone"]`)).toBe(1);
      expect(await describedText(visitor, "phone")).not.toBe("");
      await click(visitor, "[name=phone]");
      await visitor.type("+1 415 555 0142");
      await click(visitor, "form button[type=submit]", 2);
      await waitForConfirmation(visitor);
      expect(await interests()).toHaveLength(1);
    },
  },

  {
    name: "two tabs are two forms",
    needs: ["two tabs"],
    async run({ visitor, address, interests }) {
      await openForm(visitor, address + interestCase.path);
      const other = await visitor.newTab();
      await openForm(other, address + interestCase.path);
      await fillInByKeys(other, interestCase, { email: "second@visitor.example" });
      await sendByKeys(other);
      await waitForConfirmation(other);
      await fillInByKeys(visitor, interestCase);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      const emails = (await interests()).map(({ email }) => email);
      expect(emails.toSorted()).toEqual(["ada@visitor.example", "second@visitor.example"]);
    },
  },

  ...formCases.map(
    (form): Journey => ({
      name: `is filled in and sent by keys at 320 px, a zoom of 400 % and wide text spacing: ${form.name}`,
      async run(world) {
        const { visitor } = world;
        await visitor.resize(320, 256);
        await openForm(visitor, world.address + form.path);
        await visitor.evaluate(spacing);
        await fillInByKeys(visitor, form, {}, async () => {
          await waitFor(visitor, focusInSight);
        });
        expect(await visitor.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        await sendByKeys(visitor);
        await waitForConfirmation(visitor);
        expect(await world[form.table]()).toHaveLength(1);
        expect(await textOf(visitor, ".confirmation")).not.toBe("");
      },
    }),
  ),

  {
    name: "is sent from a plain http address, where browsers hold things back",
    needs: ["host names"],
    async run({ visitor, server, interests }) {
      await openForm(visitor, `http://${plainHost}:${new URL(server.address).port}${interestCase.path}`);
      expect(await visitor.evaluate("typeof crypto.randomUUID")).toBe("undefined");
      await fillInByKeys(visitor, interestCase);
      await sendByKeys(visitor);
      await waitForConfirmation(visitor);
      await untilStored(interests, 1);
    },
  },
];

/** WCAG 1.4.12. */
const spacing = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }");
  document.adoptedStyleSheets = [sheet];
})()`;

/** The field with the focus, or its upper part, is on the screen and nothing lies over it. */
const focusInSight = `(() => {
  const field = document.activeElement;
  const box = field.getBoundingClientRect();
  const seen = document.elementFromPoint(box.x + box.width / 2, Math.min(box.bottom, innerHeight) - 4);
  return seen !== null && (field.contains(seen) || seen.contains(field) && !seen.matches("header, header *"));
})()`;
