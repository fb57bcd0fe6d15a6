import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

const fontsource = (name: string, ...weights: number[]) =>
  weights.map((weight) => `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
const dejavu = (...names: string[]) => names.map((name) => `dejavu-fonts-ttf/ttf/${name}.ttf`);

/** The faces of machines that visitors have, from packages; the first of a list stands for every unknown name. */
const machines = {
  /** Windows, macOS, iOS, ChromeOS, most Linux desktops: Arial and Times New Roman, or faces of the same widths. */
  arial: [...fontsource("arimo", 400, 700), ...fontsource("tinos", 400, 700)],
  android: [...fontsource("roboto", 400, 700), ...fontsource("noto-serif", 400, 700)],
  dejavu: dejavu("DejaVuSans", "DejaVuSans-Bold", "DejaVuSerif", "DejaVuSerif-Bold"),
  /** None of the faces that the site knows; wider than any of them. */
  unknown: dejavu("DejaVuSansMono", "DejaVuSansMono-Bold"),
};
export type Machine = keyof typeof machines;
export const machineNames = Object.keys(machines) as Machine[];

/** A folder with the faces of such a machine and a fontconfig file that knows no others; gives that file. */
export async function fontsOf(machine: Machine): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "fonts-"));
  const faces = join(folder, "faces");
  mkdirSync(faces);
  for (const [index, file] of machines[machine].entries()) {
    const target = join(faces, `${index}.ttf`);
    if (file.endsWith(".ttf")) copyFileSync(join(packages, file), target);
    else writeFileSync(target, await toTrueType(readFileSync(join(packages, file))));
  }
  const config = join(folder, "fonts.conf");
  writeFileSync(
    config,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${faces}</dir><cachedir>${join(folder, "cache")}</cachedir></fontconfig>`,
  );
  return config;
}

const latin = String.fromCodePoint(...Array.from({ length: 0x2300 - 0x20 }, (_, index) => index + 0x20));
const toTrueType = (woff2: Buffer) =>
  subsetFont(woff2, latin, { targetFormat: "sfnt", preserveNameIds: [1, 2, 4, 6] });
