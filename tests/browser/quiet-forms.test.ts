// docs/specification.md, 'Toasts', 'Error summary', 'Sending state'

import { beforeEach, describe, expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import application from "#content/forms/mastermind.yaml";
import { address, drawn, open, page, provideBrowser, site } from "../support/browser.ts";
import { form } from "../support/form.ts";
import { createTestSite } from "../support/site.ts";

provideBrowser({
  start: () => createTestSite({ SUBMISSION_RATE_LIMIT: "0" }),
  expected: /^Failed to load resource|Failed to fetch dynamically imported module/,
});

const field = (name: string) => page.locator(`[name="${name}"]`).first();
const submit = () => page.locator("form button[type=submit]");
const toast = () => page.locator(".toast");
const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
const invalid = () =>
  page.locator("[aria-invalid=true]").evaluateAll((all) => all.map((one) => one.getAttribute("name")));

async function goTo(path: string) {
  await page.goto(path);
  await page.locator("form[data-hydrated]").waitFor();
}

async function fillInInterest() {
  for (const [name, value] of Object.entries({
    firstName: "Ada",
    lastName: "Moreno",
    email: "ada@visitor.example",
  }))
    await field(name).pressSequentially(value);
  await field("agreeToTerms").press("Space");
}

/** Fills in the interest form and sends it over a line that is cut. */
async function sendInVain() {
  await goTo("/contact");
  await fillInInterest();
  await page.route("**/*.data*", (route) => route.abort());
  await submit().press("Enter");
}

/** Holds the answer to a form back until it is asked to come. */
async function holdAnswer(): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.data*", async (route) => {
    await released;
    await route.abort();
  });
  return release;
}

describe("the notice in the corner", () => {
  beforeEach(async () => {
    await goTo("/learning/mastermind-application");
    await page.route("**/*.data*", (route) => route.abort());
  });

  /** Everything but the terms: the notice asks for them. The page's clock stands, so that it never goes by itself. */
  async function raise() {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 600_000);
    await submit().press("Enter");
    await toast().getByText(application.messages.terms.title).waitFor();
  }

  it.each([
    [390, 844],
    [320, 256],
  ])("at %i times %i px lies over nothing that Tab comes to", async (width, height) => {
    await page.setViewportSize({ width, height });
    await raise();
    const covered: string[] = [];
    let place: { name: string; isCovered: boolean };
    do {
      await page.keyboard.press("Tab");
      place = await page.evaluate(() => {
        const over = document.querySelector(".toast")?.getBoundingClientRect();
        const { activeElement: at } = document;
        if (!over || !at) throw new Error("no toast");
        const { left, right, top, height } = at.getBoundingClientRect();
        // Of a field of many lines, the first ones.
        const bottom = top + Math.min(height, 48);
        const isCovered = left < over.right && right > over.left && top < over.bottom && bottom > over.top;
        return { name: at.getAttribute("name") ?? `${at.localName} ${at.textContent}`, isCovered };
      });
      if (place.isCovered) covered.push(place.name);
    } while (!place.name.startsWith("button"));
    expect(covered).toEqual([]);
  });

  it("goes with Escape at once, wherever the focus is", async () => {
    await raise();
    await field("role").focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => toast().count()).toBe(0);
    expect(await focusedName()).toBe("role");
  });

  it("goes as soon as the box is ticked, and the summary with it", async () => {
    for (const name of ["firstName", "lastName", "organization", "role", "industry", "timeCommitment"])
      await field(name).pressSequentially("Ada");
    await raise();
    await field("agreeToTerms").press("Space");
    await expect.poll(() => toast().count()).toBe(0);
    expect(await page.locator(".error-summary").textContent()).not.toContain(
      application.messages.terms.title,
    );
    expect(await page.locator(".error-summary").count()).toBe(1);
  });

  it("gives the focus back to where it was when its own button closes it", async () => {
    await raise();
    await field("role").focus();
    const close = page.getByRole("button", { name: application.words.closeToast });
    await close.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => toast().count()).toBe(0);
    expect(await focusedName()).toBe("role");
  });

  it("stays while somebody is at it, and goes by itself when nobody is", async () => {
    await raise();
    await page.getByRole("button", { name: application.words.closeToast }).focus();
    await page.clock.runFor(20_000);
    expect(await toast().count()).toBe(1);
    await field("role").focus();
    await page.clock.runFor(7_500);
    expect(await toast().count()).toBe(1);
    await page.clock.runFor(1_000);
    await expect.poll(() => toast().count()).toBe(0);
  });

  it("holds no later one once it was closed", async () => {
    await raise();
    await page.getByRole("button", { name: application.words.closeToast }).press("Enter");
    await expect.poll(() => toast().count()).toBe(0);
    await raise();
    await page.clock.runFor(9_000);
    await expect.poll(() => toast().count()).toBe(0);
  });
});

