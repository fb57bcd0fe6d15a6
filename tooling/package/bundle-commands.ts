import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { build, type Rolldown } from "vite";
import { nodeMajor } from "#system/version.ts";
import packageJson from "../../package.json" with { type: "json" };
import { externalPackages } from "../build/external-packages.ts";
import { root } from "../root.ts";

/** The commands of a release by their names: its own, and those that are the same as in the project. */
export function releaseCommands(): Map<string, string> {
  const files = globSync(["tooling/release/*.ts", "tooling/{calendar,doctor,export,launch-check}.ts"], {
    cwd: root,
  });
  return new Map(files.sort().map((file) => [basename(file, ".ts"), join(root, file)]));
}

/**
 * Bundles the commands, so that a release needs neither sources nor their packages.
 *
 * @returns names of the packages that they load beside it
 */
export async function bundleCommands(folder: string): Promise<string[]> {
  const made = (await build({
    configFile: false,
    root,
    logLevel: "warn",
    ssr: {
      noExternal: true,
      // What builds is not there in a release, and is not asked for.
      external: [...externalPackages, ...Object.keys(packageJson.devDependencies)],
    },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: `node${nodeMajor}`,
      reportCompressedSize: false,
      license: { fileName: ".vite/licenses.json" },
      rollupOptions: {
        input: Object.fromEntries(releaseCommands()),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  const imports = made.output.flatMap((file) =>
    file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : [],
  );
  return externalPackages.filter((name) => imports.some((one) => one === name || one.startsWith(`${name}/`)));
}
