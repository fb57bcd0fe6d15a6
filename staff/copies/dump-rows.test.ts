import { describe, expect, it } from "vitest";
import { countRows } from "./dump-rows.ts";

const script = `SET statement_timeout = 0;
SET transaction_timeout = 0;
CREATE TABLE public.quarantine (id text);
COPY public.quarantine (id, fields) FROM stdin;
1\t\\\\.
2\tCOPY public.notifications (id) FROM stdin;
3\tSET transaction_timeout = 0;
SET transaction_timeout = 0;
4\té\u2028
\\.
COPY "My schema".notifications (id) FROM stdin;
\\.
ALTER TABLE public.quarantine ADD x text;`;

describe("countRows", () => {
  it("counts rows and hands all on, wherever the parts begin, but for what older servers do not know", async () => {
    const bytes = Buffer.from(script);
    for (let length = 1; length <= bytes.length; length += 1) {
      const counts = new Map<string, number>();
      async function* parts() {
        for (let start = 0; start < bytes.length; start += length)
          yield bytes.subarray(start, start + length);
      }
      const output: Buffer[] = [];
      for await (const part of countRows(parts(), counts)) output.push(part);
      expect([...counts], `${length}`).toEqual([
        ["quarantine", 5],
        ["notifications", 0],
      ]);
      expect(Buffer.concat(output).toString()).toBe(script.replace("SET transaction_timeout = 0;\n", ""));
    }
  });

  const count = async (text: string) => {
    const counts = new Map<string, number>();
    async function* whole() {
      yield Buffer.from(text);
    }
    for await (const _ of countRows(whole(), counts));
    return [...counts];
  };

  it("takes only a line of a backslash and a dot for the end: rows may be as short", async () => {
    const rows = ["\\N", "a.", "\\\\", "..", ".", "\\.x", "x\\.", "\\.", "COMMENT", ""];
    expect(await count(`COPY public.one (id) FROM stdin;\n${rows.join("\n")}`)).toEqual([["one", 7]]);
  });

  it.each([
    "-- COPY public.one (id) FROM stdin;",
    "COPY public.one (id) FROM stdin; -- no more",
    "COPY one (id) FROM stdin;",
    "COPY public.one (id) TO stdout;",
  ])("takes %j for no table", async (line) => {
    expect(await count(`${line}\nrow\n`)).toEqual([]);
  });
});
