import type { Snapshot } from "./snapshot.ts";

/** Headers of one address, or of all that begin so (`/assets/*`). */
interface Rule {
  path: string;
  headers: Record<string, string>;
}

/** From the general to the particular. */
function rulesOf({ pages, hashed, others }: Snapshot): Rule[] {
  return [
    { path: "/*", headers: others },
    { path: "/assets/*", headers: hashed },
    ...pages.map(({ file, headers }) => ({ path: addressOf(file), headers })),
  ];
}

/** A page lies at `ROUTE/index.html`. */
function addressOf(file: string): string {
  return `/${file.replace(/(?:^|\/)index\.html$/, "")}`;
}

const titled = (name: string) => name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** As hosts of static files read it in a file `_headers`: of a header that two rules give, the later one is taken off first. */
export function headersFile(snapshot: Snapshot): string {
  const [general, ...rules] = rulesOf(snapshot);
  const lines = rules.map(({ path, headers }) => [
    path,
    ...Object.entries(headers)
      .filter(([name, value]) => general?.headers[name] !== value)
      .flatMap(([name, value]) => [
        ...(general && name in general.headers ? [`  ! ${titled(name)}`] : []),
        `  ${titled(name)}: ${value}`,
      ]),
  ]);
  const first = Object.entries(general?.headers ?? {}).map(([name, value]) => `  ${titled(name)}: ${value}`);
  return `${[["/*", ...first], ...lines].map((group) => group.join("\n")).join("\n\n")}\n`;
}

const variable = (name: string) => `$site_${name.replaceAll("-", "_")}`;

/**
 * For nginx: variables with what differs from page to page (to be included in `http`), and the headers (in each `location` that has
 * files). An empty variable adds no header.
 */
export function nginxFiles(snapshot: Snapshot): { maps: string; headers: string } {
  const rules = rulesOf(snapshot);
  const names = [...new Set(rules.flatMap(({ headers }) => Object.keys(headers)))].sort();
  const [general, ...particular] = rules;
  const isSame = (name: string) => rules.every(({ headers }) => headers[name] === general?.headers[name]);
  const maps = names
    .filter((name) => !isSame(name))
    .map((name) => {
      const lines = particular
        .filter(({ headers }) => headers[name] !== general?.headers[name])
        .map(({ path, headers }) => `  ${pattern(path)} ${quoted(headers[name] ?? "")};`);
      return `map $uri ${variable(name)} {\n  default ${quoted(general?.headers[name] ?? "")};\n${lines.join("\n")}\n}\n`;
    });
  const headers = names.map((name) => {
    const value = isSame(name) ? quoted(general?.headers[name] ?? "") : variable(name);
    return `add_header ${titled(name)} ${value} always;\n`;
  });
  return { maps: maps.join("\n"), headers: headers.join("") };
}

/** Of the address as visitors write it and as nginx has it when it has found the file. */
function pattern(path: string): string {
  const escaped = path.replaceAll(/[.+?]/g, "\\$&");
  if (path.endsWith("/*")) return `"~^${escaped.slice(0, -1)}"`;
  return path === "/" ? '"~^/(?:index\\.html)?$"' : `"~^${escaped}(?:/index\\.html)?$"`;
}

/** nginx reads `\` and `"` within quotation marks, and `$` as the beginning of a variable, for which it has no other way. */
function quoted(value: string): string {
  if (value.includes("$")) throw new Error(`nginx cannot hold this header: ${value}`);
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
