// docs/specification.md, 'Accessibility', 'Header', 'Print'

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { open, page, provideBrowser } from "../support/browser.ts";
import { routes } from "../support/routes.ts";

provideBrowser({ keepsPage: true });

const resizeTo = (width: number, height = 800) => page.setViewportSize({ width, height });
/** Where each of the elements is, in CSS pixels. */
const boxesOf = (selector: string): Promise<DOMRect[]> =>
  page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));

/** From the page of all events, the address of the first one's own. */
const firstEvent = async () => (await page.locator(".ticket h3 a").first().getAttribute("href")) ?? "";

/** Whether two boxes have a pixel in common. */
const meet = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** WCAG 2.2, 1.4.12: what a reader may set without losing anything. Bypasses the page's policy, as a reader's tool does. */
const textSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

it("at 320 pixels and with a reader's own spacing of text, no page scrolls sideways", async () => {
  await open({ viewport: { width: 320, height: 800 }, bypassCSP: true });
  const wide: string[] = [];
  for (const path of routes) {
    await page.goto(path);
    await page.addStyleTag({ content: textSpacing });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) wide.push(`${path} by ${over} px`);
  }
  expect(wide).toEqual([]);
});

it("with a reader's own spacing of text, no drawing at home lies over words", async () => {
  await open({ bypassCSP: true });
  await page.goto("/");
  await page.addStyleTag({ content: textSpacing });
  const over = await page.locator(".pillar").evaluateAll((cards) =>
    cards.map((card) => {
      const [words, drawing] = ["p", ".ornament"].map((one) =>
        card.querySelector(one)?.getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      return words.bottom > drawing.top && words.right > drawing.left;
    }),
  );
  expect(over).toEqual([false, false, false, false]);
});

it("with a reader's own spacing of text, the header's words are whole from 1152 pixels on", async () => {
  await open({ bypassCSP: true });
  await page.goto("/team");
  await page.addStyleTag({ content: textSpacing });
  for (const width of [1152, 1280]) {
    await resizeTo(width);
    const lines = await page.locator(".site-header .wrap > .brand, .menu-button").evaluateAll((all) =>
      all.map((one) => {
        const words = document.createRange();
        words.selectNodeContents(one);
        return new Set([...words.getClientRects()].map(({ top }) => Math.round(top / 30))).size;
      }),
    );
    expect(lines).toHaveLength(5);
    expect(Math.max(...lines), `${width}`).toBe(1);
  }
});

it("in a low window, the first headline of home is larger than the second", async () => {
  await resizeTo(320, 225);
  await page.goto("/");
  const [first, second] = await page
    .locator("main :is(h1, h2)")
    .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
  expect(first).toBeGreaterThanOrEqual(second ?? Number.POSITIVE_INFINITY);
});

it.each(["light", "dark"] as const)("a face that has the focus shows it, %s", async (colorScheme) => {
  await page.emulateMedia({ colorScheme });
  await page.goto("/learning/faculty");
  const face = page.locator(".wall a").first();
  const before = await face.screenshot();
  await face.evaluate((link) => link.focus({ focusVisible: true } as FocusOptions));
  expect((await face.screenshot()).equals(before)).toBe(false);
});

it.each([390, 1440])(
  "at %i pixels each name of the faculty is read once, as the wall is faces alone",
  async (width) => {
    await resizeTo(width);
    await page.goto("/learning/faculty");
    const widths = await page
      .locator(".wall span")
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().width));
    expect(Math.max(...widths)).toBe(1);
  },
);

it("on a phone a press anywhere on a member of the faculty opens and closes the biography, and the keyboard does", async () => {
  await resizeTo(390);
  await page.goto("/learning/faculty");
  const person = page.locator(".faculty > li").nth(2);
  const biography = person.locator(".biography");
  const isShown = () => biography.evaluate((one) => one.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isShown()).toBe(false);
  await person.locator("img").click({ force: true });
  expect(await isShown()).toBe(true);
  const [words, all] = [await biography.boundingBox(), await person.boundingBox()];
  expect(words?.width).toBeCloseTo(all?.width ?? 0, 0);
  await person.locator("h3").click({ force: true });
  expect(await isShown()).toBe(false);
  await person.locator("summary").focus();
  await page.keyboard.press("Enter");
  expect(await isShown()).toBe(true);
});

it.each([1280, 1440, 1920])("at %i pixels a biography over two places fills its field", async (width) => {
  await resizeTo(width);
  await page.goto("/learning/faculty");
  const blanks = await page.locator(".faculty > .feature").evaluateAll((fields) =>
    fields.map((field) => {
      const words = field.querySelector(".biography")?.getBoundingClientRect();
      return field.getBoundingClientRect().bottom - (words?.bottom ?? 0);
    }),
  );
  expect(blanks.length).toBeGreaterThan(0);
  expect(Math.max(...blanks)).toBeLessThan(150);
});

it.each([1100, 1279, 1280, 1440])(
  "at %i pixels the field of a portrait over two places is as high as the portraits of its row",
  async (width) => {
    await resizeTo(width);
    await page.goto("/learning/faculty");
    const heights = await page
      .locator(".faculty > .feature .band, .faculty > :not(.feature) .portrait")
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)));
    expect(heights.length).toBeGreaterThan(20);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2);
  },
);

