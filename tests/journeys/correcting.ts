import { expect } from "vitest";
import {
  applicationCase,
  type FormCase,
  fillInByKeys,
  interestCase,
  retype,
  sendByKeys,
  waitForReceivedPage,
} from "./filling.ts";
import type { Journey, World } from "./journey.ts";
import { fieldValue, waitFor } from "./visitor.ts";

const noScript = /\.m?js(\?|$)/;

/** A form that was sent with a mistake is corrected after Back and sent again: the new words must not be dropped. */
export const correctingJourneys: Journey[] = [
  {
    name: "after Back, without scripts that load",
    visit: { keepsPages: true },
    async run(world) {
      world.server.missing = noScript;
      await correctAfterBack(world, interestCase);
    },
  },
  {
    name: "after Back, with scripts switched off",
    needs: ["scripts off"],
    visit: { scripts: false, keepsPages: true },
    run: (world) => correctAfterBack(world, applicationCase),
  },
];

async function correctAfterBack(world: World, form: FormCase) {
  const { visitor, address } = world;
  await visitor.open(address + form.path);
  await fillInByKeys(visitor, form, { email: "ada@visitor.exampel" });
  await sendByKeys(visitor);
  await waitForReceivedPage(visitor);
  expect((await world[form.table]()).map(({ email }) => email)).toEqual(["ada@visitor.exampel"]);

  await visitor.back();
  await waitFor(visitor, `document.querySelector("form.form") && document.readyState === "complete"`);
  expect(await fieldValue(visitor, "lastName")).toBe("Moreno");
  await retype(visitor, "email", "ada@visitor.example");
  expect(await fieldValue(visitor, "email")).toBe("ada@visitor.example");
  await sendByKeys(visitor);
  await waitForReceivedPage(visitor);
  expect((await world[form.table]()).map(({ email }) => email)).toContain("ada@visitor.example");
}
