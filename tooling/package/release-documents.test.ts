import { expect, it } from "vitest";
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