it.each([1024, 1440])(
  "at %i pixels, an event's host and other dates stand beside its words",
  async (width) => {
    await resizeTo(width);
    await page.goto("/events");
    await page.goto(await firstEvent());
    const [words, host, dates] = await page
      .locator(".event-story, .event-host, .event-side > section")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
    expect(host?.left).toBeGreaterThan(words?.right ?? width);
    expect(host?.top).toBe(words?.top);
    expect(dates?.left).toBe(host?.left);
  },
);

it.each([
  ["Harbor Collective", ""],
  ["Center for Compassionate Work", "longest-name"],
  ["The North Sea Harbors’ Cooperative of Rope & Sail Makers, Ltd", "longest-name"],
])(
  "a long name leaves the header as high as it is, and itself clear of the menus: %s",
  async (name, kind) => {
    await page.goto("/community/overview");
    const css = readFileSync("app/design/shell/long-name.css", "utf8");
    await page.evaluate(
      ([name, kind, css]) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css ?? "");
        document.adoptedStyleSheets.push(sheet);
        document.querySelector(".site-header")?.classList.add(...(kind ? [kind] : []));
        for (const brand of document.querySelectorAll(".site-header .brand"))
          brand.lastChild?.replaceWith(document.createTextNode(name ?? ""));
      },
      [name, kind, css],
    );
    for (const width of [320, 390, 768, 1152, 1280, 1440, 1920]) {
      await resizeTo(width);
      const [header, brand] = await Promise.all([
        page.locator(".site-header").boundingBox(),
        page.locator(".site-header .wrap > .brand").boundingBox(),
      ]);
      const beside = page.locator(".site-header :is(.menu-button, .burger):visible").first();
      expect(header?.height, `${width}`).toBeLessThan(90);
      const end = (brand?.x ?? 0) + (brand?.width ?? 0);
      expect((await beside.boundingBox())?.x ?? 0, `${width}`).toBeGreaterThanOrEqual(
        end + (width < 400 ? 0 : 15),
      );
    }
    await resizeTo(390);
    await page.locator(".burger").click();
    await expect.poll(async () => (await page.locator(".close").boundingBox())?.width).toBe(48);
  },
);

it("without scripts the question is seen, not only the field, where the browser leads to a mistake", async () => {
  await open({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  await page.goto("/learning/mastermind-application");
  await page.locator("form button[type=submit]").click();
  const label = page.locator("form .field label").first();
  await expect.poll(async () => (await label.boundingBox())?.y).toBeLessThan(400);
  expect((await label.boundingBox())?.y).toBeGreaterThanOrEqual(72);
});

it("facts stand four to a row at most, so that no number breaks", async () => {
  await page.goto("/typography");
  await resizeTo(1280);
  const list = page.locator(".facts").first();
  await list.evaluate((facts) => {
    for (let more = facts.children.length; more < 7; more += 1)
      facts.append(facts.firstElementChild?.cloneNode(true) ?? "");
  });
  const tops = await list.evaluate((facts) =>
    [...facts.querySelectorAll(":scope > div")].map((fact) => fact.getBoundingClientRect().top),
  );
  expect(tops).toHaveLength(7);
  expect(tops.filter((top) => top === tops[0])).toHaveLength(4);
});

it("the visitor's own time is clear of the edge of a ticket whose title is long", async () => {
  await page.goto("/");
  await resizeTo(1280);
  const rest = await page.locator(".ticket-plain").evaluate((ticket) => {
    ticket.querySelector("h3 a")?.replaceChildren("A title of many words ".repeat(8));
    const facts = ticket.querySelector(".event-facts")?.getBoundingClientRect();
    return ticket.getBoundingClientRect().bottom - (facts?.bottom ?? 0);
  });
  expect(rest).toBeGreaterThanOrEqual(20);
});

it.each([320, 896])(
  "at %i pixels two lines of the visitor's own time are clear of the words below",
  async (width) => {
    await open({ timezoneId: "Pacific/Chatham", viewport: { width, height: 800 } });
    await page.goto("/events");
    const rests = await page.locator(".ticket .own-time").evaluateAll((all) =>
      all.flatMap((one) => {
        const lines = document.createRange();
        lines.selectNodeContents(one);
        const { height, bottom } = lines.getBoundingClientRect();
        const words = one.closest(".ticket")?.querySelector(".event-text");
        return height > 30 && words ? words.getBoundingClientRect().top - bottom : [];
      }),
    );
    expect(rests).not.toEqual([]);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(10);
  },
);

it("a title and a text that are written from the right end at the left", async () => {
  await page.goto("/events");
  await page.goto((await page.locator("main h3 a").first().getAttribute("href")) ?? "");
  const endsLeft = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        one.textContent = "\u05d1\u05e8\u05d5\u05db\u05d9\u05dd.";
        const text = one.firstChild as Text;
        const [first, last] = [0, text.length - 1].map((place) => {
          const letter = document.createRange();
          letter.setStart(text, place);
          letter.setEnd(text, place + 1);
          return letter.getBoundingClientRect().left;
        });
        return (last as number) < (first as number);
      });
  expect(await endsLeft("h1")).toBe(true);
  expect(await endsLeft(".event-text")).toBe(true);
  await page
    .locator(".event-text")
    .first()
    .evaluate((one) => {
      const list = document.createElement("ul");
      list.className = "event-text";
      list.append(document.createElement("li"));
      one.replaceWith(list);
    });
  expect(await endsLeft(".event-text li")).toBe(true);
  await page.goto("/events");
  expect(await endsLeft("main h3 a")).toBe(true);
});

