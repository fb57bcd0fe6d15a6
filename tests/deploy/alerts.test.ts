// docs/operations/seeing.md, 'Alarms'

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createTestSite, type TestSite } from "../support/site.ts";

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const file = "deploy/prometheus/alerts.yaml";
const { groups } = parse(readFileSync(file, "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap(({ rules }) => rules);
const promtool = (...words: string[]) => spawnSync("promtool", words, { encoding: "utf8" });
const hasPromtool = promtool("--version").status === 0;

let site: TestSite;
let output: string;
beforeAll(async () => {
  site = await createTestSite();
  output = (await site.app.inject("/metrics")).body;
});
afterAll(() => site.close());

describe.each(rules)("$alert", ({ alert, expr, labels, annotations }) => {
  it("asks for metrics that there are", () => {
    const named = expr.match(/\b(?:site|nodejs|process)_[a-z0-9_]+/g) ?? [];
    const known = [...output.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    expect(named.length + Number(expr.startsWith("up{"))).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("says how grave it is and what is wrong, and the operator's guide says what to do", () => {
    expect(["critical", "warning", "info"]).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(20);
    expect(readFileSync("docs/operations/seeing.md", "utf8")).toContain(`| \`${alert}\` |`);
  });
});

it("has each rule once, and the guide explains none that there is not", () => {
  const names = rules.map(({ alert }) => alert);
  expect(names.length).toBeGreaterThan(15);
  const explained = readFileSync("docs/operations/seeing.md", "utf8").match(/(?<=^\| `)Site\w+(?=` \|)/gm);
  expect(explained?.sort()).toEqual(names.sort());
});

describe.skipIf(!hasPromtool)(
  "promtool (skipped where the command is missing: then names and form alone are checked)",
  () => {
    it.each([
      ["accepts the rules", ["check", "rules", file]],
      ["sees the right ones raise an alarm", ["test", "rules", "deploy/prometheus/alerts.test.yaml"]],
    ])("%s", (_, words) => {
      const { status, stdout, stderr } = promtool(...words);
      expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
    });

    it("accepts what /metrics says", () => {
      const { stdout, stderr } = spawnSync("promtool", ["check", "metrics"], {
        encoding: "utf8",
        input: output,
      });
      // It minds names of Node's own.
      expect(`${stdout}${stderr}`.split("\n").filter((line) => /^site_|error/i.test(line))).toEqual([]);
    });
  },
);
