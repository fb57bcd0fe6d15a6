import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { connectDatabase } from "#database/connect.server.ts";
import { counted } from "#system/language.ts";

export interface Place {
  name: string;
  /** How much was searched there. */
  amount: string;
  isFound: boolean;
}

/** The folder of the test site, and what is in it. */
export interface Folders {
  folder: string;
  dataDir: string;
  logFile: string;
}

/** Looks for the words in every file, in the log and in every row of every table. */
export async function search(
  { folder, dataDir, logFile }: Folders,
  databaseUrl: string,
  ...words: string[]
): Promise<Place[]> {
  const places: Place[] = [];
  // Files first: opening and closing the SQLite database would clean them up.
  const files = readdirSync(dataDir, { recursive: true })
    .map((name) => join(dataDir, String(name)))
    // Copies of the build's own files, which come while the site starts.
    .filter((file) => !file.startsWith(join(dataDir, "assets")));
  for (const file of [...files, logFile].filter((name) => statSync(name).isFile())) {
    const bytes = readFileSync(file);
    places.push({
      name: file.slice(folder.length + 1),
      amount: counted(bytes.length, "byte"),
      isFound: holds(bytes.toString("latin1"), words),
    });
  }
  const { db, close } = await connectDatabase(databaseUrl);
  for (const { name, schema } of await db.introspection.getTables()) {
    // With those that `restore` has put aside in a schema of their own.
    const rows = await (schema === undefined ? db : db.withSchema(schema))
      .selectFrom(name as "notifications")
      .selectAll()
      .execute();
    places.push({
      name: `rows of ${schema === undefined || schema === "public" ? name : `${schema}.${name}`}`,
      amount: counted(rows.length, "row"),
      isFound: holds(JSON.stringify(rows), words),
    });
  }
  await close();
  return places;
}

/** Plain, in UTF-16, in Base64 at each of its three offsets, and across a mail's line breaks. */
export function holds(text: string, words: string[]): boolean {
  const flat = text.replace(/=?\r?\n/g, "");
  return words.some((word) => {
    const base64 = [0, 1, 2].map((before) =>
      // The first and last characters depend on what is beside them.
      Buffer.from("\0".repeat(before) + word)
        .toString("base64")
        .replace(/=+$/, "")
        .slice(before === 0 ? 0 : before + 1, -1),
    );
    const forms = [word, [...word].join("\0"), ...base64];
    return forms.some((form) => flat.toLowerCase().includes(form) || flat.includes(form));
  });
}