it("on a narrow poster the middle of a picture is seen, on a wide one another part for each date", async () => {
  await page.goto("/events");
  const hrefs = await page
    .locator(".event-dates a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const position = () =>
    page.locator(".poster .event-image").evaluate((one) => getComputedStyle(one).objectPosition);
  const seen = new Set<string>();
  for (const href of hrefs.slice(0, 3)) {
    await page.goto(href);
    await resizeTo(1280);
    expect(await position()).toBe("50% 50%");
    await resizeTo(1440);
    seen.add(await position());
  }
  expect(seen.size).toBeGreaterThan(1);
});

it("a menu of many pages is whole in a low window", async () => {
  await resizeTo(1280, 640);
  await page.goto("/community/overview");
  await page.locator("#menu-1 ul").evaluate((list) => {
    for (let more = list.children.length; more < 14; more += 1)
      list.append(list.lastElementChild?.cloneNode(true) ?? "");
  });
  await page.locator(".menu-button").first().click();
  const boxes = await page
    .locator("#menu-1 a")
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(14);
  for (const { top, bottom, left, right } of boxes)
    expect(top > 0 && bottom < 640 && left > 0 && right < 1280).toBe(true);
});

it("at 320 pixels, a name of one long word breaks in the header", async () => {
  await resizeTo(320);
  await page.goto("/team");
  const over = await page.evaluate(() => {
    const brand = document.querySelector(".site-header .brand") as HTMLElement;
    const name = [...brand.childNodes].find((node) => node.nodeType === Node.TEXT_NODE) as Text;
    name.data = "Wachstumsbegleitungsgenossenschaft";
    return document.documentElement.scrollWidth - innerWidth;
  });
  expect(over).toBe(0);
});

it.each(["/contact", "/learning/mastermind-application"])(
  "the index of %s names each section with the number of its questions, and leads to it below the bar",
  async (path) => {
    await resizeTo(1024);
    await page.goto(path);
    const sections = await page.locator("form .section").evaluateAll((all) =>
      all.map((section) => {
        const questions = section.querySelectorAll(".form-grid > .field").length;
        const title = section.querySelector("h3")?.textContent;
        return `${title} ${questions} question${questions === 1 ? "" : "s"}`;
      }),
    );
    expect(sections.length).toBeGreaterThan(5);
    expect(await page.locator(".form-rail nav li").allTextContents()).toEqual(sections);
    for (const link of await page.locator(".form-rail nav a").all()) {
      expect((await link.boundingBox())?.height).toBeGreaterThan(43.9);
      await link.focus();
      await page.keyboard.press("Enter");
      const title = page.locator("form h3", { hasText: (await link.textContent()) ?? "" });
      const under = await page.evaluate(() => document.querySelector(".site-header")?.clientHeight ?? 0);
      await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(400);
      expect((await title.boundingBox())?.y).toBeGreaterThan(under);
    }
  },
);

it.each(["/contact", "/learning/mastermind-application"])(
  "on a phone, %s begins below the page's head, and what follows it stands after it",
  async (path) => {
    await resizeTo(390);
    await page.goto(path);
    const [head, form, next] = await Promise.all(
      [".page-head", "form", ".form-rail"].map((part) => page.locator(part).boundingBox()),
    );
    expect((form?.y ?? Number.NaN) - (head?.y ?? 0) - (head?.height ?? 0)).toBeLessThan(60);
    expect(next?.y).toBeGreaterThan((form?.y ?? Number.NaN) + (form?.height ?? 0));
  },
);

it.each(["/contact", "/learning/mastermind-application"])(
  "beside %s the index and the ways to a person go along with the form, clear of the bar",
  async (path) => {
    await page.goto(path);
    for (const [width, height] of [
      [1024, 768],
      [1440, 900],
    ] as const) {
      await resizeTo(width, height);
      const under = await page.evaluate(() => document.querySelector(".site-header")?.clientHeight ?? 0);
      for (const place of [3, -2]) {
        await page
          .locator("form .section")
          .nth(place)
          .evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
        const [ways, index, form] = await Promise.all(
          [".reach", ".form-rail nav", "form"].map((part) => page.locator(part).boundingBox()),
        );
        expect(ways?.y).toBeGreaterThan(under);
        expect((index?.y ?? Number.NaN) + (index?.height ?? 0)).toBeLessThan(height);
        expect(index?.x).toBeGreaterThan((form?.x ?? Number.NaN) + (form?.width ?? 0));
      }
    }
  },
);

it("a list has an arrow of ours in its own row, and where colors are the reader's the browser's", async () => {
  await page.goto("/contact");
  const list = page.locator("select").first();
  const look = () =>
    list.evaluate((one) => {
      const arrow = getComputedStyle(one.parentElement as Element, "::after");
      const { appearance, paddingRight } = getComputedStyle(one);
      const isClear =
        Number.parseFloat(paddingRight) >
        Number.parseFloat(arrow.width) * Math.SQRT2 + Number.parseFloat(arrow.marginRight);
      return { own: appearance, arrow: arrow.content, row: arrow.gridRowStart, isClear };
    });
  for (const width of [390, 1280]) {
    await resizeTo(width);
    expect(await look()).toEqual({ own: "none", arrow: '""', row: "3", isClear: true });
    expect((await list.boundingBox())?.height).toBeGreaterThan(43.9);
  }
  await page.emulateMedia({ forcedColors: "active" });
  expect(await look()).toMatchObject({ own: "auto", arrow: "none" });
});

it("at 320 pixels, nobody sees the field that only robots fill in", async () => {
  await resizeTo(320);
  await page.goto("/contact");
  const right = await page
    .locator(".trap *")
    .evaluateAll((parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().right)));
  expect(right).toBeLessThan(0);
});

