// docs/specification.md, 'Erasing a person': where an address stands in what others wrote

import { expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { contactRow } from "../../tests/support/form.ts";
import { findNamed } from "./named.ts";

const key = "ada@visitor.example";
const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-00000000000${digit}`;
const time = "2026-01-31T00:00:00.000Z";
const mail = {
  ...{ created_at: time, next_attempt_at: time, submission_table: "contact_submissions" as const },
  ...{ kind: "staff" as const, status: "sent" as const, attempts: 1, unclear_attempts: 0, last_error: null },
  ...{ recipients: null, claimed_until: null, sent_at: null, email: "ben@visitor.example" },
};

async function foundIn(message: string, { own = [] as string[], name = "Ben" } = {}): Promise<string[]> {
  const connection = await connectDatabase("sqlite::memory:");
  await connection.indexed;
  await connection.db
    .insertInto("contact_submissions")
    .values({
      ...{ id: id("1"), created_at: time },
      ...contactRow({ full_name: name, email: "ben@visitor.example", reason_for_contact: "", message }),
    })
    .execute();
  return await findNamed(connection, key, new Set(own)).finally(() => connection.close());
}

it.each<[message: string, isFound: boolean]>([
  [`{"motivation":"I know ${key}"}`, true],
  [`{"motivation":"I know ADA@visitor.example."}`, true],
  // As JSON writes a new line, 'n' stands before the address.
  [`{"motivation":"I know\\n${key}"}`, true],
  [`{"years":7,"motivation":"I know\\n${key}"}`, true],
  [`{"topics":["one",["I know\\n${key}"]],"agreed":true,"none":null}`, true],
  [`{"${key}":"colleague"}`, true],
  [`I know ${key}`, true],
  [`{"motivation":"I know jo${key}"}`, false],
  [`{"motivation":"I know ${key}.uk"}`, false],
  [`{"motivation":"ada","role":"visitor.example"}`, false],
  ["{}", false],
])("of the answers %s it is found: %s", async (message, isFound) => {
  expect(await foundIn(message)).toEqual(isFound ? ["Z8NH-VV7G"] : []);
  expect(await foundIn(message, { own: [id("1")] })).toEqual([]);
});

it("it is found in a name, and in an e-mail that tells of somebody else's submission", async () => {
  expect(await foundIn("{}", { name: `Ben for ${key}` })).toEqual(["Z8NH-VV7G"]);
  const connection = await connectDatabase("sqlite::memory:");
  await connection.indexed;
  const payload = (words: string) => JSON.stringify({ formData: { years: 7, motivation: words } });
  await connection.db
    .insertInto("notifications")
    .values([
      { ...mail, id: id("4"), submission_id: id("1"), payload: payload(`I know\n${key}`) },
      { ...mail, id: id("5"), submission_id: id("1"), payload: payload(key) },
      { ...mail, id: id("6"), submission_id: id("2"), payload: payload(`jo${key}`) },
      // The person's own goes anyway.
      { ...mail, id: id("7"), submission_id: id("3"), payload: payload(key), email: key },
      { ...mail, id: id("8"), submission_id: "of another kind", payload: payload(key) },
    ])
    .execute();
  expect((await findNamed(connection, key)).toSorted()).toEqual(["Z8NH-VV7G", "of another kind"]);
  expect(await findNamed(connection, key, new Set([id("1")]))).toEqual(["of another kind"]);
  await connection.close();
});
