import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../root.ts";
import { documentOfRelease } from "./release-documents.ts";

const isThere = (path: string) => path === "operations.md";

it.each([
  ["[Data](operations.md#data), [here](#data)", "[Data](operations.md#data), [here](#data)"],
  ["see [decision 24](decisions/0024-retention.md#x).", "see decision 24."],
  ["[RFC](https://site.example/rfc.md)", "[RFC](https://site.example/rfc.md)"],
  [
    "`npm run submissions -- notifications`, `-- redeliver`, `submissions -- -x`",
    "`node submissions.js notifications`, `redeliver`, `submissions -- -x`",
  ],
])("%j is %j in a release", (project, release) => {
  expect(documentOfRelease(project, isThere)).toBe(release);
});

it("says of each command that only the project has, that it is the project's", () => {
  const files = globSync(["docs/operations.md", "docs/operations/*.md", "docs/scale.md"], { cwd: root });
  const unclear = files.flatMap((file) =>
    documentOfRelease(readFileSync(`${root}/${file}`, "utf8"), () => true)
      .split(/\n\n|\n(?=- )/)
      .filter(
        (paragraph) =>
          /npm run|npx |node (?:tests|tooling)\//.test(paragraph) && !/\bproject\b/.test(paragraph),
      ),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(unclear).toEqual([]);
});