it("a failure's notice goes when the form is sent again, and the way to a person stays in the summary", async () => {
  await sendInVain();
  await toast().getByText(interest.messages.failure.title).waitFor();
  expect(await page.locator(".error-summary a").getAttribute("href")).toMatch(/^mailto:/);
  await page.unrouteAll();
  const release = await holdAnswer();
  await submit().press("Enter");
  await page.getByRole("button", { name: interest.words.submitting }).waitFor();
  expect(await toast().count()).toBe(0);
  release();
});

it("a failure is spoken of no more once a mistake holds the next attempt back", async () => {
  await sendInVain();
  const summary = page.locator(".error-summary");
  await summary.getByText(interest.words.again).waitFor();
  await field("lastName").press("ControlOrMeta+a");
  await field("lastName").press("Backspace");
  await submit().press("Enter");
  await expect.poll(invalid).toEqual(["lastName"]);
  expect(await summary.textContent()).not.toContain(interest.messages.failure.title);
});

it("a form that came with mistakes is empty once it was sent", async () => {
  const { statusCode, headers, body } = await site.app.inject({
    url: "/contact",
    ...form({ firstName: "Ada", lastName: "Moreno", email: "ada@visitor", agreeToTerms: "on" }),
  });
  expect(statusCode).toBe(400);
  await page.route(`${address}/contact`, (route) =>
    route.fulfill({ body, headers: headers as Record<string, string> }),
  );
  await goTo("/contact");
  await field("email").press("End");
  await field("email").pressSequentially(".example");
  await submit().press("Enter");
  await page.locator(".confirmation:focus").waitFor();
  const kept = await page.evaluate(() => [
    ...new FormData(document.querySelector("form.form") as HTMLFormElement),
  ]);
  expect(kept.filter(([name, value]) => value && !["submissionId", "stamp"].includes(name))).toEqual([]);
});

it("a failure is in view and has the focus also when the page is loaded anew, with all answers", async () => {
  await sendInVain();
  await toast().getByText(interest.messages.failure.title).waitFor();
  await page.reload();
  await page.locator(".error-summary:focus").waitFor();
  const { top, bottom } = await page.evaluate(() => {
    const { top, bottom } = (document.querySelector(".error-summary") as Element).getBoundingClientRect();
    return { top, bottom };
  });
  const bar = await page.evaluate(
    () => document.querySelector("header")?.getBoundingClientRect().bottom ?? 0,
  );
  expect(top).toBeGreaterThanOrEqual(bar);
  expect(bottom).toBeLessThanOrEqual(900);
  expect(await field("email").inputValue()).toBe("ada@visitor.example");
});

it("what was sent is back before the form's script, and the browser sends it as it is", async () => {
  await sendInVain();
  await toast().getByText(interest.messages.failure.title).waitFor();
  await page.route("**/form-script-*", (route) => route.abort());
  await page.reload();
  await expect.poll(() => field("email").inputValue()).toBe("ada@visitor.example");
  await submit().press("Enter");
  await page.waitForURL("**/contact/received?reference=*");
  await page.unrouteAll();
  await page.goBack();
  await page.locator("form[data-hydrated]").waitFor();
  // It came to an answer: nobody says that it did not.
  await drawn();
  expect(await page.locator(".error-summary").count()).toBe(0);
});

