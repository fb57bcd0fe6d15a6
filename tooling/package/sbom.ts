import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import packageJson from "../../package.json" with { type: "json" };
import { type LockedPackages, packageName } from "../build/locked-packages.ts";
import { root } from "../root.ts";

/** The part of CycloneDX that is read or changed here. */
interface Bom {
  serialNumber: string;
  metadata: { timestamp: string; lifecycles: { phase: string }[]; component: { name: string } };
  components: { "bom-ref": string; scope: string; properties?: { name: string }[] }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * What a release is made of, as CycloneDX: `npm sbom` of the whole project without what only builds and tests it. The same
 * packages and time give the same text.
 *
 * @param folders of the packages in the release, as package-lock.json has them
 */
export function releaseBom(folders: Set<string>, packages: LockedPackages, time: Date): string {
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"],
    // Vite has set NODE_ENV, with which npm leaves packages out.
    { cwd: root, encoding: "utf8", maxBuffer: 100_000_000, env: { ...process.env, NODE_ENV: "" } },
  );
  if (status !== 0) throw new Error(`npm sbom failed:\n${stderr}`);
  const bom: Bom = JSON.parse(stdout);
  const own = `${packageJson.name}@${packageJson.version}`;
  const refs = new Set([...folders].map((folder) => `${packageName(folder)}@${packages[folder]?.version}`));
  const components = bom.components
    .filter((component) => refs.has(component["bom-ref"]))
    // npm says what it is for in the project; here all of it runs.
    .map((component) => ({
      ...component,
      scope: "required",
      properties: (component.properties ?? []).filter(({ name }) => !name.endsWith(":development")),
    }));
  const listed = new Set(components.map((component) => component["bom-ref"]));
  const missing = [...refs].filter((ref) => !listed.has(ref));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(", ")}`);
  const isHere = (ref: string) => refs.has(ref);
  const dependencies = bom.dependencies
    .filter(({ ref }) => ref === own || isHere(ref))
    .map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: ref === own ? [...refs].sort() : dependsOn.filter(isHere),
    }));
  const { metadata } = bom;
  const described = {
    ...bom,
    metadata: {
      ...metadata,
      timestamp: time.toISOString(),
      lifecycles: [{ phase: "build" }],
      component: { ...metadata.component, type: "application", name: packageJson.name },
    },
    components,
    dependencies,
    serialNumber: "",
  };
  const hash = createHash("sha256").update(JSON.stringify(described)).digest("hex");
  const uuid = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return `${JSON.stringify({ ...described, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`;
}