it("at 320 and 390 pixels, the words of every drawing are at least 13 px high", async () => {
  const small: string[] = [];
  for (const path of routes) {
    await page.goto(path);
    for (const width of [320, 390]) {
      await resizeTo(width);
      const sizes = await page.evaluate(() =>
        [...document.querySelectorAll<SVGTextElement>(":is(.drawing, .head-drawing) text")].map((text) => ({
          words: text.textContent,
          height: Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a || 0),
          // A turned word has no horizontal scale.
          isTurned: text.hasAttribute("transform"),
          left: text.getBoundingClientRect().left,
          right: text.getBoundingClientRect().right,
        })),
      );
      for (const { words, height, isTurned, left, right } of sizes) {
        if (!isTurned && height < 13)
          small.push(`${path} at ${width}: '${words}' is ${height.toFixed(1)} px high`);
        if (left < 0 || right > width) small.push(`${path} at ${width}: '${words}' leaves the screen`);
      }
    }
  }
  expect(small).toEqual([]);
});

it("the words of a head's drawing are 13 to 21 px high, and clear of each other", async () => {
  for (const path of ["/learning/overview", "/organizational/flourishingly-platform"]) {
    await page.goto(path);
    for (const width of [320, 390, 768, 900, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const words = await page.locator(".head-drawing text").evaluateAll((all) =>
        all.map((one) => ({
          ...one.getBoundingClientRect().toJSON(),
          words: one.textContent,
          height:
            Number.parseFloat(getComputedStyle(one).fontSize) *
            ((one as SVGTextElement).getScreenCTM()?.a ?? 0),
        })),
      );
      expect(words.length).toBeGreaterThan(11);
      expect(
        words.filter(({ height }) => height < 13 || height > 21),
        `${path} at ${width}`,
      ).toEqual([]);
      const touching = words.filter((one, index) =>
        words
          .slice(index + 1)
          .some(
            (other) =>
              one.left < other.right &&
              other.left < one.right &&
              one.top < other.bottom &&
              other.top < one.bottom,
          ),
      );
      expect(touching, `${path} at ${width}`).toEqual([]);
    }
  }
});

it("headings hang left of the text and notes stand right of it, in the row that they belong to; set pieces are as wide as the page", async () => {
  await resizeTo(1440);
  await page.goto("/organizational/overview");
  const places = await page.evaluate(() => {
    const box = (css: string) => (document.querySelector(css) as Element).getBoundingClientRect();
    const [text, heading, first] = [box(".prose > p"), box(".prose > h2"), box(".prose > h2 + p")];
    const [note, its] = [box(".side-note"), box(".prose > p:has(+ .side-note)")];
    return {
      columns: [text.left - heading.right, note.left - text.right],
      rows: [heading.top - first.top, note.top - its.top].map((gap) => Math.abs(Math.round(gap))),
      // A call's own box reaches as far as the ring around its button.
      pieces: [".plate", ".comparison", ".call h2"].map((piece) =>
        Math.round(box(".article").left - box(piece).left),
      ),
      contents: [box(".contents").top - box(".opening").top, box(".contents").left - box(".opening").right],
    };
  });
  expect(Math.min(...places.columns)).toBeGreaterThan(20);
  expect(Math.max(...places.rows)).toBeLessThan(12);
  expect(places.pieces).toEqual([0, 0, 0]);
  // What is on the page stands beside its first words.
  expect(Math.abs(places.contents[0] as number)).toBeLessThan(24);
  expect(places.contents[1]).toBeGreaterThan(20);
});

it("quoted words begin where the text does, and four quarters are equally wide", async () => {
  await resizeTo(1440);
  await page.goto("/framework/vuca-world");
  const [text, quoted] = await page.evaluate(() => {
    const inner = (one: Element) =>
      one.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(one).paddingLeft);
    return [".prose > p", ".pull-quote"].map((css) => inner(document.querySelector(css) as Element));
  });
  expect(quoted).toBeCloseTo(text as number, 0);
  await page.goto("/framework/overview");
  const widths = await page
    .locator(".quarters > li")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)));
  expect(widths).toHaveLength(4);
  expect(new Set(widths).size).toBe(1);
});

