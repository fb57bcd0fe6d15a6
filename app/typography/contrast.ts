export interface ThemedColor {
  /** As #rrggbb. */
  light: string;
  dark: string;
}

/**
 * The colors among the tokens of a style sheet. A value may be one color, a pair in `light-dark()`, another token in
 * `var()`, or be set again within `@media (prefers-color-scheme: dark)`.
 */
export function themedColors(css: string): Map<string, ThemedColor> {
  const colors = new Map<string, ThemedColor>();
  const blocks: string[] = [];
  for (const [part, prelude, name = "", value = ""] of css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .matchAll(/([^{};]*)\{|--([\w-]+)\s*:\s*([^;{}]+)|\}/g)) {
    if (part === "}") blocks.pop();
    else if (prelude !== undefined) blocks.push(prelude);
    else {
      const [light, dark = light] = pair(value, colors);
      if (!light || !dark) continue;
      const isDark = blocks.some((block) => /prefers-color-scheme:\s*dark/.test(block));
      const known = colors.get(name);
      colors.set(name, isDark ? { light: known?.light ?? light, dark } : { light, dark });
    }
  }
  return colors;
}

function pair(value: string, colors: Map<string, ThemedColor>): string[] {
  const alias = /^\s*var\(--([\w-]+)\)\s*$/.exec(value)?.[1];
  const known = alias && colors.get(alias);
  if (known) return [known.light, known.dark];
  const both = /^\s*light-dark\(([^,]+),([^)]+)\)\s*$/.exec(value);
  return (both ? both.slice(1) : [value]).map((one) => hex(one.trim())).filter((one) => one !== undefined);
}

/** #rgb and #rrggbb; anything else is no color that can be measured. */
function hex(value: string): string | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value)?.[1]?.toLowerCase();
  if (!digits) return undefined;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** The contrast ratio of two colors; WCAG 2.2, 'contrast ratio'. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, 'relative luminance'. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
