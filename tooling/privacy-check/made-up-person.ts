import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { trapField } from "#content-model/forms/other-names.ts";
import type { FormType } from "#submissions/submission.ts";

/** A word that is in every text of the person, and nowhere else. */
export const mark = `zq${randomBytes(8).toString("hex")}`;
export const phone = String(randomInt(1e11, 1e12));

/** Every form, with the answers that fill it in; a new one is missed by the compiler until it stands here. */
const filled: Record<FormType, [path: string, answers: (email: string) => Record<string, string>]> = {
  contact_submission: ["/contact", (email) => interest(email, mark)],
  mastermind_application: ["/learning/mastermind-application", application],
};

/** By every way: each form, accepted, suspected and refused, one corrected, and an address that names the person. */
export async function sendEverything(address: string, email: string): Promise<void> {
  const form = { ...interest(email, mark), sendCopy: "on" };
  const submissionId = randomUUID();
  await send(address, "/contact", { ...form, submissionId, motivation: `${mark}, with a mistake` });
  await send(address, "/contact", { ...form, submissionId });
  for (const [path, answers] of Object.values(filled)) {
    await send(address, path, answers(email));
    await send(address, path, { ...answers(email), [trapField]: mark });
    await send(address, path, { ...answers(email), firstName: "" }, 400);
    await send(address, path, { ...answers(email), email: `${mark}@` }, 400);
  }
  const asked = { headers: { referer: `${address}/?email=${email}` } };
  await (await fetch(`${address}/contact?email=${email}`, asked)).text();
}

/** Answers to the interest form, with these words in every text. */
export function interest(email: string, words: string) {
  return {
    firstName: words,
    lastName: words,
    email,
    phone: `+${phone}`,
    linkedinUrl: `https://network.example/${words}`,
    organization: words,
    role: words,
    experienceLevel: "expert",
    motivation: `${words} over\r\ntwo lines, é 组织 <b>${words}</b>`,
    otherCommunities: words,
    bestTimes: words,
    finalThoughts: words,
    agreeToTerms: "on",
  };
}

function application(email: string): Record<string, string> {
  return {
    firstName: mark,
    lastName: mark,
    email,
    phone: `+${phone}`,
    organization: mark,
    role: mark,
    organizationSize: "medium",
    industry: mark,
    leadershipExperience: mark,
    careBasedLeadership: mark,
    previousExperience: mark,
    challengesDescription: mark,
    transformationGoals: mark,
    learningExpectations: mark,
    timeCommitment: mark,
    investmentLevel: "high",
    additionalInfo: mark,
    agreeToTerms: "on",
  };
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
