import { expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { tokensCss } from "./theme-css.ts";

const stacks = { speak: "sans-serif", read: "serif" };

it("sheets over sheets of a color go away from the color of the words on them", () => {
  const { colors } = theme;
  const cssWith = (light: string, dark: string) =>
    tokensCss({ ...theme, colors: { ...colors, "on-marigold": { light, dark } } }, stacks);
  expect(tokensCss(theme, stacks)).not.toContain("--sheet");
  expect(cssWith("#ffffff", "#ffffff").match(/--sheet:\w+/g)).toEqual(["--sheet:black", "--sheet:black"]);
  expect(cssWith("#102020", "#ffffff").match(/--sheet:\w+/g)).toEqual(["--sheet:white", "--sheet:black"]);
});
