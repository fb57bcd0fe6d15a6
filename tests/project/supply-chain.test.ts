// docs/provenance.md

import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const json = (file: string) => JSON.parse(readFileSync(file, "utf8"));

interface Rule {
  matchPackageNames?: string[];
  matchDepTypes?: string[];
  matchUpdateTypes?: string[];
}

describe("what the site is made of", () => {
  it("has 60 packages at most that lie beside it when it runs", () => {
    const packages: Record<string, { dev?: true; devOptional?: true; optional?: true }> =
      json("package-lock.json").packages;
    const running = Object.entries(packages).filter(
      ([folder, { dev, devOptional, optional }]) => folder !== "" && !dev && !devOptional && !optional,
    );
    expect(running.length).toBeGreaterThan(20);
    expect(running.length).toBeLessThanOrEqual(60);
  });

  it.each([".", ...["tests/drivers", "tests/mutation", "tests/postgres"]])(
    "locks each package of %s with the digest of its archive, and asks for one version of each",
    (folder) => {
      const packages: Record<string, { integrity?: string; optional?: true; os?: string[] }> = json(
        `${folder}/package-lock.json`,
      ).packages;
      // What builds and tests on other systems alone was never fetched here.
      const without = Object.entries(packages).filter(
        ([folder, { integrity, optional, os }]) => folder !== "" && !integrity && !(optional && os),
      );
      expect(without.map(([folder]) => folder)).toEqual([]);
      const { dependencies, devDependencies, optionalDependencies } = json(`${folder}/package.json`);
      const asked: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies };
      expect(Object.keys(asked)).not.toEqual([]);
      expect(
        Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
      ).toEqual([]);
    },
  );

  it("has fonts that are those of the packages that are named, with their licences", () => {
    const text = readFileSync("docs/provenance.md", "utf8");
    const fonts = globSync("content/fonts/*.{woff2,ttf,otf}");
    expect(fonts.length).toBeGreaterThan(1);
    for (const font of fonts) {
      const hash = createHash("sha256").update(readFileSync(font)).digest("hex");
      expect(text).toMatch(new RegExp(`^\\| \`${basename(font)}\` \\| .* \\| \`${hash}\` \\|$`, "m"));
    }
    for (const license of globSync("content/fonts/*.txt"))
      expect(readFileSync(license, "utf8")).toMatch(/SIL OPEN FONT LICENSE Version 1\.1/i);
  });
});

describe("renovate.json", () => {
  const renovate: { packageRules: Rule[] } & Record<string, unknown> = json("renovate.json");
  const installed = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });

  it("names packages that there are", () => {
    const names = renovate.packageRules.flatMap((rule) => rule.matchPackageNames ?? []);
    const meant = (pattern: string) =>
      installed.some((name) =>
        pattern.endsWith("/**") ? name.startsWith(pattern.slice(0, -2)) : name === pattern,
      );
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !meant(name))).toEqual([]);
  });

  it("asks for what is bundled and runs singly, although it is a devDependency", () => {
    const bundled = ["client", "server"].flatMap((side) =>
      (json(`build/${side}/.vite/licenses.json`) as { name: string }[]).map(({ name }) => name),
    );
    const direct = Object.keys(packageJson.devDependencies).filter((name) => bundled.includes(name));
    expect(direct).toContain("fastify");
    const [, ...later] = renovate.packageRules;
    const single = later.flatMap((rule) => rule.matchPackageNames ?? []);
    const covers = (name: string) =>
      single.some((one) => (one.endsWith("/**") ? name.startsWith(one.slice(0, -2)) : one === name));
    expect(direct.filter((name) => !covers(name))).toEqual([]);
  });

  it("says only what Renovate knows", () => {
    const known =
      /^(\$schema|description|extends|timezone|schedule|rangeStrategy|minimumReleaseAge|prConcurrentLimit|lockFileMaintenance|vulnerabilityAlerts|packageRules)$/;
    expect(Object.keys(renovate).filter((key) => !known.test(key))).toEqual([]);
    const ruleKeys = /^(description|match(PackageNames|DepTypes|UpdateTypes)|groupName|allowedVersions)$/;
    expect(
      renovate.packageRules.flatMap((rule) => Object.keys(rule)).filter((key) => !ruleKeys.test(key)),
    ).toEqual([]);
  });
});