it("the empty form after a success complains of nothing before it is sent, also when a mistake came before", async () => {
  await goTo("/contact");
  await submit().press("Enter");
  await expect.poll(invalid).not.toEqual([]);
  await fillInInterest();
  await submit().press("Enter");
  await page.locator(".confirmation").waitFor();
  await field("email").pressSequentially("ada@");
  await page.keyboard.press("Tab");
  // What is said of a field comes a moment after it was left; of two of them the first was said by then.
  await field("firstName").pressSequentially("A");
  await page.keyboard.press("Tab");
  await drawn();
  expect(await invalid()).toEqual([]);
  await submit().press("Enter");
  await expect.poll(invalid).toContain("email");
});

it("a limit is spoken of for as long as it lasts", async () => {
  await goTo("/contact");
  await page.route("**/*.data*", (route) =>
    route.fulfill({ json: { kind: "limited", minutes: 3, given: {} } }),
  );
  await page.clock.install();
  await fillInInterest();
  await submit().press("Enter");
  const notice = page.locator(".error-summary").getByText(interest.messages.limited.title);
  await notice.waitFor();
  await page.clock.runFor(170_000);
  expect(await notice.count()).toBe(1);
  await page.clock.runFor(15_000);
  await expect.poll(() => page.locator(".error-summary").count()).toBe(0);
  expect(await page.title()).not.toMatch(/^Error:/);
  expect(await field("firstName").inputValue()).toBe("Ada");
  // An answer has come, so nothing is said of one that did not.
  await page.reload();
  await page.locator("form[data-hydrated]").waitFor();
  expect(await page.locator(".error-summary").count()).toBe(0);
  expect(await field("firstName").inputValue()).toBe("");
});

it.each([
  [320, 800],
  [768, 1024],
  [1024, 600],
  [1280, 900],
  [1440, 900],
])("at %i px a message's toast lies neither on it nor on the way to a person", async (width, height) => {
  await page.setViewportSize({ width, height });
  await sendInVain();
  await toast().getByText(interest.messages.failure.title).waitFor();
  expect(await page.locator(".error-summary").textContent()).toContain(interest.words.again);
  // Where there is room below the rail, the first questions are free as well.
  const isRoomy = width >= 1280;
  const covered = await page.evaluate((isRoomy) => {
    const box = (css: string) => (document.querySelector(css) as Element).getBoundingClientRect();
    const over = box(".toast");
    const free = [".error-summary", ".form-rail > ol", ".reach", "h1", ...(isRoomy ? [".form-grid"] : [])];
    return free.filter((css) => {
      const { left, right, top, bottom } = box(css);
      return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
    });
  }, isRoomy);
  expect(covered).toEqual([]);
});

/** A post of each form with as many mistakes as it can have. */
const { agreeToTerms: _, ...questions } = interest.fields;
const mistaken = [
  {
    path: "/contact",
    fields: Object.fromEntries(Object.keys(questions).map((name) => [name, "?"])),
  },
  { path: "/learning/mastermind-application", fields: {} },
];

it("in a window as low as one enlarged four times the toast leaves most of it to the message", async () => {
  await page.setViewportSize({ width: 320, height: 225 });
  await goTo("/contact");
  await fillInInterest();
  await submit().press("Enter");
  await page.locator(".confirmation:focus").waitFor();
  const { height } = await toast().evaluate((box) => box.getBoundingClientRect());
  expect(height).toBeLessThan(225 / 2);
  expect(await toast().textContent()).toContain(interest.messages.success.text);
});

it.each(mistaken.flatMap((one) => [true, false].map((scripts) => ({ ...one, scripts }))))(
  "every line of the summary leads to its field: $path, scripts: $scripts",
  async (one) => {
    const { path, fields, scripts } = one;
    const { statusCode, headers, body } = await site.app.inject({ url: path, ...form(fields) });
    expect(statusCode).toBe(400);
    if (!scripts) await open({ javaScriptEnabled: false });
    await page.route(address + path, (route) =>
      route.fulfill({ body, headers: headers as Record<string, string> }),
    );
    await page.goto(path);
    if (scripts) await page.locator("form[data-hydrated]").waitFor();
    const summary = page.locator(".error-summary");
    const links = await summary.getByRole("link").all();
    expect(links.length).toBeGreaterThan(7);
    const { problem } = path === "/contact" ? interest.words : application.words;
    const lines = await summary.getByRole("link").allTextContents();
    expect(await summary.textContent()).toBe(problem + lines.join(""));
    for (const link of links) {
      await link.click();
      const id = (await link.getAttribute("href"))?.slice(1);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);
    }
  },
);

