import { expect } from "vitest";
import interest from "#content/forms/interest.yaml";
import application from "#content/forms/mastermind.yaml";
import type { World } from "./journey.ts";
import {
  click,
  count,
  fieldValue,
  focused,
  type NamedKey,
  tabTo,
  type Visitor,
  visible,
  waitFor,
  waitUntil,
} from "./visitor.ts";

export interface FormCase {
  name: string;
  path: string;
  /** The form's id, with which those of its fields begin. */
  id: string;
  table: "interests" | "applications";
  texts: typeof interest | typeof application;
  /** What is typed into each field, in the order of the form, but for the terms. */
  answers: Record<string, string | NamedKey[]>;
}

const person = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example" };

export const interestCase: FormCase = {
  name: "interest",
  path: "/contact",
  id: "interest",
  table: "interests",
  texts: interest,
  answers: person,
};

export const applicationCase: FormCase = {
  name: "application",
  path: "/learning/mastermind-application",
  id: "application",
  table: "applications",
  texts: application,
  answers: {
    ...person,
    organization: "Harbor Clinic",
    role: "Nurse",
    // A closed list takes the letters of its entry.
    organizationSize: "Medium",
    industry: "Health",
    leadershipExperience: "Years",
    careBasedLeadership: "A handover",
    challengesDescription: "Nights",
    transformationGoals: "Mornings",
    learningExpectations: "To wait",
    timeCommitment: "Four hours",
    investmentLevel: ["Space", "ArrowDown"],
  },
};

export const formCases = [interestCase, applicationCase];

/** What the fields hold once `answers` were typed. */
const held: Record<string, string> = { organizationSize: "medium", investmentLevel: "high" };

/** Whether the script has taken over the form. */
export const hydrated = `document.querySelector("form[data-hydrated]")`;

export async function openForm(visitor: Visitor, address: string): Promise<void> {
  await visitor.open(address);
  await waitFor(visitor, `document.querySelector("form[data-hydrated], form[novalidate]")`);
}

/** Walks through the form with Tab and types what each field asks for, then ticks the terms. */
export async function fillInByKeys(
  visitor: Visitor,
  { answers }: FormCase,
  change: Record<string, string> = {},
  atEachField: () => Promise<void> = async () => {},
): Promise<void> {
  await click(visitor, `[name="firstName"]`);
  for (const [name, given] of Object.entries({ ...answers, ...change })) {
    await tabTo(visitor, `[name="${name}"]`);
    await atEachField();
    if (typeof given === "string") await visitor.type(given);
    else for (const key of given) await visitor.press(key);
  }
  await tabTo(visitor, `[name="agreeToTerms"]`);
  await atEachField();
  await visitor.press("Space");
}

/** Takes out of a field what it holds and types something else, key by key. */
export async function retype(visitor: Visitor, name: string, text: string) {
  await click(visitor, `[name="${name}"]`);
  await visitor.press("End");
  for (const _ of await fieldValue(visitor, name)) await visitor.press("Backspace");
  await visitor.type(text);
}

/** Everything that `fillInByKeys` typed is still in the form. */
export async function expectAnswersKept(visitor: Visitor, { answers }: FormCase): Promise<void> {
  const kept = await visitor.evaluate<Record<string, string>>(
    `Object.fromEntries(new FormData(document.querySelector("form.form")).entries())`,
  );
  for (const [name, given] of Object.entries(answers)) expect(kept[name], name).toBe(held[name] ?? given);
  expect(kept.agreeToTerms).toBeTruthy();
}

export async function sendByKeys(visitor: Visitor): Promise<void> {
  await tabTo(visitor, "form button[type=submit]");
  await visitor.press("Enter");
}

export function sendByPress(visitor: Visitor): Promise<void> {
  return click(visitor, "form button[type=submit]");
}

