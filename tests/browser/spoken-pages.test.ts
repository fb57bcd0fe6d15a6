// docs/specification.md, 'Accessibility'

import type { Locator } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import application from "#content/forms/mastermind.yaml";
import navigation from "#content/navigation.yaml";
import { context, page, provideBrowser } from "../support/browser.ts";
import { createTestSite } from "../support/site.ts";

/** One thing that a screen reader says: role, name, and the states that matter. */
interface Step {
  role: string;
  name: string;
  states: Record<string, unknown>;
  description: string;
}

provideBrowser({
  start: () => createTestSite({ SUBMISSION_RATE_LIMIT: "0" }),
  expected: /^Failed to load resource/,
});

/** The page from its beginning, as the browser hands it to assistive technology. */
async function spoken(): Promise<Step[]> {
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const known = [
    "expanded",
    "checked",
    "invalid",
    "required",
    "modal",
    "level",
    "disabled",
    "live",
    "focused",
  ];
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  // They come level by level; they are read branch by branch.
  const inOrder = (id: string): typeof nodes => {
    const node = byId.get(id);
    return node ? [node, ...(node.childIds ?? []).flatMap(inOrder)] : [];
  };
  return inOrder(nodes[0]?.nodeId ?? "")
    .filter((node) => !node.ignored)
    .map((node) => ({
      role: String(node.role?.value ?? ""),
      name: String(node.name?.value ?? "").trim(),
      states: Object.fromEntries(
        (node.properties ?? [])
          .filter(({ name }) => known.includes(name))
          .map(({ name, value }) => [name, value.value]),
      ),
      description: String(node.description?.value ?? ""),
    }));
}

const withRole = (steps: Step[], role: string) => steps.filter((step) => step.role === role);
const names = (steps: Step[], role: string) => withRole(steps, role).map(({ name }) => name);
async function find(role: string, name: string): Promise<Step> {
  const step = (await spoken()).find((one) => one.role === role && one.name === name);
  if (!step) throw new Error(`no ${role} is called '${name}'`);
  return step;
}
const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element.contains(document.activeElement));

/** From now on, what is said in regions that are there now. */
async function listen() {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]"))
      new MutationObserver(() => {
        if (region.textContent && heard.at(-1) !== region.textContent) heard.push(region.textContent);
      }).observe(region, { subtree: true, childList: true, characterData: true });
  });
}
const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

describe("home", () => {
  it("begins with the way to the content, the banner and the main navigation", async () => {
    await page.goto("/");
    const steps = await spoken();
    const links = names(steps, "link");
    expect(links[0]).toBe(navigation.words.skip);
    expect(names(steps, "banner")).toHaveLength(1);
    expect(names(steps, "main")).toHaveLength(1);
    expect(names(steps, "contentinfo")).toHaveLength(1);
    expect(names(steps, "navigation")).toContain(navigation.words.main);
    expect(new Set(names(steps, "navigation")).size).toBe(names(steps, "navigation").length);
  });

  it("is walked through by headings that begin with one of the first level and skip none", async () => {
    await page.goto("/");
    const levels = withRole(await spoken(), "heading").map(({ states }) => Number(states.level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    const skips = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
    expect(skips).toEqual([]);
  });
});

describe("the menus", () => {
  it.each(navigation.header)("'$label' says whether it is open, then its links", async ({ label, links }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: label, exact: true });
    expect((await find("button", label)).states.expanded).toBe(false);
    const before = names(await spoken(), "link").length;
    await button.focus();
    await page.keyboard.press("Enter");
    expect((await find("button", label)).states.expanded).toBe(true);
    const after = names(await spoken(), "link");
    expect(after.length - before).toBe(links.length);
    expect(after).toEqual(expect.arrayContaining(links.map((link) => link.label)));
    await page.keyboard.press("Escape");
    expect((await find("button", label)).states.expanded).toBe(false);
  });
});