describe("after a refused attempt", () => {
  it("moving between the radios of one question says nothing, leaving it does", async () => {
    await goTo("/learning/mastermind-application");
    // One mistake, in another place, so that the question itself has no error yet.
    await field("investmentLevel").check();
    await submit().press("Enter");
    await page.locator(".error-summary").waitFor();
    await page.locator("[name=investmentLevel]").evaluateAll((all) => {
      for (const radio of all as HTMLInputElement[]) radio.checked = false;
    });
    await field("investmentLevel").focus();
    await page.locator("[name=investmentLevel]").nth(1).focus();
    await drawn();
    expect(await invalid()).not.toContain("investmentLevel");
    expect(await page.locator("#application-investmentLevel-error").count()).toBe(0);
    await field("additionalInfo").focus();
    await page.locator("#application-investmentLevel-error").waitFor();
  });

  it("no error comes under the finger that presses the button, which would move it away", async () => {
    await goTo("/contact");
    await submit().press("Enter");
    await page.locator(".error-summary").waitFor();
    await fillInInterest();
    await expect.poll(invalid).toEqual([]);
    // An error that appears when the field is left, which pressing the button does.
    await field("calendarLink").pressSequentially("ftp:/");
    await submit().scrollIntoViewIfNeeded();
    const before = await submit().boundingBox();
    if (!before) throw new Error("no button");
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
    await page.mouse.down();
    await drawn();
    expect(await invalid()).toEqual([]);
    expect(await submit().boundingBox()).toEqual(before);
    await page.mouse.up();
    await expect.poll(invalid).toEqual(["calendarLink"]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("error-summary");
  });
});

it("nothing can be changed in a form that is on its way", async () => {
  await goTo("/contact");
  await fillInInterest();
  const release = await holdAnswer();
  await submit().press("Enter");
  await expect.poll(() => submit().textContent()).toBe(interest.words.submitting);
  expect(await field("firstName").evaluate((input) => input.closest("[inert]") !== null)).toBe(true);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("X");
  await field("firstName")
    .click({ force: true, timeout: 1_000 })
    .catch(() => {});
  await page.keyboard.type("X");
  release();
  await toast().getByText(interest.messages.failure.title).waitFor();
  expect(await field("firstName").inputValue()).toBe("Ada");
  expect(await field("firstName").evaluate((input) => input.closest("[inert]"))).toBe(null);
});

it("the browser asks for what the application requires, until a script does", async () => {
  const served = async (path: string) => (await site.app.inject(path)).body.match(/<form[^>]*>/)?.[0] ?? "";
  expect(await served("/learning/mastermind-application")).not.toMatch(/novalidate/i);
  expect(await served("/contact")).toMatch(/novalidate/i);
  await goTo("/learning/mastermind-application");
  expect(await page.locator("form").evaluate((one: HTMLFormElement) => one.noValidate)).toBe(true);
  await open({ javaScriptEnabled: false });
  await page.goto("/learning/mastermind-application");
  await submit().click();
  expect(page.url()).toBe(`${address}/learning/mastermind-application`);
  expect(await field("firstName").evaluate((input) => input.matches(":user-invalid"))).toBe(true);
  // The terms have a notice of our own.
  expect(await field("agreeToTerms").getAttribute("required")).toBe(null);
});

it("without a script the page with mistakes begins with them", async () => {
  const { body } = await site.app.inject({ url: "/contact", ...form({ firstName: "A" }) });
  expect(body).toMatch(/<div class="error-summary"[^>]* autofocus=""/);
  await open({ javaScriptEnabled: false });
  await page.goto("/contact");
  await submit().click();
  await page.locator(".error-summary").waitFor();
  expect(await page.locator(".error-summary").evaluate((one) => one === document.activeElement)).toBe(true);
});

it("in forced colors buttons, messages and the rail of a form have an edge", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  await goTo("/contact");
  await fillInInterest();
  await submit().press("Enter");
  await toast().getByText(interest.messages.success.title).waitFor();
  const edged = "form button, main a.button, .toast, .confirmation, .form-rail";
  const edges = await page.locator(edged).evaluateAll((all) =>
    all.map((one) => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(one);
      return borderTopStyle !== "none" && borderTopWidth !== "0px" && borderTopColor !== backgroundColor;
    }),
  );
  expect(edges.length).toBeGreaterThan(3);
  expect(new Set(edges)).toEqual(new Set([true]));
});