it("the rings of a call are beside its words or not there", async () => {
  await page.goto("/framework/overview");
  const rings = page.locator(".call > svg");
  for (const width of [320, 390, 1023]) {
    await resizeTo(width);
    expect(await rings.isVisible(), `${width}`).toBe(false);
  }
  for (const width of [1024, 1279, 1280, 1440, 1920]) {
    await resizeTo(width);
    const left = (await rings.boundingBox())?.x ?? 0;
    for (const words of await page.locator(".call > :is(p, .button)").all()) {
      const box = await words.boundingBox();
      expect((box?.x ?? Number.NaN) + (box?.width ?? 0), `${width}`).toBeLessThan(left);
    }
  }
});

it("the text goes on under a page's first words, whatever the length of the contents beside them", async () => {
  await resizeTo(1440);
  for (const path of [
    "/framework/overview",
    "/organizational/flourishingly-platform",
    "/learning/overview",
  ]) {
    await page.goto(path);
    const gap = await page.evaluate(() => {
      const last = document.querySelector(".opening + .offer") ?? document.querySelector(".opening");
      const heading = document.querySelector(".prose > h2") as Element;
      return heading.getBoundingClientRect().top - (last as Element).getBoundingClientRect().bottom;
    });
    expect(gap, path).toBeGreaterThan(40);
    expect(gap, path).toBeLessThan(100);
  }
});

it("on phones the contents are one line that says how many parts there are, after the facts of an offer", async () => {
  await resizeTo(390);
  await page.goto("/learning/overview");
  const contents = page.locator(".contents");
  const parts = await page.locator(".prose > h2").count();
  expect(await contents.locator("summary").textContent()).toContain(String(parts));
  expect((await contents.boundingBox())?.height).toBeLessThan(60);
  expect(await contents.locator("a:visible").count()).toBe(0);
  await contents.locator("summary").click();
  expect(await contents.locator("a:visible").count()).toBe(parts);
  const facts = await page.locator(".offer").boundingBox();
  expect((await contents.boundingBox())?.y).toBeGreaterThan((facts?.y ?? 0) + (facts?.height ?? 0));
});

it("a scene's drawing fills its field: 40 pixels above it and 32 below, beside its words or over them", async () => {
  for (const width of [390, 1440]) {
    await resizeTo(width);
    for (const path of [
      "/framework/overview",
      "/organizational/roi-care",
      "/organizational/flourishingly-platform",
    ]) {
      await page.goto(path);
      const [above, below] = await page.locator(".scene").evaluate((scene) => {
        const boxes = [...scene.querySelectorAll(".still-life > *")].map((one) =>
          one.getBoundingClientRect(),
        );
        const [top, bottom] = [
          Math.min(...boxes.map((box) => box.top)),
          Math.max(...boxes.map((box) => box.bottom)),
        ];
        const field = scene.getBoundingClientRect();
        const words = (scene.querySelector(".scene-text") as Element).getBoundingClientRect();
        return [top - field.top, (words.top > bottom ? words.top : field.bottom) - bottom];
      });
      expect(Math.abs((above as number) - 40), `${path} at ${width}`).toBeLessThan(12);
      expect(Math.abs((below as number) - 32), `${path} at ${width}`).toBeLessThan(12);
    }
  }
});

it("at 768 pixels, no word of a drawing is larger than the text around it can bear", async () => {
  await resizeTo(768);
  for (const path of ["/about/company", "/framework/vuca-world"]) {
    await page.goto(path);
    const heights = await page
      .locator(".drawing text:visible")
      .evaluateAll((words) =>
        words.map(
          (word) =>
            Number.parseFloat(getComputedStyle(word).fontSize) *
            ((word as SVGTextElement).getScreenCTM()?.a ?? 0),
        ),
      );
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.max(...heights), path).toBeLessThan(20);
    const gaps = await page.locator(".plate .drawing:visible").evaluateAll((drawings) =>
      drawings.map((drawing) => {
        const [own, field] = [drawing, drawing.closest(".plate") as Element].map((one) =>
          one.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        return own.left - field.left - (field.right - own.right);
      }),
    );
    expect(Math.max(...gaps.map(Math.abs)), path).toBeLessThan(1);
  }
});

it("drawings grow as they come into view, for those alone who have nothing against motion", async () => {
  const growing = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => /^grow-/.test((one as CSSAnimation).animationName))
          .filter(({ effect }) => (effect as KeyframeEffect).getKeyframes().length > 0).length,
    );
  await open({ reducedMotion: "no-preference" });
  await page.goto("/learning/overview", { waitUntil: "load" });
  expect(await growing()).toBeGreaterThan(8);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await growing()).toBe(0);
});