describe("the sheet", () => {
  beforeEach(async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await page.getByRole("button", { name: navigation.words.open }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: navigation.words.close }).waitFor();
  });

  it("is a modal dialog with a name, and nothing behind it is read", async () => {
    expect((await find("dialog", navigation.words.sheet)).states.modal).toBe(true);
    const steps = await spoken();
    for (const behind of ["main", "contentinfo"]) expect(names(steps, behind), behind).toEqual([]);
    expect(names(steps, "link")).not.toContain(navigation.words.skip);
    expect(names(steps, "button")).not.toContain(navigation.words.open);
  });

  it("offers its groups, closed, and says which one is open", async () => {
    const groups = [...navigation.header, ...navigation.sheet];
    const states = async () =>
      (await spoken())
        .filter(
          ({ role, name }) =>
            role.startsWith("DisclosureTriangle") && groups.some(({ label }) => label === name),
        )
        .map(({ name, states }) => [name, states.expanded]);
    expect(await states()).toEqual(groups.map(({ label }) => [label, false]));
    await page.locator("#sheet summary").nth(1).focus();
    await page.keyboard.press("Enter");
    expect(await states()).toEqual(groups.map(({ label }, index) => [label, index === 1]));
    const links = names(await spoken(), "link");
    expect(links).toEqual(expect.arrayContaining(groups[1]?.links.map(({ label }) => label) ?? []));
  });
});

describe.each([
  { path: "/contact", id: "interest", texts: interest, wrong: 4 },
  { path: "/learning/mastermind-application", id: "application", texts: application, wrong: 15 },
])("the form at $path", ({ path, id, texts, wrong }) => {
  const send = () => page.getByRole("button", { name: texts.words.submit }).press("Enter");
  beforeEach(async () => {
    await page.goto(path);
    await page.locator("form[data-hydrated], form[novalidate]").waitFor();
  });

  it("is walked through by headings, one for each section", async () => {
    const headings = names(await spoken(), "heading");
    const sections = texts.sections.map(({ title }) => title);
    expect(headings.filter((name) => sections.includes(name))).toEqual(sections);
  });

  it("names every field, and what is required says so", async () => {
    const steps = await spoken();
    const fields = steps.filter(({ role }) => ["textbox", "combobox", "radio", "checkbox"].includes(role));
    expect(fields.filter(({ name }) => name === "")).toEqual([]);
    const required = withRole(steps, "textbox").filter(({ states }) => states.required === true);
    expect(required.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        [texts.fields.firstName, texts.fields.lastName, texts.fields.email].map(({ label }) =>
          expect.stringContaining(label),
        ),
      ),
    );
    expect(required.map(({ name }) => name)).not.toContain(expect.stringContaining(texts.fields.phone.label));
  });

  it("says what is wrong in an alert that has the focus, then at each field", async () => {
    await send();
    const summary = page.locator(".error-summary");
    await expect.poll(() => hasFocus(summary)).toBe(true);
    const steps = await spoken();
    expect(names(steps, "alert").length).toBeGreaterThan(0);
    expect(names(steps, "heading")).toContain(texts.words.problem);
    expect(await summary.getByRole("link").count()).toBe(wrong);
    const email = steps.find(
      ({ role, name }) => role === "textbox" && name.startsWith(texts.fields.email.label),
    );
    expect(email?.states.invalid).toBe("true");
    const message = await summary.locator(`a[href="#${id}-email"]`).textContent();
    expect(email?.description).toContain(message);
    const phone = steps.find(
      ({ role, name }) => role === "textbox" && name.startsWith(texts.fields.phone.label),
    );
    expect(phone?.states.invalid).toBe("false");
  });

  async function fillIn() {
    for (const field of await page
      .locator("form :is(input, textarea)[required]:not([type=radio], [type=checkbox])")
      .all())
      await field.pressSequentially(
        (await field.getAttribute("type")) === "email" ? "ada@visitor.example" : "Ada",
      );
    for (const field of await page.locator("form select[required]").all())
      await field.selectOption({ index: 1 });
    for (const field of await page.locator("form [type=radio][required]").all()) await field.check();
    await page.locator("[name=agreeToTerms]").check();
  }

  it("says in a region that was there before that it was sent, and leads to the confirmation", async () => {
    expect(withRole(await spoken(), "status").length).toBeGreaterThan(0);
    await listen();
    await fillIn();
    await send();
    await expect.poll(heard).toContainEqual(expect.stringContaining(texts.messages.success.title));
    const confirmation = page.locator(".confirmation");
    await expect.poll(() => hasFocus(confirmation)).toBe(true);
    const headings = names(await spoken(), "heading");
    expect(headings).toContainEqual(expect.stringContaining(texts.messages.success.title));
  });

  it("says that sending failed, once, and keeps the place", async () => {
    await fillIn();
    await page.route("**/*.data*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await send();
    await page.locator(".toast").waitFor();
    expect(await page.locator(":is([role=alert], [role=status])").allTextContents()).toContainEqual(
      expect.stringContaining(texts.messages.failure.title),
    );
    expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe("body");
    const [close] = withRole(await spoken(), "button").filter(({ name }) => name === texts.words.closeToast);
    expect(close).toBeDefined();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".toast").count()).toBe(0);
  });
});
