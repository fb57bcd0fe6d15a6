import { spawnSync } from "node:child_process";
import { globSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { root } from "../root.ts";
import { stampFile } from "./build-stamp.ts";
import { writeThirdPartyLicenses } from "./third-party-licenses.ts";

const clientDir = join(root, "build/client");
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** `npm run build`: the client and server bundles, the prerendered pages, and their compressed forms. */
export async function build(): Promise<void> {
  rmSync(join(root, "build"), { recursive: true, force: true });
  const { status } = spawnSync("react-router", ["build"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
    },
  });
  if (status !== 0) process.exit(status ?? 1);
  await compressFiles();
  writeThirdPartyLicenses();
  writeFileSync(stampFile, "");
}

/** Text files beside their brotli and gzip forms, for the server, which reads both. */
async function compressFiles(): Promise<void> {
  for (const name of globSync("**/*.{html,js,css,svg,json,txt}", { cwd: clientDir })) {
    const file = join(clientDir, name);
    const content = await readFile(file);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  }
}

if (import.meta.main) await build();