it("the quarters of a year stand in one row, all of one width, as soon as they are beside each other", async () => {
  await resizeTo(1100);
  await page.goto("/learning/overview");
  const quarters = await boxesOf(".quarters > li");
  expect(quarters).toHaveLength(4);
  expect(new Set(quarters.map(({ top, width }) => `${Math.round(top)} ${Math.round(width)}`)).size).toBe(1);
});

it("at home, the drawing of each card is hardly cut at any width", async () => {
  await resizeTo(390);
  await page.goto("/");
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await page.locator(".pillar").evaluateAll((cards) =>
      cards.map((card) => {
        const field = card.getBoundingClientRect();
        const drawing = card.querySelector(".ornament")?.getBoundingClientRect() as DOMRect;
        const right = Math.min(field.right, drawing.right);
        const bottom = Math.min(field.bottom, drawing.bottom);
        return ((right - drawing.left) * (bottom - drawing.top)) / (drawing.width * drawing.height);
      }),
    );
    expect(shown).toHaveLength(4);
    expect(Math.min(...shown), `${width}`).toBeGreaterThan(0.6);
  }
});

describe("on a phone", () => {
  it("the links of trail and footer are 24 px high", async () => {
    await resizeTo(390);
    await page.goto("/learning/faculty");
    const heights = await page
      .locator(".crumbs a, .site-footer a")
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(15);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });

  it("the links to mistakes in a form are 24 px high, and none lies on another", async () => {
    await resizeTo(390);
    await page.goto("/contact");
    await page.locator("form[data-hydrated]").waitFor();
    await page.locator("form [name=email]").focus();
    await page.keyboard.press("Enter");
    const links = page.locator(".error-summary a");
    await links.first().waitFor();
    const boxes = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    expect(boxes.length).toBeGreaterThan(2);
    for (const [index, { top, bottom }] of boxes.entries()) {
      expect(bottom - top).toBeGreaterThanOrEqual(24);
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0);
    }
  });

  it("a tap on an event's picture or day leads to its page, and on its words to where these lead", async () => {
    await resizeTo(390);
    await page.goto("/events");
    const own = await firstEvent();
    const first = page.locator(".ticket").first();
    for (const part of [".event-image", ".event-date"]) {
      await first.locator(part).click({ force: true });
      await page.waitForURL((url) => url.pathname === own);
      await page.goBack();
    }
    const found = await first.evaluate((ticket) =>
      [...ticket.querySelectorAll(".event-text, .event-dates a, .actions a, .event-facts")].map((part) => {
        part.scrollIntoView({ block: "center" });
        const { left, top, height } = part.getBoundingClientRect();
        return part.contains(document.elementFromPoint(left + 5, top + height / 2));
      }),
    );
    expect(found.length).toBeGreaterThan(3);
    expect(found).not.toContain(false);
  });

  it.each([
    ["/", "main .quiet"],
    ["/events", ".ticket .actions a, .subscribe a"],
    ["event", ".event-go a, .event-further a:not(h3 a)"],
  ])("the actions of %s are 44 px high", async (place, selector) => {
    await resizeTo(390);
    await page.goto(place === "event" ? "/events" : place);
    if (place === "event") await page.goto(await firstEvent());
    const low = await page.locator(selector).evaluateAll((links) =>
      links
        .map((link) => ({ words: link.textContent, height: link.getBoundingClientRect().height }))
        .filter(({ height }) => height < 43.9)
        .map(({ words, height }) => `${words}: ${height}`),
    );
    expect(low).toEqual([]);
  });
});

it("an event's page has one panel with date, facts, cost, action and calendar, on its first screen and not on the picture", async () => {
  await page.goto("/events");
  await page.goto(await firstEvent());
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await resizeTo(width, height);
    const boxes = await boxesOf(
      ".event-panel :is(.event-date, .event-facts, .event-go > p, .button, .quiet)",
    );
    expect(boxes.length).toBeGreaterThan(7);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThan(height);
    const picture = await page
      .locator(".event-image")
      .evaluate((image) => image.getBoundingClientRect().toJSON());
    expect(boxes.filter((box) => meet(box, picture))).toEqual([]);
  }
});

