import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cachePolicy } from "#app/cache-policy.ts";
import { interestFields } from "#content-model/forms/interest-fields.ts";
import { addedColumns } from "#database/schema.ts";
import { everyAnswer, everyPage } from "#server/edge/fixed-headers.ts";
import { inWords } from "#system/language.ts";

/** What is made, and not written. */
const made = new Set([
  "node_modules",
  "build",
  "data",
  "release",
  "export",
  "lib",
  "bin",
  "_nginx",
  ".git",
  ".cache",
  ".react-router",
]);
const all = globSync("**/*", { exclude: [...made, "tests/*/node_modules"] });
const names = new Set(all.map((file) => basename(file)));
const documents = all.filter((file) => file.endsWith(".md"));
const sources = all.filter(
  (file) =>
    /\.(tsx?|cjs|css|jsonc|grit|ya?ml|ics|conf|sh|service|timer)$|(?:Docker|Caddy)file$/.test(file) &&
    !file.startsWith("public"),
);
/** The planted mistakes of this file's own tests are no mistakes. */
const self = "tests/project/documents.test.ts";

/** Named as an example of what somebody may add. */
const examples = ["content/pages/community/retreat.mdx"];

const read = (file: string) => readFileSync(file, "utf8");

/** What a file says to its readers: a document all of it, code its comments. */
function wordsOf(file: string, text = read(file)): string {
  if (file.endsWith(".md")) return text;
  if (/\.(ya?ml|ics|conf|sh|service|timer)$|(?:Docker|Caddy)file$/.test(file))
    return text.match(/^\s*#.*$/gm)?.join("\n") ?? "";
  const blocks = text.match(/(?<=^|[\s({])\/\*[\s\S]*?\*\//gm) ?? [];
  const lines = text.match(/(?<=^|\s)\/\/ .*$/gm) ?? [];
  return [...blocks, ...lines].join("\n");
}

const written = [...documents, ...sources].filter((file) => file !== self);

/** What can be cited in a document: its headings, and the words in bold that begin a paragraph. */
function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^(?:#+ (.+)|(?:- )?\*\*(.+?)\*\*.*)$/gm)].map(
    ([, heading, bold]) => heading ?? bold ?? "",
  );
}

/** As GitHub makes them. */
function anchorsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** Citations, `docs/specification.md, 'Rate limits'`, that lead nowhere. */
function wrongCitations(file: string, words: string): string[] {
  const isDocument = file.endsWith(".md");
  const text = isDocument ? words.replaceAll(/\s+/g, " ") : words;
  const citations = [...text.matchAll(/([\w./-]+\.md)\)?((?:, '[^']+')+)/g)].flatMap(
    ([citation, document = "", headings = ""]) => {
      const target = [document, join(dirname(file), document)].find(existsSync);
      const known = target === undefined ? [] : headingsOf(target);
      const cited = [...headings.matchAll(/'([^']+)'/g)].map(([, heading = ""]) => heading);
      return cited.every((heading) => known.includes(heading)) ? [] : [citation];
    },
  );
  // In code, without a heading or with one on the next line: nobody could find it, and neither could this test.
  const bare = isDocument ? [] : (text.match(/specification\.md(?!, '[^']+')/g) ?? []);
  return [...citations, ...bare];
}

/** Names of files, folders, anchors and scripts that lead nowhere. */
function wrongNames(file: string, words: string): string[] {
  const isThere = (path: string) =>
    examples.includes(path) ||
    [path, join(dirname(file), path), join("content", path)].some((place) => globSync(place).length > 0);
  const paths = [
    // With a folder before it.
    ...words.matchAll(
      /(?<![\w./:@*~$<>{}-])((?:[\w.@-]+\/)+[\w.*-]+\.(?:tsx?|css|mdx?|ya?ml|json|ics|svg|woff2))\b/g,
    ),
    // A folder, or a file with an unusual ending.
    ...words.matchAll(/`((?:[\w.@-]+\/)+[\w.*-]*)`/g),
  ].flatMap(([, path = ""]) => {
    const [first = ""] = path.split("/");
    return made.has(first) || isNoPath.test(path) || isThere(path) ? [] : [path];
  });
  const bare = [...words.matchAll(/(?<![\w./*…-])[\w-][\w.-]*\.(?:tsx?|css|mdx?|ya?ml)\b(?![/\w])/g)].flatMap(
    ([name]) => (names.has(name) || examples.some((one) => basename(one) === name) ? [] : [name]),
  );
  const links = [...words.matchAll(/\]\((?![a-z]+:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(
    ([link, path = "", anchor]) => {
      const target = path ? join(dirname(file), path) : file;
      const isRight = existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
      return isRight ? [] : [link];
    },
  );
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const commands = [...words.matchAll(/npm run (?:-s )?([\w:-]+)/g)].flatMap(([command, name = ""]) =>
    Object.hasOwn(scripts, name) ? [] : [command],
  );
  return [...new Set([...paths, ...bare, ...links, ...commands])];
}

/** Media types, packages, what stands for something else (`DATA_DIR`), and what is served rather than written. */
const isNoPath = /^(text|application|image|multipart|assets|\.vite|@[\w-]+|[A-Z_]+)\//;

describe("documents and comments", () => {
  it("cite only headings that exist", () => {
    const citing = written.filter((file) => wordsOf(file).includes("docs/specification.md, '"));
    expect(citing.length).toBeGreaterThan(20);
    expect(
      written.flatMap((file) => wrongCitations(file, wordsOf(file)).map((one) => `${file}: ${one}`)),
    ).toEqual([]);
  });

  it.each([
    ["app/x.ts", "/** The rule; docs/specification.md, 'Rate limitz'. */"],
    ["app/x.ts", "// Both: docs/specification.md, 'Rate limits', 'No such heading'"],
    ["app/x.ts", "/** docs/no-such-document.md, 'Rate limits' */"],
    ["app/x.ts", "/** See docs/specification.md,\n * 'Rate limits'. */"],
    ["docs/x.md", "as [operations.md](operations.md),\n'No such heading' says"],
  ])("are wrong in %s with %j", (file, text) => {
    expect(wrongCitations(file, wordsOf(file, text))).not.toEqual([]);
  });

  it.each([
    ["app/x.ts", "/** The rule; docs/specification.md, 'Rate limits', 'Tables'. */"],
    ["docs/x.md", "as [operations.md](operations.md), 'Data', says"],
  ])("are right in %s with %j", (file, text) => {
    expect(wrongCitations(file, wordsOf(file, text))).toEqual([]);
  });

  it("name only files, folders, anchors and commands that exist", () => {
    expect(
      written.flatMap((file) => wrongNames(file, wordsOf(file)).map((one) => `${file}: ${one}`)),
    ).toEqual([]);
  });

  it.each([
    ["docs/x.md", "in app/no-such-file.ts"],
    ["docs/x.md", "in `no-such-folder/inside`"],
    ["docs/x.md", "in `docs/decisions/0000-*.md`"],
    ["docs/x.md", "see [it](no-such-document.md)"],
    ["docs/x.md", "see [it](specification.md#no-such-heading)"],
    ["docs/x.md", "type `npm run no-such-command`"],
    ["app/x.ts", "// as no-such-file.server.ts does"],
    ["app/x.ts", "/** The tables of NO_SUCH_DOCUMENT.md, section 3. */"],
    ["app/x.ts", "const a = 1; // see docs/no-such-document.md"],
    ["app/x.css", "/* Why: docs/decisions/0000-no-such-one.md. */"],
    ["content/x.yaml", "# The names of content/people/no-such-file.yaml"],
    ["x.jsonc", "  // The rule of docs/no-such-document.md"],
    ["tooling/lint/x.grit", "// The table: docs/no-such-document.md"],
    ["tooling/x.cjs", "// see docs/no-such-document.md"],
    ["deploy/x.conf", "    # see docs/no-such-document.md"],
    ["deploy/x.sh", "# see docs/no-such-document.md"],
  ])("lead nowhere in %s with %j", (file, text) => {
    expect(wrongNames(file, wordsOf(file, text))).not.toEqual([]);
  });

  it.each([
    [
      "docs/x.md",
      "`app/routes.ts`, `content/pages/**/*.mdx`, [it](specification.md#rate-limits), `text/calendar`",
    ],
    ["app/x.ts", 'import { x } from "./not-there.ts"; // app/routes.ts'],
  ])("lead somewhere in %s with %j", (file, text) => {
    expect(wrongNames(file, wordsOf(file, text))).toEqual([]);
  });
});

describe("the specification", () => {
  const text = read("docs/specification.md");

  it("has each heading once, in words that can be quoted", () => {
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
    expect(
      headings.filter((heading, place) => headings.indexOf(heading) !== place || /['*`]/.test(heading)),
    ).toEqual([]);
  });

  /** Names in backticks that it does not have. */
  const lacks = (list: string[]) => {
    expect(list.length).toBeGreaterThan(5);
    return list.filter((name) => !new RegExp(`\`(?:[A-Z]+ )?${RegExp.escape(name)}\``).test(text));
  };

  it("names every address of the route table and every page", () => {
    const routes = [...read("app/routes.ts").matchAll(/route\("(\/[^"]+)"/g)].map(([, path = ""]) =>
      path.replace(/:([a-z]+)/, (_, name: string) => name.toUpperCase()),
    );
    const pages = globSync("content/pages/**/*.mdx").map((file) =>
      file.replace(/^content\/pages|\.mdx$/g, ""),
    );
    expect(lacks([...routes, ...pages])).toEqual([]);
  });

  it("names every variable of .env.example", () => {
    expect(lacks([...read(".env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name))).toEqual(
      [],
    );
  });

  it("names every header that is the same in all answers or pages, with its value", () => {
    const [section = ""] = text.split("\n### Security headers\n")[1]?.split("\n### ") ?? [];
    const said = Object.entries({ ...everyAnswer, ...everyPage }).map(([name, value]) =>
      name === "permissions-policy" ? `\`${name}\`` : `\`${name}: ${value}\``,
    );
    expect(said.filter((words) => !section.toLowerCase().includes(words.toLowerCase()))).toEqual([]);
  });

  it("says for how long each kind of answer is kept, and so does what operators of a CDN read", () => {
    const [section = ""] = text.split("\n### Caching\n")[1]?.split("\n### ") ?? [];
    const unsaid = (given: string) =>
      Object.values(cachePolicy).filter((policy) => !given.includes(`| \`${policy}\` |`));
    expect([unsaid(section), unsaid(read("docs/operations/cdn.md"))]).toEqual([[], []]);
  });

  /** The declared questions of a form; one with a `kind` is the staff's own, and theirs alone to change. */
  function questionsIn(file: string): string[] {
    const { sections } = parse(read(file)) as {
      sections: { questions: { name: string; kind?: string }[] }[];
    };
    const questions = sections.flatMap((section) => section.questions);
    return questions.filter(({ kind }) => kind === undefined).map(({ name }) => name);
  }

  /** Of each form the file with its words. */
  const forms = globSync("content/forms/*.yaml").filter((file) => basename(file) !== "errors.yaml");

  it.each(forms)("names every field of %s", (file) => {
    expect(lacks(questionsIn(file))).toEqual([]);
  });

  it("names the keys of an interest form's message in their order", () => {
    const [, keys = ""] =
      /with exactly these keys in this order, lists as arrays: ([^.]+)\./.exec(text) ?? [];
    const stored = Object.entries(interestFields).filter(([, field]) => field.stored === "message");
    expect([...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key)).toEqual(stored.map(([name]) => name));
  });

  it("names every table and column of the migrations", () => {
    const migrations = all.filter((file) => /\/migrations\/\d.*\.ts$/.test(file)).map((file) => read(file));
    const columns = [...migrations.join("\n").matchAll(/\.(?:createTable|addColumn)\(\s*"(\w+)"/g)];
    const found = [...columns.map(([, name = ""]) => name), ...addedColumns.map(({ name }) => name)];
    expect(lacks([...new Set(found)])).toEqual([]);
  });

  it("quotes the messages of all forms as they are", () => {
    const messages = forms.flatMap((file) => {
      const block = /^messages:\n((?: .*\n|\n)+)/m.exec(read(file))?.[1] ?? "";
      return [...block.matchAll(/(?:title|text): "?([^"\n]*?)"?(?:, text: ([^}\n]*?))?,? *\}?$/gm)].flatMap(
        ([, first = "", second]) => [first, ...(second ? [second] : [])],
      );
    });
    expect(messages.length).toBeGreaterThan(10);
    expect(messages.filter((message) => !text.includes(message.trim()))).toEqual([]);
  });
});

it("has as many cells in each row of a table as in its head", () => {
  const cells = (row: string) => row.replace(/`[^`]*`/g, "").match(/(?<!\\)\|/g)?.length ?? 0;
  const tables = all
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) => read(file).match(/(?:^\|.*\n)+/gm) ?? [])
    .map((table) => table.trim().split("\n"));
  expect(tables.length).toBeGreaterThan(30);
  const wrong = tables.flatMap(([head = "", ...rows]) => rows.filter((row) => cells(row) !== cells(head)));
  expect(wrong).toEqual([]);
});

describe("the architecture", () => {
  it("says of each thing where it is", () => {
    expect(read("docs/architecture.md").match(/^\|[^|]*\|\s*(?:\||$).*/gm)).toBeNull();
  });

  it.each([
    ["From a form to a mail", 12],
    ["From a feed to a page", 12],
  ])("tells '%s' in as many files as the text says", (heading, count) => {
    const [, section = ""] = read("docs/architecture.md").split(`### ${heading}\n`);
    const [table = ""] = /(?:^\|.*\n)+/m.exec(section) ?? [];
    const files = table.split("\n").flatMap((row) => row.split("|")[2]?.match(/`[^`]+`/g) ?? []);
    expect(files.length).toBe(count);
    expect(section).toContain(`these ${inWords(count)} files`);
  });
});

describe("the decisions", () => {
  const index = read("docs/decisions/README.md");
  const records = all.filter((file) => /^docs\/decisions\/\d/.test(file)).sort();

  /** The row of the index that a record asks for; undefined for one without number, title, date or status. */
  function rowOf(file: string, text = read(file)): string | undefined {
    const [, number = "", title] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
    const [, date, status] = /^.*\n\n(\d{4}-\d{2}-\d{2}) · (\S.*)\n/.exec(text) ?? [];
    if (!title || !date || !status || Number.isNaN(Date.parse(date))) return undefined;
    if (!basename(file).startsWith(`${number.padStart(4, "0")}-`)) return undefined;
    return `| ${number} | [${title}](${basename(file)}) | ${date} | ${status} |`;
  }

  it("have number, title, date and status", () => {
    expect(records.length).toBeGreaterThan(10);
    expect(records.filter((file) => rowOf(file) === undefined)).toEqual([]);
    const numbers = records.map((file) => basename(file).slice(0, 4));
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  it.each([
    ["0099-x.md", "# 99. Title\n\naccepted\n"],
    ["0099-x.md", "# 99. Title\n\n2026-11-41 · accepted\n"],
    ["0099-x.md", "# 99. Title\n\n2026-11-21\n"],
    ["0099-x.md", "# 98. Title\n\n2026-11-21 · accepted\n"],
    ["0099-x.md", "# Title\n\n2026-11-21 · accepted\n"],
  ])("are refused as %s with %j", (file, text) => {
    expect(rowOf(file, text)).toBeUndefined();
  });

  it("are called by their numbers", () => {
    const calls = written.flatMap((file) =>
      [...wordsOf(file).matchAll(/\[decision\s+(\d+)\]\([^)]*?(\d{4})-[^)]*\)/g)].map(
        ([call, number = "", linked = ""]) => ({ call: `${file}: ${call}`, number, linked }),
      ),
    );
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter(({ number, linked }) => Number(number) !== Number(linked))).toEqual([]);
  });

  it("are in the index, each with its own row, in their order", () => {
    expect(index.match(/^\| \d.*$/gm)).toEqual(records.map((file) => rowOf(file)));
  });
});
