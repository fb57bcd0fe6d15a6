// docs/specification.md, 'Valid markup'

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { form } from "./support/form.ts";
import { routes } from "./support/routes.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

const jar: string = createRequire(import.meta.url)("vnu-jar");

interface Message {
  type: "error" | "info" | "non-document-error";
  /** Among those of the type `info`, warnings have one. */
  subType?: string;
  url?: string;
  message: string;
  extract?: string;
}

let test: TestSite;
let folder: string;
beforeAll(async () => {
  test = await createTestSite();
  folder = mkdtempSync(join(tmpdir(), "pages-"));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

/** Every page as a browser gets it, with those that only follow an action. */
async function writePages(): Promise<void> {
  const others = ["/no/such/page", "/contact/received?reference=ABCD-EFGH"];
  for (const path of [...routes, ...others]) {
    const { body } = await test.app.inject({ url: path, headers: { "user-agent": "Mozilla/5.0" } });
    writeFileSync(join(folder, `${path.replaceAll(/[/?]/g, "_")}.html`), body);
  }
  const refused = await test.app.inject({ url: "/contact", ...form({ firstName: "A" }) });
  writeFileSync(join(folder, "_contact_refused.html"), refused.body);
}

it("the Nu HTML checker finds no error and nothing to warn of on any page", async () => {
  await writePages();
  const { stdout } = await promisify(execFile)(
    "java",
    ["-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", "--skip-non-html", folder],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { messages }: { messages: Message[] } = JSON.parse(stdout);
  const found = messages
    .filter(({ type, subType }) => type !== "info" || subType === "warning")
    // React Router marks its import map with an attribute of its own, by which it finds it again.
    .filter(({ message }) => !message.startsWith("Attribute “rr-importmap” not allowed"))
    // It does not know this property of drawings: https://www.w3.org/TR/SVG2/coords.html#VectorEffects
    .filter(({ message }) => !message.includes("“vector-effect”: Property “vector-effect” doesn't exist"))
    // The checker does not know the standard's newest link yet: https://html.spec.whatwg.org/multipage/links.html#link-type-expect
    .filter(({ message, extract = "" }) => !(message.includes("“blocking”") && extract.includes('"expect"')))
    .map(({ url = "", message, extract }) => `${basename(url)}: ${message} ${extract ?? ""}`);
  expect([...new Set(found)]).toEqual([]);
});