it("the date of each ticket stands along its words, on phones over them, and nothing lies on a picture", async () => {
  for (const path of ["/", "/events"]) {
    await page.goto(path);
    for (const width of [320, 390, 1024, 1279, 1280, 1440]) {
      await resizeTo(width);
      const tickets = await page.locator(".ticket").evaluateAll((all) =>
        all.map((ticket) => {
          const box = (part: Element | null) => part?.getBoundingClientRect().toJSON();
          const whole = box(ticket);
          const date = box(ticket.querySelector(".event-date"));
          const picture = box(ticket.querySelector("picture, .ring-field"));
          const words = [date, box(ticket.querySelector("h3")), box(ticket.querySelector(".ticket-body"))];
          const corner = picture
            ? [picture.left - whole.left, picture.top - whole.top]
            : [date.left - whole.left, date.top - whole.top];
          return {
            corner,
            isBeside: !picture || words.every(({ left }) => left >= picture.right),
            isBelow: !picture || words.every(({ top }) => top >= picture.bottom - 0.1),
            // Along the words, as a stub, or over them.
            isStub:
              date.right <= words[1].left && date.top < words[1].top + 1 && date.bottom > words[2].bottom - 1,
            isBand: date.bottom <= words[1].top && date.width > whole.width - 4,
            hasWholeWidth: whole.width > innerWidth * 0.6,
          };
        }),
      );
      expect(tickets.length).toBeGreaterThan(path === "/" ? 0 : 3);
      for (const ticket of tickets) {
        expect(Math.max(...ticket.corner), path).toBeLessThan(3);
        expect(width < 640 ? ticket.isBand : ticket.isStub, `${path} ${width}`).toBe(true);
        // Beside the words in a ticket that has the whole width of a wide window, else above them.
        const isWide = width >= 896 && ticket.hasWholeWidth;
        expect(isWide ? ticket.isBeside : ticket.isBelow, `${path} ${width}`).toBe(true);
      }
    }
  }
});

it.each([390, 1024, 1280, 1440])(
  "at %i pixels the box of a ticket's picture hides hardly anything of it",
  async (width) => {
    await resizeTo(width);
    await page.goto("/events");
    const boxes = await page.locator(".ticket .event-image").evaluateAll((all) =>
      all.map((picture) => {
        const { width, height } = picture.getBoundingClientRect();
        return { width, height };
      }),
    );
    expect(boxes.length).toBeGreaterThan(3);
    for (const box of boxes) {
      // Of a drawing of 6 by 5, on each side. One beside long words in half of a narrow window is as high as they are.
      const isBesideLongWords = width === 1024 && box.height > box.width;
      const seen = box.width / box.height / (6 / 5);
      expect((1 - Math.min(seen, 1 / seen)) / 2).toBeLessThan(isBesideLongWords ? 0.21 : 0.06);
      // Beside words that are longer it is as high as they are.
      if (width >= 1280) expect(Math.abs(box.height - 530)).toBeLessThan(31);
    }
  },
);

// docs/specification.md, 'Photos of people'
it.each([
  [390, 1, 112],
  [768, 2, 176],
  [1024, 4, 176],
  [1440, 4, 176],
])("at %i pixels, the team stands in %i columns with photos of %i pixels", async (width, columns, size) => {
  await resizeTo(width);
  await page.goto("/team");
  const photos = await boxesOf(".team .portrait");
  expect(new Set(photos.map(({ left }) => Math.round(left))).size).toBe(columns);
  expect(new Set(photos.map(({ width, height }) => `${width} ${height}`))).toEqual(
    new Set([`${size} ${size}`]),
  );
});

it("on phones, portraits of the faculty are as large as those of the team", async () => {
  await resizeTo(390);
  await page.goto("/learning/faculty");
  const photos = await boxesOf(".faculty .portrait");
  expect(photos.length).toBeGreaterThan(20);
  expect(new Set(photos.map(({ width, height }) => `${width} ${height}`))).toEqual(new Set(["112 112"]));
});

it.each([
  ["/team", 390],
  ["/team", 768],
  ["/team", 1440],
  ["/learning/faculty", 1440],
])(
  "on %s at %i pixels a portrait in a field is the middle of its rings, and they are cut alike",
  async (path, width) => {
    await resizeTo(width);
    await page.goto(path);
    const off = await page.locator(".band:has(.portrait)").evaluateAll((fields) =>
      fields.map((field) => {
        const [portrait, rings, own] = [
          field.querySelector(".portrait"),
          field.querySelector("svg"),
          field,
        ].map((one) => {
          const { x, y, width, height } = (one as Element).getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2, width };
        }) as [
          Record<"x" | "y" | "width", number>,
          Record<"x" | "y" | "width", number>,
          Record<"x" | "y" | "width", number>,
        ];
        return Math.max(
          Math.hypot(portrait.x - own.x, portrait.y - own.y),
          Math.hypot(portrait.x - rings.x, portrait.y - rings.y),
          Math.abs(portrait.width - rings.width),
        );
      }),
    );
    expect(off.length).toBeGreaterThan(0);
    expect(Math.max(...off)).toBeLessThan(1);
  },
);

it.each([1024, 1440])(
  "at %i pixels the presenters of a field stand in one row, beside its name",
  async (width) => {
    await resizeTo(width);
    await page.goto("/community/thought-leadership");
    const tops = await page.locator(".discipline").evaluateAll((fields) =>
      fields.map((field) => {
        const all = [...field.querySelectorAll("h3, .portrait")].map(
          (one) => one.getBoundingClientRect().top,
        );
        return Math.max(...all) - Math.min(...all);
      }),
    );
    expect(tops.length).toBeGreaterThan(5);
    expect(Math.max(...tops)).toBeLessThan(10);
  },
);

it("on a phone the team's list ends with its last person, as there is no row to fill", async () => {
  await resizeTo(390);
  await page.goto("/team");
  const last = page.locator(".team > li:visible").last();
  expect(await last.locator("h3").count()).toBe(1);
});

