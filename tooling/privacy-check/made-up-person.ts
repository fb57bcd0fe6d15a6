import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Field, Fields } from "#content-model/forms/field.ts";
import { interestFields } from "#content-model/forms/interest-fields.ts";
import { mastermindFields } from "#content-model/forms/mastermind-fields.ts";
import { trapField } from "#content-model/forms/reserved-names.ts";
import type { FormType } from "#submissions/submission.ts";

/** A word that is in every text of the person, and nowhere else. */
export const mark = `zq${randomBytes(8).toString("hex")}`;
export const phone = String(randomInt(1e11, 1e12));

/** Every form; a new one is missed by the compiler until it stands here. */
const forms: Record<FormType, [path: string, fields: Fields]> = {
  contact_submission: ["/contact", interestFields],
  mastermind_application: ["/learning/mastermind-application", mastermindFields],
};

/** By every way: each form, accepted, suspected and refused, one corrected, and an address that names the person. */
export async function sendEverything(address: string, email: string): Promise<void> {
  const form = { ...interest(email, mark), sendCopy: "on" };
  const submissionId = randomUUID();
  await send(address, "/contact", { ...form, submissionId, motivation: `${mark}, with a mistake` });
  await send(address, "/contact", { ...form, submissionId });
  for (const [path, fields] of Object.values(forms)) {
    const answers = answersTo(fields, email, mark);
    await send(address, path, answers);
    await send(address, path, { ...answers, [trapField]: mark });
    await send(address, path, { ...answers, firstName: "" }, 400);
    await send(address, path, { ...answers, email: `${mark}@` }, 400);
  }
  const asked = { headers: { referer: `${address}/?email=${email}` } };
  await (await fetch(`${address}/contact?email=${email}`, asked)).text();
}

/** Answers to the interest form, with these words in every text. */
export const interest = (email: string, words: string) => answersTo(interestFields, email, words);

function answersTo(fields: Fields, email: string, words: string): Record<string, string> {
  const answerTo = (field: Field) => {
    switch (field.kind) {
      case "email":
        return email;
      case "phone":
        return `+${phone}`;
      case "web":
        return `https://network.example/${words}`;
      case "area":
        return `${words} over\r\ntwo lines, é 组织 <b>${words}</b>`;
      case "select":
      case "radio":
        return field.values[0] ?? "";
      case "line":
      case "name":
        return words;
      case "agreement":
        return "on";
      case "checkboxes":
      case "tick":
        return "";
    }
  };
  const answers = Object.entries(fields).map(([name, field]) => [name, answerTo(field)]);
  return Object.fromEntries(answers.filter(([, answer]) => answer !== ""));
}

/** Fills in the form that the page serves, as a browser without scripts does. */
export async function send(
  address: string,
  path: string,
  fields: Record<string, string>,
  status = 303,
): Promise<void> {
  const page = await (await fetch(address + path)).text();
  const hidden = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) =>
    ["name", "value"].map((name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ""),
  );
  const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
  const answer = await fetch(address + path, { method: "POST", body, redirect: "manual" });
  await answer.text();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}, expected ${status}.`);
}
