import { expect } from "vitest";
import navigation from "#content/navigation.yaml";
import type { Journey } from "./journey.ts";
import { click, focused, isVisible, tabTo, type Visitor, visible, waitFor } from "./visitor.ts";

const { words } = navigation;
const burger = `[aria-label="${words.open}"]`;
const group = navigation.header[0];
const link = group?.links[1];
if (!group || !link) throw new Error("the header has no menu");

/** Menus and sheet, with keys alone and with Back. */
export const navigationJourneys: Journey[] = [
  {
    name: "the sheet keeps the keyboard inside, closes with Escape and its button and gives the focus back",
    async run({ visitor, address }) {
      await visitor.resize(390, 844);
      await visitor.open(address);
      await openSheet(visitor);
      expect(await visitor.evaluate(`document.querySelector("#sheet").matches(":modal")`)).toBe(true);
      for (let presses = 1; presses <= 20; presses += 1) {
        await visitor.press("Tab");
        // On its way around, the focus may visit the browser's own bars: the page then says `body`.
        const isInside = await visitor.evaluate(
          `document.activeElement === document.body || document.querySelector("#sheet").contains(document.activeElement)`,
        );
        expect(isInside, `after ${presses} Tabs: ${JSON.stringify(await focused(visitor))}`).toBe(true);
      }
      await visitor.press("Escape");
      await waitFor(visitor, `!${visible("#sheet")}`);
      expect((await focused(visitor)).text).toBe(words.open);
      await openSheet(visitor);
      await click(visitor, { role: "button", name: words.close });
      await waitFor(visitor, `!${visible("#sheet")}`);
      expect((await focused(visitor)).text).toBe(words.open);
    },
  },
  {
    name: "Back finds the sheet closed, and so does Forward",
    visit: { keepsPages: true },
    async run({ visitor, address }) {
      await visitor.resize(390, 844);
      await visitor.open(address);
      await openSheet(visitor);
      await click(visitor, { role: "summary", name: group.label });
      await click(visitor, `#sheet a[href="${link.to}"]`);
      await arrive(visitor, link.to);
      expect(await isVisible(visitor, "#sheet")).toBe(false);
      await visitor.back();
      await arrive(visitor, "/");
      await waitFor(visitor, `!${visible("#sheet")}`);
      await openSheet(visitor);
    },
  },
  {
    name: "the sheet shows where the visitor is",
    async run({ visitor, address }) {
      await visitor.resize(390, 844);
      await visitor.open(address + link.to);
      await openSheet(visitor);
      expect(await openGroups(visitor)).toEqual([group.label]);
      expect(await isVisible(visitor, `#sheet a[aria-current=page][href="${link.to}"]`)).toBe(true);
      const other = navigation.header[1]?.label ?? "";
      await click(visitor, { role: "summary", name: other });
      await waitFor(visitor, `document.querySelectorAll("#sheet details[open]").length === 1`);
      expect(await openGroups(visitor)).toEqual([other]);
    },
  },
  ...navigation.header.map(
    ({ label, links }): Journey => ({
      name: `the menu '${label}' opens under its button`,
      async run({ visitor, address }) {
        const first = `header .menu a[href="${links[0]?.to}"]`;
        await visitor.resize(1280, 800);
        await visitor.open(address);
        // From the keyboard, and by a press.
        await tabToButton(visitor, label);
        await visitor.press("Enter");
        await waitFor(visitor, visible(first));
        const { button, panel, width } = await visitor.evaluate<{
          button: DOMRect;
          panel: DOMRect;
          width: number;
        }>(`(() => {
          const named = [...document.querySelectorAll("header button, header summary")]
            .find((one) => one.textContent.trim() === ${JSON.stringify(label)});
          const panel = [...document.querySelectorAll(${JSON.stringify(first)})]
            .find((one) => one.getClientRects().length > 0).closest(".menu");
          return {
            button: named.getBoundingClientRect().toJSON(),
            panel: panel.getBoundingClientRect().toJSON(),
            width: innerWidth,
          };
        })()`);
        const besides = Math.min(Math.abs(panel.left - button.left), Math.abs(panel.right - button.right));
        expect(besides, "px beside the button").toBeLessThanOrEqual(40);
        expect(Math.abs(panel.top - button.bottom), "px below the button").toBeLessThanOrEqual(24);
        expect(panel.left).toBeGreaterThanOrEqual(0);
        expect(panel.right).toBeLessThanOrEqual(width);
        await visitor.press("Escape");
        await waitFor(visitor, `!${visible(first)}`);
        expect((await focused(visitor)).text).toBe(label);
        await click(visitor, { role: "button", name: label });
        await waitFor(visitor, visible(first));
      },
    }),
  ),
  ...[false, true].map(
    (isOpen): Journey => ({
      name: `the window may change its width while a menu is ${isOpen ? "open" : "closed"}`,
      async run({ visitor, address }) {
        await visitor.resize(1280, 800);
        await visitor.open(address);
        if (isOpen) await click(visitor, { role: "button", name: group.label });
        for (const width of [1100, 1040, 1280, 800, 1280]) {
          await visitor.resize(width, 800);
          await waitFor(visitor, width < 1152 ? visible(burger) : visible(".menus"));
        }
        await visitor.resize(600, 800);
        await click(visitor, burger);
        await waitFor(visitor, visible("#sheet"));
      },
    }),
  ),
  {
    name: "Back finds the menu closed",
    visit: { keepsPages: true },
    async run({ visitor, address }) {
      await visitor.resize(1280, 800);
      await visitor.open(address);
      await click(visitor, { role: "button", name: group.label });
      await click(visitor, `header .menu a[href="${link.to}"]`);
      await arrive(visitor, link.to);
      await visitor.back();
      await arrive(visitor, "/");
      await waitFor(visitor, `!${visible(`header .menu a[href="${link.to}"]`)}`);
    },
  },
];

async function openSheet(visitor: Visitor) {
  await tabTo(visitor, burger);
  await visitor.press("Enter");
  await waitFor(visitor, visible("#sheet"));
}

async function tabToButton(visitor: Visitor, label: string) {
  for (let presses = 0; presses < 20; presses += 1) {
    await visitor.press("Tab");
    if ((await focused(visitor)).text === label) return;
  }
  throw new Error(`${label} was not reached by Tab`);
}

function openGroups(visitor: Visitor): Promise<string[]> {
  return visitor.evaluate(
    `[...document.querySelectorAll("#sheet details[open] > summary")].map((one) => one.textContent.trim())`,
  );
}

function arrive(visitor: Visitor, path: string) {
  return waitFor(visitor, `location.pathname === "${path}" && document.readyState === "complete"`);
}
