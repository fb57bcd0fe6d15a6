// docs/decisions/0042-the-cross-section.md; docs/specification.md, 'Accessibility', 'Layout shift'

import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import navigation from "#content/navigation.yaml";
import { page, provideBrowser } from "../support/browser.ts";
import { routes } from "../support/routes.ts";

/** The application has two addresses. Events and what is not found belong to the looks as well. */
const paths = [...routes.filter((path) => path !== "/learning/application"), "/no-such-page"];
const widths = [320, 390, 768, 1024, 1280, 1366, 1440, 1920];

provideBrowser({ keepsPage: true, expected: /^Failed to load resource/ });

/** Pages that have something beside their text on every screen; on others no two screens in a row have text alone. */
const composed = [
  ...["/framework/extractive-generative", "/framework/flourishing-ontology"],
  ...["/learning/overview", "/organizational/overview"],
];

/**
 * Runs in the page: what somebody who looks at it would complain of.
 *
 * @param textAlone how many pixels of text may have nothing beside them
 */
function faults(textAlone: number): string[] {
  const found: string[] = [];
  const all = <E extends Element>(css: string) =>
    [...document.querySelectorAll<E>(css)].filter((one) => one.checkVisibility());
  const say = (what: string, one: Element) =>
    found.push(
      `${what}: ${one.localName}.${one.getAttribute("class") ?? ""} ${one.textContent?.trim().slice(0, 30)}`,
    );
  const meets = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  const rangeOf = (one: Element) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range;
  };
  /** The lines of text and the actions of an element, as boxes. */
  const words = (field: Element) => {
    const boxes: DOMRect[] = [];
    for (const one of field.querySelectorAll("h1, h2, p, li, a, button")) {
      if (!one.checkVisibility()) continue;
      boxes.push(...rangeOf(one).getClientRects());
    }
    return boxes;
  };

  // Looking them up again at every width takes longer than everything else.
  const kept = globalThis as { pointsOfPaths?: Map<Element, DOMPoint[]> };
  kept.pointsOfPaths ??= new Map();
  const known = kept.pointsOfPaths;
  const pointsOf = (path: SVGGeometryElement) => {
    const length = path.getTotalLength();
    const points =
      known.get(path) ??
      Array.from({ length: 180 }, (_, step) => path.getPointAtLength((step / 180) * length));
    known.set(path, points);
    return points;
  };

  /** What a line is drawn by: itself, or the outline that it is a copy of. */
  const pathOf = (line: SVGGeometryElement) => {
    const path = line.localName === "use" ? document.querySelector(line.getAttribute("href") ?? "") : line;
    return path instanceof SVGPathElement ? path : undefined;
  };

  // A drawing of its own in a head, and the one at the end of the home page, is whole and stands clear of the words.
  for (const drawing of all<SVGSVGElement>(":is(.head-drawing, .closing-rings) .rings")) {
    const [own, ground] = [drawing, drawing.closest(".spruce") as Element].map((one) =>
      one.getBoundingClientRect(),
    ) as [DOMRect, DOMRect];
    if (own.top < ground.top || own.bottom > ground.bottom || own.right > ground.right)
      say("a drawing leaves its head", drawing);
    if (words(drawing.closest(".spruce") as Element).some((box) => meets(box, own)))
      say("a drawing lies over words", drawing);
  }
  for (const rings of all<SVGSVGElement>(".cross-section .rings")) {
    const field = rings.closest(".spruce");
    const window = rings.closest(".cross-section");
    if (!field || !window) continue;
    // As far as its lines go: they are drawn beyond its own box.
    const lines = [...rings.querySelectorAll("use")].map((one) => one.getBoundingClientRect());
    const drawn = {
      right: Math.max(...lines.map(({ right }) => right)),
      bottom: Math.max(...lines.map(({ bottom }) => bottom)),
    };
    const [seen, ground] = [window, field].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
    const texts = words(field);
    // What of the line is seen lies within its window: points of it, as somebody would follow it with a finger.
    for (const lit of rings.querySelectorAll<SVGGeometryElement>(".lit, .before, .after, .soft")) {
      const path = pathOf(lit);
      const matrix = lit.getScreenCTM();
      if (!path) continue;
      let shown = 0;
      for (const point of pointsOf(path)) {
        const at = point.matrixTransform(matrix ?? undefined);
        if (at.x < seen.left || at.x > seen.right || at.y < seen.top || at.y > seen.bottom) continue;
        shown += 1;
        if (
          texts.some(
            (box) => at.x > box.left - 3 && at.x < box.right + 3 && at.y > box.top && at.y < box.bottom,
          )
        ) {
          say("a ring of a page runs through words", field);
          break;
        }
      }
      if (lit.matches(".lit") && shown < 30) say("the lit ring is hardly seen", field);
      if (lit.matches(".page-rings .lit") && seen.left > ground.left + 1 && shown < pointsOf(path).length)
        say("the lit ring is cut", field);
    }
    // The window is as high as its field or rests on its lower edge, and the drawing goes on beyond it; beside the words that of a
    // page may be a whole trunk.
    if (Math.abs(seen.bottom - ground.bottom) > 1) say("the drawing's window ends inside its field", field);
    if (seen.top > ground.top + 1 && seen.width < ground.width - 1)
      say("the drawing's window begins inside its field", field);
    const mayBeWhole = window.matches(".page-rings") && seen.left > ground.left + 1;
    if (!mayBeWhole && (drawn.bottom < seen.bottom || drawn.right < seen.right))
      say("the drawing ends inside its field", field);
    // Beside the words it has a column of its own, whatever letters there are: longer ones would reach into it.
    if (seen.left > ground.left + 1)
      for (const one of field.querySelectorAll(":scope > .wrap > *"))
        if (meets(one.getBoundingClientRect(), seen)) say("words reach into the drawing's column", one);
  }

  // Words of a drawing stand clear of its lines, of each other and of the edge of their field.
  for (const drawing of all<SVGSVGElement>(".drawing, .head-drawing .rings")) {
    const field = (drawing.closest(".plate") ?? (drawing.parentElement as Element)).getBoundingClientRect();
    const labels = [...drawing.querySelectorAll("text")].map((one) => ({
      one,
      box: one.getBoundingClientRect(),
    }));
    const [lines, covers] = [
      [...drawing.querySelectorAll<SVGGeometryElement>("path, use")],
      [...drawing.querySelectorAll(".ground")].map((one) => one.getBoundingClientRect()),
    ];
    const isOn = ({ x, y }: DOMPoint, box: DOMRect) =>
      x > box.left && x < box.right && y > box.top + 3 && y < box.bottom - 3;
    for (const { one, box } of labels) {
      // On the smallest phones drawings take all the room that there is.
      const air = innerWidth < 384 ? 2 : 8;
      if (box.left < field.left + air || box.right > field.right - air) say("a label leaves its field", one);
      if (
        labels.some(
          (other) =>
            other.one !== one && meets(new DOMRect(box.x, box.y + 4, box.width, box.height - 8), other.box),
        )
      )
        say("a label lies over another", one);
      // A frame of the ground's color around the letters opens the lines that are drawn before them, and no others.
      const { paintOrder, strokeWidth } = getComputedStyle(one);
      const isFramed = paintOrder.startsWith("stroke") && Number.parseFloat(strokeWidth) >= 12;
      const isBefore = (line: Element) =>
        Boolean(line.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
      for (const line of lines) {
        if (isFramed && isBefore(line)) continue;
        const matrix = line.getScreenCTM() ?? undefined;
        const path = pathOf(line);
        const points = path ? pointsOf(path).map((point) => point.matrixTransform(matrix)) : [];
        if (points.some((point) => isOn(point, box) && !covers.some((cover) => isOn(point, cover))))
          say("a line runs through a label", one);
      }
    }
  }
  for (const picture of all<HTMLImageElement>("main img")) {
    const { width, height } = picture.getBoundingClientRect();
    const files = [
      ...(picture.closest("picture")?.querySelectorAll<HTMLSourceElement>("source:not([type*=svg])") ?? []),
    ].map((source) =>
      Math.max(...[...source.srcset.matchAll(/ (\d+)w/g)].map(([, candidate]) => Number(candidate))),
    );
    // What covers its box is scaled by the side that is short of it.
    const shape = Number(picture.getAttribute("width")) / Number(picture.getAttribute("height"));
    const shown = getComputedStyle(picture).objectFit === "cover" ? Math.max(width, height * shape) : width;
    for (const file of files)
      if (!(file >= 2 * shown - 1)) say(`a file of ${file} px is shown at 2 x ${Math.round(shown)}`, picture);
  }
  // The wall of faces is a full rectangle.
  const cells = all(".wall > li").map((cell) => cell.getBoundingClientRect());
  const [last, corner] = [cells.at(-1), cells.reduce((most, { right }) => Math.max(most, right), 0)];
  if (last && (last.right < corner - 1 || cells.some(({ bottom }) => bottom > last.bottom + 1)))
    found.push("the wall of faces has a hole at its end");
  for (const face of all(".wall a"))
    if (face.getBoundingClientRect().bottom > (face.closest(".spruce")?.getBoundingClientRect().bottom ?? 0))
      say("a face leaves its head", face);
  // Who has no photo has words in the place of it where there is room for them; elsewhere they are read out.
  for (const words of all<HTMLElement>(".portrait-missing span")) {
    const hasRoom = (words.parentElement as Element).getBoundingClientRect().width >= 176;
    if (words.getBoundingClientRect().width > 1 !== hasRoom) say("the words of a placeholder", words);
  }
  for (const drawing of all(".ornament")) {
    const card = drawing.closest("a") as Element;
    const texts = [...card.querySelectorAll("h3, p, span")].flatMap((one) => [
      ...rangeOf(one).getClientRects(),
    ]);
    if (texts.some((box) => meets(box, drawing.getBoundingClientRect())))
      say("a drawing lies over words", card);
  }
  // A still life stands clear of the words, and what is cut out lies within its sheet; the ground may reach beyond.
  for (const sheet of all<SVGGraphicsElement>("svg.still-life path")) {
    const scene = sheet.closest(".scene, .page-head, .form-rail li, .philosophy, .ring-field") as Element;
    const [own, its] = [sheet, sheet.closest("svg") as Element].map((one) => one.getBoundingClientRect()) as [
      DOMRect,
      DOMRect,
    ];
    if (own.left < its.left || own.right > its.right || own.top < its.top || own.bottom > its.bottom)
      say(`a still life leaves its field (${sheet.getAttribute("d")})`, scene);
    if (words(scene).some((box) => meets(box, own))) say("a still life lies over words", scene);
  }
  // A filled ring of a mark hides smaller ones that were drawn before it.
  for (const ring of all(".section-mark use")) {
    const [own, before] = [ring, ring.previousElementSibling].map(
      (one) => one?.getBoundingClientRect().width ?? Infinity,
    );
    if (getComputedStyle(ring).fill !== "none" && (before as number) < (own as number))
      say("a filled ring hides others", ring.closest("svg") as Element);
  }
  // A heading's word is whole.
  for (const heading of all("main :is(h1, h2, h3, h4, th):not(.visually-hidden)")) {
    const text = [...heading.childNodes, ...(heading.querySelector("a")?.childNodes ?? [])];
    for (const node of text.filter((one) => one instanceof Text))
      for (const { 0: word, index } of node.data.matchAll(/[^\s\-–/]+/g)) {
        const letters = document.createRange();
        letters.setStart(node, index);
        letters.setEnd(node, index + word.length);
        if (new Set([...letters.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          say(`the word ${word} is broken`, heading);
      }
  }
  for (const label of all(".site-header .wrap > .brand, .menu-button, .events-button")) {
    const tops = new Set([...rangeOf(label).getClientRects()].map(({ top }) => Math.round(top / 12)));
    if (label.getBoundingClientRect().height > 60 || tops.size > 2)
      say("a label of the header is wrapped", label);
  }
  const edge = document.documentElement.clientWidth;
  for (const one of all<HTMLElement>("body *")) {
    const { right, width } = one.getBoundingClientRect();
    if (
      right <= edge + 0.5 ||
      width === 0 ||
      one.closest(".rings, .visually-hidden, .menu, .sheet, .trap, [aria-hidden]")
    )
      continue;
    say(`wider than the window by ${Math.round(right - edge)} px`, one);
  }
  if (document.documentElement.scrollWidth > edge) found.push("the page scrolls sideways");
  for (const trap of document.querySelectorAll(".trap, .trap *")) {
    const { right, bottom } = trap.getBoundingClientRect();
    const isClipped = getComputedStyle(trap.closest(".trap") as Element).clipPath !== "none";
    if (right > 0 && bottom > 0 && !isClipped) say("the trap is seen", trap);
  }
  for (const note of all<HTMLElement>(".article .side-note")) {
    const before = note.previousElementSibling as HTMLElement;
    const [own, its] = [note, before].map((one) => one.getBoundingClientRect()) as [DOMRect, DOMRect];
    const isBeside = own.left > its.right || own.right < its.left;
    if (before.localName !== "p") say("a note follows no paragraph", note);
    if (
      isBeside
        ? own.top < its.top - 1 || own.top > its.bottom
        : own.top < its.bottom || own.top > its.bottom + 60
    )
      say("a note stands away from its paragraph", note);
    if (
      all("main :is(p, li, h2, h3, figure)").some(
        (one) => !note.contains(one) && meets(own, one.getBoundingClientRect()),
      )
    )
      say("a note lies over other words", note);
  }
  // A heading beside the text stands on the line of the first words there.
  const lineOf = (one: Element) => {
    const mark = document.createElement("span");
    mark.style.display = "inline-block";
    one.prepend(mark);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
  };
  for (const heading of all(".prose > h2")) {
    const next = heading.nextElementSibling as Element;
    const isBeside = next.getBoundingClientRect().left > heading.getBoundingClientRect().right;
    const off = Math.round(lineOf(heading) - lineOf(next.querySelector("li, p") ?? next));
    if (isBeside && off !== 0) say(`${off} px off the line of its text`, heading);
    if (next.matches(".steps, .offer, .scene, .scenes, .figure, .comparison"))
      say("a heading lacks its sentence", heading);
  }
  // Beside the headings all that is read begins on one line.
  // Where there is room the list of contents stands at the right of it.
  const contents = innerWidth >= 1280 ? "" : ".contents ol, ";
  const column = `${contents}.prose > p, .offer dd, .step-text, thead th:nth-child(2), .presenters, figcaption`;
  const edges = all(`.article :is(${column})`).map((one) => Math.round(one.getBoundingClientRect().left));
  if (innerWidth >= 1024 && new Set(edges).size > 1)
    found.push(`the text has several left edges: ${[...new Set(edges)].join(", ")}`);
  // On wide screens no stretch of a page has its text alone: something stands at the right of it.
  const pieces =
    ".contents, .side-note, .figure, .comparison, .scene, .scenes, .pull-quote, .quarters, .cards, .people, .steps .section-mark, .call";
  const beside = all(`.article :is(${pieces})`).map((one) => one.getBoundingClientRect());
  for (const [index, { top }] of beside.entries()) {
    const stretch = Math.round(top - (beside[index - 1]?.bottom ?? top));
    if (innerWidth >= 1280 && innerWidth <= 1440 && stretch > textAlone)
      found.push(`a stretch of ${stretch} px has text alone`);
  }
  // From 64rem on set pieces take the whole width, and a scene's band reaches to both edges.
  const whole = document.querySelector(".article")?.getBoundingClientRect().width ?? 0;
  for (const piece of all(".prose > .wide:not(.opening + .offer), .prose > .figure > .plate"))
    if (innerWidth >= 1024 && piece.getBoundingClientRect().width < whole - 1)
      say("a set piece is narrower than the page", piece);
  return found;
}

/** Runs in the page: what can be pressed by nobody, as something lies over it, and what shows a part of its focus ring alone. */
function hindrances(): string[] {
  const found: string[] = [];
  for (const one of document.querySelectorAll<HTMLElement>(
    "main :is(a, button, input, select, textarea, summary)",
  )) {
    if (!one.checkVisibility() || one.closest(".trap, .sheet, .menu") || one.matches(":disabled")) continue;
    const say = (what: string) =>
      found.push(`${what}: ${one.localName} ${one.textContent?.trim().slice(0, 30)}`);
    one.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
    one.scrollIntoView({ block: "center" });
    const line = one.getClientRects()[0] as DOMRect;
    const over = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
    if (!one.contains(over)) say(`${over?.localName}.${over?.getAttribute("class")} lies over it`);
    const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(one);
    if (outlineStyle === "none") say("no ring");
    const air = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
    const { left, right, top, bottom } = one.getBoundingClientRect();
    for (let around = one.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const edge = around.getBoundingClientRect();
      if (
        left - air < edge.left ||
        right + air > edge.right ||
        top - air < edge.top ||
        bottom + air > edge.bottom
      )
        say(`its ring is cut by ${around.localName}.${around.className}`);
    }
  }
  return found;
}

/** Runs in the page: what the rules for the dark theme change beside colors. With none of it, both themes lie alike. */
function darkChanges(): string[] {
  const changed: string[] = [];
  const look = (rule: CSSRule, isDark: boolean): void => {
    const inDark = isDark || (rule instanceof CSSMediaRule && rule.media.mediaText.includes("dark"));
    if (inDark && "style" in rule) {
      const style = rule.style as CSSStyleDeclaration;
      for (const name of style) {
        const isColor = CSS.supports("color", style.getPropertyValue(name).trim());
        if (!isColor && !["filter", "--shade"].includes(name))
          changed.push(`${rule.cssText.slice(0, 60)}: ${name}`);
      }
    }
    for (const inner of (rule as CSSGroupingRule).cssRules ?? []) look(inner, inDark);
  };
  for (const sheet of document.styleSheets) for (const rule of sheet.cssRules) look(rule, false);
  return changed;
}

const firstEvent = "the first event";

describe.each([...paths, firstEvent])("%s", (path) => {
  it("has no fault that an eye would see, at any width, in either theme", async () => {
    await page.goto(path === firstEvent ? "/events" : path);
    if (path === firstEvent)
      await page.goto((await page.locator("main h3 a").first().getAttribute("href")) ?? "");
    const found = await page.evaluate(darkChanges);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const fault of await page.evaluate(faults, composed.includes(path) ? 900 : 1800))
        found.push(`${width}: ${fault}`);
      if ([390, 1280].includes(width))
        for (const fault of await page.evaluate(hindrances)) found.push(`${width}: ${fault}`);
    }
    expect(found).toEqual([]);
  });
});

/** Where the lit ring of the head is seen, and its color; where the window of the rings begins, and the ground that it begins on. */
function litRing() {
  const lit = document.querySelector<SVGUseElement>(".page-rings .lit");
  const window = document.querySelector(".page-rings")?.getBoundingClientRect();
  const outline = document.querySelector<SVGPathElement>("#year");
  if (!lit || !window || !outline) throw new Error("no lit ring");
  const points = Array.from({ length: 90 }, (_, step) =>
    outline
      .getPointAtLength((step / 90) * outline.getTotalLength())
      .matrixTransform(lit.getScreenCTM() ?? undefined),
  )
    // A pixel that the window's edge runs through is dimmed by what lies beside it.
    .filter(
      ({ x, y }) =>
        x > window.left + 1 && x < window.right - 1 && y > window.top + 1 && y < window.bottom - 1,
    );
  return {
    points: points.map(({ x, y }) => ({ x, y })),
    color: getComputedStyle(lit).stroke,
    edge: { x: window.left, y: window.top },
    ground: getComputedStyle(lit.closest(".spruce") as Element).backgroundColor,
  };
}

const hasRings = (path: string) => !/^head: (?!low$)/m.test(readFileSync(`content/pages${path}.mdx`, "utf8"));

/** The last page of each section: its ring is the outermost, and reaches farthest to where the drawing fades. One is in no section. */
const lastPages = [
  ...navigation.header.flatMap(({ links }) => links.at(-1)?.to ?? []).filter(hasRings),
  "/privacy",
];

describe.each(lastPages)("the lit ring of %s", (path) => {
  it("is nowhere dimmed, and the years beyond it fade before their window ends", async () => {
    await page.goto(path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1000 });
      const { points, color, edge, ground } = await page.evaluate(litRing);
      const { data, info } = await sharp(await page.screenshot({ animations: "disabled" }))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const differs = (from: string) => {
        const expected = from.match(/\d+/g)?.map(Number) as number[];
        return ({ x, y }: { x: number; y: number }) => {
          const at = (Math.floor(y) * info.width + Math.floor(x)) * info.channels;
          return expected.some((value, channel) => Math.abs((data[at + channel] as number) - value) > 12);
        };
      };
      const upperEdge = Array.from({ length: Math.floor(width - edge.x) }, (_, x) => ({
        x: edge.x + x,
        y: Math.ceil(edge.y) + 1,
      }));
      expect({
        width,
        dimmed: points.filter(differs(color)).length,
        cut: upperEdge.filter(differs(ground)).length,
      }).toEqual({ width, dimmed: 0, cut: 0 });
    }
  });
});
