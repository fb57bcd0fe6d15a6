/** Keys with a name; letters are typed. */
export type NamedKey =
  | "Tab"
  | "Enter"
  | "Escape"
  | "Space"
  | "Backspace"
  | "End"
  | "ArrowDown"
  | "ArrowUp"
  | "ArrowRight"
  | "ArrowLeft";

/** What a person can do in a tab of a browser, and no more. */
export interface Visitor {
  /** Resolves when the page is there and can be used. */
  open(address: string): Promise<void>;
  /** One key, down and up. */
  press(key: NamedKey | "Shift+Tab"): Promise<void>;
  /** One key after another, into whatever has the focus. */
  type(text: string): Promise<void>;
  /** A press of the primary button there, in CSS pixels of the window. */
  clickAt(x: number, y: number, presses: 1 | 2): Promise<void>;
  /** What the person sees: the value of an expression in the page. It changes nothing. */
  evaluate<Value>(expression: string): Promise<Value>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Another tab of the same window; the first stays as it is. */
  newTab(): Promise<Visitor>;
  /** Size of the page's viewport in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** What not every engine can be asked to do. */
export type Ability =
  | "scripts off"
  | "offline switch"
  | "host names"
  | "two tabs"
  | "features"
  | "words after reload";

export interface VisitOptions {
  /** Whether pages may run scripts. */
  scripts?: boolean;
  /** Whether a page that is left is kept whole for Back (back-forward cache), or fetched anew; unsaid where nobody goes back. */
  keepsPages?: boolean;
}

/** A browser that journeys run in. */
export interface Engine {
  name: string;
  /** Why this engine's driver cannot do it. */
  cannot: Partial<Record<Ability, string>>;
  /** A person with a new profile and an empty tab. */
  visit(options?: VisitOptions): Promise<Visitor>;
  /** Only where the driver has one: takes the visitor's own network away. */
  setOffline?(visitor: Visitor, isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts each of the two browsers when the first visitor wants it. */
export function browsers<Browser extends { close(): Promise<void> }>(
  launch: (keepsPages: boolean) => Promise<Browser>,
) {
  const started = new Map<boolean, Promise<Browser>>();
  return {
    get(keepsPages: boolean): Promise<Browser> {
      const browser = started.get(keepsPages) ?? launch(keepsPages);
      started.set(keepsPages, browser);
      return browser;
    },
    async close() {
      for (const browser of started.values()) await (await browser).close();
    },
  };
}

/** What has the focus. */
export interface Focus {
  tag: string;
  id: string;
  name: string;
  value: string;
  className: string;
  text: string;
}

const text = JSON.stringify;

/** Polls; a condition that throws counts as not yet, as while a page is being replaced. */
export async function waitUntil(
  what: string,
  condition: () => Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let reason = "";
  for (;;) {
    try {
      if (await condition()) return;
      reason = "";
    } catch (error) {
      reason = ` (${error})`;
    }
    if (performance.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits until the expression is true in the page. */
export function waitFor(visitor: Visitor, expression: string, seconds?: number): Promise<void> {
  return waitUntil(expression, () => visitor.evaluate<boolean>(`Boolean(${expression})`), seconds);
}

export function focused(visitor: Visitor): Promise<Focus> {
  return visitor.evaluate<Focus>(`(() => {
    const element = document.activeElement ?? document.body;
    return {
      tag: element.localName,
      id: element.id,
      name: element.getAttribute("name") ?? "",
      value: element.value ?? "",
      className: element.className,
      text: (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 200),
    };
  })()`);
}

export function fieldValue(visitor: Visitor, name: string): Promise<string> {
  return visitor.evaluate(`document.querySelector(${text(`[name="${name}"]`)}).value`);
}

export function isChecked(visitor: Visitor, css: string): Promise<boolean> {
  return visitor.evaluate(`document.querySelector(${text(css)}).checked`);
}

export function textOf(visitor: Visitor, css: string): Promise<string> {
  return visitor.evaluate(`document.querySelector(${text(css)})?.innerText ?? ""`);
}

export function count(visitor: Visitor, css: string): Promise<number> {
  return visitor.evaluate(`document.querySelectorAll(${text(css)}).length`);
}

export function isVisible(visitor: Visitor, css: string): Promise<boolean> {
  return visitor.evaluate(visible(css));
}

/** Expression: something that the selector finds takes up room on the screen. */
export function visible(css: string): string {
  return `[...document.querySelectorAll(${text(css)})].some((element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility === "visible")`;
}

/** What to press: the first visible thing that the selector finds, or that has the role and exactly the name. */
export type Target = string | { role: "button" | "link" | "summary"; name: string };

const tags = { button: "button", link: "a[href]", summary: "summary" };

/** Brings it into view and presses its middle, again if the press went elsewhere. */
export async function click(visitor: Visitor, target: Target, presses: 1 | 2 = 1): Promise<void> {
  const [css, name] = typeof target === "string" ? [target] : [tags[target.role], target.name];
  const place = () =>
    visitor.evaluate<{ x: number; y: number } | null>(`(() => {
      const element = [...document.querySelectorAll(${text(css)})].find((element) =>
        element.getClientRects().length > 0 &&
        (${text(name ?? null)} === null ||
          (element.getAttribute("aria-label") ?? element.textContent).trim() === ${text(name ?? null)}));
      if (!element) return null;
      const box = () => element.getBoundingClientRect();
      if (box().top < 80 || box().bottom > innerHeight - 8)
        element.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = box();
      // Still sliding in.
      if (x < 0 || x + width > innerWidth + 1) return null;
      window.aimedAt = element;
      window.pressed = undefined;
      // The first of two: the button is out of use at the second.
      window.onpointerdown ??= ({ target }) => { window.pressed ??= target; };
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    })()`);
  for (let tries = 0; tries < 3; tries += 1) {
    await press();
    // A page that still restores its scroll lets a press miss: people see that and press again.
    const hit = visitor.evaluate<boolean>("!window.aimedAt || window.aimedAt.contains(window.pressed)");
    // The press led to another page.
    if (await hit.catch(() => true)) return;
  }

  async function press() {
    let at: { x: number; y: number } | null = null;
    await waitUntil(`${text(target)} is there`, async () => {
      const before = await place();
      // Late fonts or a scroll under way would let the press miss; WebKit scrolls to what has the focus a while later.
      await new Promise((resolve) => setTimeout(resolve, 100));
      at = await place();
      return at !== null && before?.x === at.x && before.y === at.y;
    });
    const { x, y } = at as unknown as { x: number; y: number };
    await visitor.clickAt(x, y, presses);
  }
}

/** Presses Tab until the selector fits what has the focus. */
export async function tabTo(visitor: Visitor, css: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await visitor.evaluate<boolean>(`document.activeElement?.matches(${text(css)}) ?? false`)) return;
    await visitor.press(key);
  }
  throw new Error(`${css} was not reached by ${key}`);
}
