// docs/specification.md, 'Accessibility', 'Privacy promise', 'Without JavaScript'

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import errors from "#content/forms/errors.yaml";
import interest from "#content/forms/interest.yaml";
import application from "#content/forms/mastermind.yaml";
import home from "#content/home.yaml";
import problems from "#content/problems.yaml";
import { address, context, open, page, provideBrowser, takeComplaints } from "../support/browser.ts";
import { application as answers, person } from "../support/form.ts";
import { routes } from "../support/routes.ts";
import { createTestSite } from "../support/site.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

provideBrowser({ start: () => createTestSite({ SUBMISSION_RATE_LIMIT: "0" }) });

const field = (name: string) => page.locator(`[name="${name}"]`);
const fill = async (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await field(name).fill(value);
};
const { agreeToTerms: _agreed, ...valid } = person;

/** Those of axe's rules that it asks by default and that the colors decide. */
const colorRules = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/** Runs axe in the page; gives what it finds. */
async function violations(options: object = {}): Promise<string[]> {
  return page.evaluate(async (options) => {
    interface Result {
      violations: { id: string; nodes: { html: string }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<Result> } };
    const result = await axe.run(options);
    return result.violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`);
  }, options);
}

// That none scrolls sideways at any width is seen by looks.test.ts.
it.each([...routes, "/contact/received?reference=ABCD-EFGH", "/no/such/page"])(
  "%s has one h1, no complaint, no cookie, no axe violation in either theme, and asks no other host",
  async (path) => {
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    expect(await page.locator("h1").count()).toBe(1);
    await page.evaluate(axe);
    expect(await violations()).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(colorRules)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    expect([...hosts]).toEqual([address]);
    // Chromium reports the not-found page's own status.
    if (path.startsWith("/no/")) expect(takeComplaints(/404/)).toEqual([]);
  },
);

describe("a visit", () => {
  it("leads from home to the form, where an answer is stored and confirmed, and the form is empty again", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: home.hero.primary.label }).click();
    await page.waitForURL("**/contact");
    await hydrated();
    await fill({ ...valid, motivation: "A night shift that nobody thanks" });
    await field("communicationChannels").first().check();
    await field("agreeToTerms").check();
    await page.getByRole("button", { name: interest.words.submit }).click();
    await page.getByRole("heading", { name: interest.messages.success.title }).waitFor();
    expect(await field("firstName").inputValue()).toBe("");
    expect(await field("communicationChannels").first().isChecked()).toBe(false);
    await page.getByRole("button", { name: interest.words.closeToast }).click();
    expect(await page.getByText(interest.messages.success.title).count()).toBe(1);
  });

  it("shows a page that cannot be found", async () => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    expect(await page.locator("h1").textContent()).toBe(problems["404"].heading);
    // Chromium reports the status of the document itself.
    expect(takeComplaints(/404/)).toEqual([]);
  });

  it("shows the next event on home and all of them on their page", async () => {
    await page.goto("/");
    const title = await page.locator(".ticket h3").textContent();
    await page.goto("/events");
    expect(await page.locator(".ticket h3").first().textContent()).toBe(title);
    const ways = page.locator('main :is(h3, .event-dates) a[href^="/events/"]');
    expect(await ways.count()).toBeGreaterThan(5);
  });
});

describe("the interest form", () => {
  it("names each error beside its field and on top, moves the focus there, and checks again on change", async () => {
    await page.goto("/contact");
    await hydrated();
    await fill({ firstName: "A", lastName: "Moreno", email: "ada@" });
    await page.getByRole("button", { name: interest.words.submit }).click();
    const summary = page.locator(".error-summary");
    await summary.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("error-summary");
    expect(await page.title()).toMatch(/^Error: /);
    expect(await summary.getByRole("link").allTextContents()).toEqual([
      interest.fields.firstName.wrong,
      errors.email,
      interest.fields.agreeToTerms.missing,
    ]);
    const email = field("email");
    expect(await email.getAttribute("aria-invalid")).toBe("true");
    const describedBy = await email.getAttribute("aria-describedby");
    expect(await page.locator(`#${describedBy?.split(" ").at(-1)}`).textContent()).toBe(errors.email);
    await summary.getByRole("link", { name: errors.email }).click();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("email");
    await email.fill("ada@visitor.example");
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("false");
    expect(await field("lastName").inputValue()).toBe("Moreno");
  });

  it("says 'Submitting...', keeps the values when sending fails, and can be sent again", async () => {
    await page.goto("/contact");
    await hydrated();
    await fill(valid);
    await field("agreeToTerms").check();
    let release = () => {};
    await page.route("**/contact.data*", async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.abort();
    });
    const button = page.locator("form button[type=submit]");
    await button.click();
    await expect.poll(() => button.textContent()).toBe(interest.words.submitting);
    expect(await button.isDisabled()).toBe(true);
    release();
    await page.getByText(interest.messages.failure.title).first().waitFor();
    expect(await field("email").inputValue()).toBe(valid.email);
    await page.unroute("**/contact.data*");
    await button.click();
    await page.getByRole("heading", { name: interest.messages.success.title }).waitFor();
    const [reference = ""] =
      /[A-Z2-9]{4}-[A-Z2-9]{4}/.exec((await page.locator("main").textContent()) ?? "") ?? [];
    await page.getByRole("link", { name: interest.received.seeRings }).click();
    await page.waitForURL(`**/contact/received?reference=${reference}`);
    expect(await page.locator(".head-drawing text").textContent()).toBe(reference);
    expect(takeComplaints(/net::ERR_FAILED/)).toEqual([]);
  });

  it("works without JavaScript: errors with every value kept, then a page with the reference", async () => {
    await open({ javaScriptEnabled: false });
    await page.goto("/contact");
    await fill({ ...valid, phone: "12", finalThoughts: "Kept" });
    expect(await field("firstName").getAttribute("required")).not.toBeNull();
    await field("agreeToTerms").check();
    await page.getByRole("button", { name: interest.words.submit }).click();
    await page.locator(".error-summary").waitFor();
    expect(await field("finalThoughts").inputValue()).toBe("Kept");
    await field("phone").fill("+1 415 555 0142");
    await page.getByRole("button", { name: interest.words.submit }).click();
    await page.waitForURL("**/contact/received?reference=*");
    expect(await page.locator("main").textContent()).toMatch(/[A-Z2-9]{4}-[A-Z2-9]{4}/);
    expect(takeComplaints(/400/)).toEqual([]);
  });
});

