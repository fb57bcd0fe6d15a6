const [lineFeed, backslash, dot] = [10, 92, 46];

/**
 * Hands on what `pg_restore --file=-` writes, and counts the rows of each table while it passes. Rows lie between a line
 * `COPY schema.table (…) FROM stdin;` and a line `\.`; a row is one line.
 *
 * @param counts filled by the table's name
 * @see https://www.postgresql.org/docs/current/sql-copy.html, 'Text Format'
 */
export async function* countRows(
  output: AsyncIterable<Buffer>,
  counts: Map<string, number>,
): AsyncGenerator<Buffer> {
  let table: string | undefined;
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of output) {
    const text = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let [start, handedOn] = [0, 0];
    for (let end = text.indexOf(lineFeed); end !== -1; end = text.indexOf(lineFeed, start)) {
      if (table === undefined) {
        const line = text.toString("utf8", start, end);
        table = /^COPY .+\.(\w+) \(.*\) FROM stdin;$/.exec(line)?.[1];
        if (table) counts.set(table, counts.get(table) ?? 0);
        // Written by programs of version 17 and later; older servers do not know it.
        if (line === "SET transaction_timeout = 0;") {
          yield text.subarray(handedOn, start);
          handedOn = end + 1;
        }
      } else if (end - start === 2 && text[start] === backslash && text[start + 1] === dot) table = undefined;
      else counts.set(table, (counts.get(table) ?? 0) + 1);
      start = end + 1;
    }
    yield text.subarray(handedOn, start);
    rest = text.subarray(start);
  }
  if (rest.length > 0) yield rest;
}