it("four cards stand in one row or in two of two", async () => {
  for (const [width, columns] of [
    [390, 1],
    [768, 2],
    [1024, 2],
    [1280, 2],
    [1366, 4],
    [1920, 4],
  ] as const) {
    await resizeTo(width);
    await page.goto("/about/company");
    const cards = await boxesOf(".prose .card");
    expect(cards).toHaveLength(4);
    expect(new Set(cards.map(({ left }) => Math.round(left))).size, `${width}`).toBe(columns);
  }
});

it("lists keep their role in WebKit, which takes it from those with list-style-type none", async () => {
  await resizeTo(1280);
  const unmarked: string[] = [];
  for (const path of ["/", "/events", "/team", "/learning/overview", "/typography"]) {
    await page.goto(path);
    const lists = await page.evaluate(() =>
      [...document.querySelectorAll("main :is(ul, ol) > li")]
        .filter((item) => getComputedStyle(item).listStyleType === "none")
        .map((item) => item.parentElement?.className ?? ""),
    );
    unmarked.push(...lists.map((name) => `${path}: ${name}`));
  }
  expect(unmarked).toEqual([]);
});

it("each label of the header keeps to one line and inside", async () => {
  await page.goto("/team");
  for (const width of [320, 1024, 1151, 1152, 1280]) {
    await resizeTo(width);
    const labels = await page
      .locator(".site-header .wrap :is(.brand, .menu-button, .button):visible")
      .evaluateAll((all) =>
        all.map((label) => {
          const words = document.createRange();
          words.selectNodeContents(label);
          const { left, right } = label.getBoundingClientRect();
          return {
            label: label.textContent,
            isWhole: left >= 0 && right <= innerWidth,
            height: words.getBoundingClientRect().height,
          };
        }),
      );
    expect(labels.length, `${width}`).toBeGreaterThan(width < 1152 ? 0 : 4);
    expect(
      labels.filter(({ isWhole, height }) => !isWhole || height > 34),
      `${width}`,
    ).toEqual([]);
  }
});

it("in a low window, as at a zoom of 400 %, the header leaves the height to the text", async () => {
  await resizeTo(320, 256);
  await page.goto("/framework/overview");
  await page.locator(".contents summary").click();
  const anchor = page.locator(".contents details a").last();
  await anchor.click();
  const target = page.locator(`[id="${(await anchor.getAttribute("href"))?.slice(1)}"]`);
  const topOf = () => target.evaluate((heading) => heading.getBoundingClientRect().top);
  await expect.poll(topOf).toBeLessThan(40);
  expect(await topOf()).toBeGreaterThanOrEqual(0);
  const headerBottom = () =>
    page.locator(".site-header").evaluate((header) => header.getBoundingClientRect().bottom);
  expect(await headerBottom()).toBeLessThanOrEqual(0);
  // A tall window keeps it, and no anchor's target lies under it.
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await headerBottom()).toBe(72);
  await anchor.click();
  await expect.poll(topOf).toBeLessThan(120);
  expect(await topOf()).toBeGreaterThanOrEqual(72);
});

describe("on paper", () => {
  it("buttons are dark words with their address", async () => {
    await resizeTo(794);
    await page.emulateMedia({ media: "print" });
    await page.goto("/learning/overview");
    const looks = await page
      .locator("main .button")
      .first()
      .evaluate((button) => ({
        color: getComputedStyle(button).color,
        ground: getComputedStyle(button).backgroundColor,
        after: getComputedStyle(button, "::after").content,
      }));
    expect(looks.color).toBe("rgb(0, 0, 0)");
    expect(looks.ground).toBe("rgba(0, 0, 0, 0)");
    expect(looks.after).toContain("/learning/mastermind-application");
  });

  it("a form says whom to ask, and all that was written into it", async () => {
    await resizeTo(794);
    await page.goto("/contact");
    const answer = page.locator("form textarea").first();
    await answer.fill("One more line.\n".repeat(40));
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".reach").isVisible()).toBe(true);
    expect(await answer.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(0);
  });

  it("the events fit on five sheets", async () => {
    await resizeTo(1280);
    await page.goto("/events");
    const pdf = await page.pdf({ format: "A4" });
    const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
    expect(sheets).toBeLessThanOrEqual(5);
  });
});

it.each([320, 600, 639])(
  "at %i pixels a form and the band of each of its parts reach both edges",
  async (width) => {
    await resizeTo(width);
    await page.goto("/contact");
    const boxes = await boxesOf(".form, .form .section > legend");
    expect(boxes.length).toBeGreaterThan(5);
    for (const { left, right } of boxes) {
      expect(Math.round(left)).toBe(0);
      expect(Math.round(right)).toBe(width);
    }
  },
);

it("on phones the drawing of each card at home takes its width", async () => {
  await resizeTo(390);
  await page.goto("/");
  const cards = await boxesOf(".pillar");
  const drawings = await boxesOf(".pillar .ornament");
  expect(drawings).toHaveLength(4);
  for (const [index, { width }] of drawings.entries())
    expect(width).toBeGreaterThan(0.7 * (cards[index]?.width ?? 0));
});