/** React has taken over the form. */
async function hydrated() {
  await page.locator("form[data-hydrated]").waitFor();
}

describe("the Mastermind application", () => {
  const { agreeToTerms: _terms, organizationSize, investmentLevel, ...typed } = answers;
  const fillIn = async () => {
    await fill(typed);
    await page.getByLabel(application.fields.organizationSize.label).selectOption(organizationSize);
    await page.locator(`[name=investmentLevel][value=${investmentLevel}]`).check();
  };
  const send = () => page.getByRole("button", { name: application.words.submit }).click();

  it("asks for the agreement with a notice and sends nothing, then stores, confirms and is empty again", async () => {
    await page.goto("/learning/application");
    await hydrated();
    await fillIn();
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    await send();
    await page.locator(".toast").getByText(application.messages.terms.title, { exact: true }).waitFor();
    expect(posts).toBe(0);
    expect(await field("agreeToTerms").getAttribute("aria-invalid")).toBe("true");
    expect(await page.title()).toMatch(/^Error: /);

    await field("agreeToTerms").check();
    await send();
    const confirmation = page.getByRole("region", { name: application.messages.success.title });
    await confirmation.waitFor();
    expect(await confirmation.textContent()).toMatch(/[A-Z2-9]{4}-[A-Z2-9]{4}/);
    expect(await confirmation.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field("challengesDescription").inputValue()).toBe("");
    expect(posts).toBe(1);
  });

  it("lists every missing answer in a summary that has the focus and leads to each field", async () => {
    await page.goto("/learning/mastermind-application");
    await hydrated();
    await send();
    const summary = page.locator(".error-summary");
    await summary.waitFor();
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
    const links = summary.getByRole("link");
    expect(await links.count()).toBe(15);
    for (const link of await links.all()) {
      const id = (await link.getAttribute("href"))?.slice(1) ?? "";
      await link.click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(id);
      const described = await page.locator(`[id="${id}"]`).evaluate((element) => {
        const owner = element.matches("[type=radio]") ? element.closest("fieldset") : element;
        const ids = owner?.getAttribute("aria-describedby")?.split(" ") ?? [];
        return ids.map((one) => document.getElementById(one)?.textContent).join(" ");
      });
      const text = (await link.textContent()) ?? "";
      expect(described).toContain(text.replace(`${application.messages.terms.title}: `, ""));
    }
  });

  it("works without JavaScript, from the notice of the terms to the reference", async () => {
    await open({ javaScriptEnabled: false });
    await page.goto("/learning/mastermind-application");
    await fillIn();
    await send();
    await page.getByText(application.messages.terms.title).first().waitFor();
    expect(await field("challengesDescription").inputValue()).toBe("Nights");
    expect(await field("investmentLevel").nth(1).isChecked()).toBe(true);
    await field("agreeToTerms").check();
    await send();
    await page.waitForURL("**/learning/mastermind-application/received?reference=*");
    // Chromium reports the refused post's own status.
    expect(takeComplaints(/400/)).toEqual([]);
  });
});