/** Begins to note what is said in live regions, and where the focus goes. */
export async function listen(visitor: Visitor): Promise<void> {
  await visitor.evaluate(`(() => {
    // A region that comes together with its words is often not read: only those that are there now count.
    const regions = new Map([...document.querySelectorAll("[role=status], [role=alert], [aria-live]")]
      .map((region) => [region, region.textContent]));
    window.heard = [];
    window.summaryFocuses = 0;
    new MutationObserver(() => {
      for (const [region, before] of regions) {
        if (region.textContent === before) continue;
        regions.set(region, region.textContent);
        if (region.textContent) window.heard.push(region.textContent);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
    document.addEventListener("focusin", (event) => {
      if (event.target.matches(".error-summary")) window.summaryFocuses += 1;
    });
  })()`);
}

/** The summary is there and took the focus. */
export async function waitForSummary(visitor: Visitor): Promise<void> {
  await waitFor(visitor, `document.activeElement?.matches(".error-summary")`);
}

/** The confirmation is there and has the focus. */
export async function waitForConfirmation(visitor: Visitor): Promise<void> {
  await waitFor(visitor, visible(".confirmation"));
  await waitFor(visitor, `document.activeElement?.closest(".confirmation")`);
}

/** A plain post leads to a page of its own. */
export async function waitForReceivedPage(visitor: Visitor): Promise<void> {
  await waitFor(visitor, `location.pathname.endsWith("/received") && document.readyState === "complete"`);
}

export async function toastSays(visitor: Visitor, words: string): Promise<void> {
  await waitFor(visitor, `document.querySelector(".toast")?.textContent.includes(${JSON.stringify(words)})`);
  expect(await count(visitor, ".toast")).toBe(1);
}

/** Types one key after another and looks after each that the field keeps the focus and its place and all is quiet. */
export async function typeInPeace(visitor: Visitor, name: string, letters: string): Promise<void> {
  const top = () =>
    visitor.evaluate<number>(`document.querySelector('[name="${name}"]').getBoundingClientRect().top`);
  const place = await top();
  for (const letter of letters) {
    await visitor.type(letter);
    expect((await focused(visitor)).name, `focus after ${letter}`).toBe(name);
    expect(await count(visitor, ".toast"), `toasts after ${letter}`).toBe(0);
    await waitUntil(
      `the field is in its place after ${letter}`,
      async () => Math.abs((await top()) - place) < 2,
    );
  }
}

/** Everything that describes the field to a screen reader. */
export function describedText(visitor: Visitor, name: string): Promise<string> {
  return visitor.evaluate(`(() => {
    const field = document.querySelector(${JSON.stringify(`[name="${name}"]`)});
    const owner = field.matches("[type=radio]") ? field.closest("fieldset") : field;
    return (owner.getAttribute("aria-describedby") ?? "").split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "").join(" ").trim();
  })()`);
}

export function summaryLinks(visitor: Visitor): Promise<string[]> {
  return visitor.evaluate(
    `[...document.querySelectorAll(".error-summary a")].map((link) => link.textContent)`,
  );
}

export async function untilStored(read: () => Promise<unknown[]>, number: number): Promise<void> {
  await waitUntil(`${number} stored`, async () => (await read()).length === number);
}

/** Leads to the page with the mistake; gives what lets the script through. */
export async function sendWithMistake(
  { visitor, address, server }: World,
  form: FormCase,
): Promise<() => void> {
  const release = server.holdFormScript();
  await visitor.open(address + form.path);
  await fillInByKeys(visitor, form, { email: "ada@visitor" });
  await sendByKeys(visitor);
  await waitFor(visitor, `document.title.startsWith("Error:") && document.readyState === "complete"`);
  expect(await summaryLinks(visitor)).toHaveLength(1);
  return release;
}

/** Mistake, correction and success are pages of their own; the script comes at last, after Back. */
export async function correctAndComeBack(world: World, form: FormCase): Promise<void> {
  const { visitor } = world;
  const release = await sendWithMistake(world, form);
  await retype(visitor, "email", "ada@visitor.example");
  await sendByKeys(visitor);
  await waitForReceivedPage(visitor);
  release();
  await visitor.back();
  await waitFor(visitor, hydrated);
}
