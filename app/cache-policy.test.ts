import { expect, it } from "vitest";
import { cachePolicy, isKept, policyUntil } from "./cache-policy.ts";

it("keeps for all what is the same for all, and ends what shows the calendar when that changes", () => {
  const names = Object.keys(cachePolicy) as (keyof typeof cachePolicy)[];
  expect(names.filter((name) => isKept(cachePolicy[name]))).toEqual(["page", "live"]);
  const changes = names.filter((name) => !["same", "none"].includes(change(cachePolicy[name])));
  expect(changes).toEqual(["live"]);
  expect(policyUntil(cachePolicy.live, 7)).toMatch(/ s-maxage=7, stale-while-revalidate=0,/);
  expect(isKept("")).toBe(false);
});

function change(policy: string): string {
  const sent = policyUntil(policy, 7);
  return sent === policy ? "same" : (sent ?? "none");
}
