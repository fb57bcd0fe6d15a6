import { expect, it } from "vitest";
import { asInRelease, asTypedHere } from "./own-commands.ts";

it.each([
  ["npm run doctor -- --json", "node doctor.js --json"],
  ["npm run calendar -- check says why", "node calendar.js check says why"],
  ["npm run submissions --", "node submissions.js"],
  ["`npm run submissions --`, so", "`node submissions.js`, so"],
  ["npm run -s submissions -- export > all.csv", "node submissions.js export > all.csv"],
  ["see `npm run launch-check`.", "see `node launch-check.js`."],
  ["npm run content:check", "npm run content:check"],
  ["npm run exports", "npm run exports"],
])("%j is %j in a release", (project, release) => {
  expect(asInRelease(project)).toBe(release);
  expect(asTypedHere(project)).toBe(project);
});

it("names the Node that a release brings", () => {
  expect(asInRelease("npm run doctor", "bin/node")).toBe("bin/node doctor.js");
});