it("on paper there is no toast, and a section's heading goes with its first question", async () => {
  await goTo("/learning/mastermind-application");
  await submit().press("Enter");
  await toast().getByText(application.messages.terms.title).waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await toast().isVisible()).toBe(false);
  // Browsers keep a heading with what follows only where it does not float.
  const legend = page.locator(".section > legend").first();
  expect(
    await legend.evaluate((one) => [getComputedStyle(one).float, getComputedStyle(one).breakAfter]),
  ).toEqual(["none", "avoid"]);
});

it("the form's script is asked for after the faces and the first paint, its loader after the faces, and no other is", async () => {
  await goTo("/contact");
  const { scripts, faces, paint } = await page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return {
      scripts: files
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ name, startTime }) => ({ name: /form-[a-z]+/.exec(name)?.[0], at: startTime })),
      faces: files
        .filter(({ name }) => name.endsWith(".woff2"))
        .map(({ initiatorType, startTime, responseEnd }) => ({
          // Others come with the first letters that need them.
          from: initiatorType === "link" ? startTime : 0,
          to: responseEnd,
        })),
      paint: Math.min(...performance.getEntriesByType("paint").map(({ startTime }) => startTime)),
    };
  });
  const [loader, script] = ["form-loader", "form-script"].map(
    (one) => scripts.find(({ name }) => name === one)?.at ?? 0,
  );
  expect(scripts).toHaveLength(2);
  expect(faces.length).toBeGreaterThan(0);
  expect(loader).toBeGreaterThanOrEqual(Math.max(...faces.map(({ from }) => from)));
  // The script comes all the same when these take longer.
  expect(script).toBeGreaterThanOrEqual(Math.min(3_000, Math.max(paint, ...faces.map(({ to }) => to))));
});

it("a loader that does not come holds up neither the page nor the form", async () => {
  await page.route(/form-loader/, () => new Promise(() => {}));
  await page.goto("/contact", { waitUntil: "domcontentloaded" });
  await fillInInterest();
  await submit().press("Enter");
  await page.waitForURL(/\/contact\/received\?/, { waitUntil: "commit" });
});

it.each(["print", "forced colors"])(
  "the rings that a visitor may keep, and the diagrams of programs, are there in %s",
  async (medium) => {
    await page.emulateMedia(medium === "print" ? { media: "print" } : { forcedColors: "active" });
    for (const path of ["/learning/overview", "/organizational/flourishingly-platform"]) {
      await page.goto(path);
      const diagram = await page
        .locator(".head-drawing .rings")
        .evaluate((one) => one.getBoundingClientRect().height);
      expect(diagram, path).toBeGreaterThan(100);
    }
    await page.goto("/contact/received?reference=ABCD-EFGH");
    const rings = page.locator("svg.own-rings");
    await rings.waitFor();
    expect(await rings.evaluate((one) => one.getBoundingClientRect().height)).toBeGreaterThan(200);
    const text = rings.locator("text");
    expect(await text.evaluate((one) => getComputedStyle(one).fill)).toBe(
      await text.evaluate((one) => {
        const box = document.createElement("i");
        box.style.setProperty("forced-color-adjust", "none");
        box.style.color = String(one.getAttribute("fill"));
        document.body.append(box);
        return getComputedStyle(box).color;
      }),
    );
  },
);
