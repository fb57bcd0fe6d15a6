import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { trapField } from "#submissions/receive/suspicion.ts";

/** A word that is in every text of the person, and nowhere else. */
export const mark = `zq${randomBytes(8).toString("hex")}`;
export const phone = String(randomInt(1e11, 1e12));

/** By every way: both forms, corrected, refused and suspected, and an address that names them. */
export async function sendEverything(address: string, email: string): Promise<void> {
  const form = { ...interest(email, mark), sendCopy: "on" };
  const submissionId = randomUUID();
  await send(address, "/contact", { ...form, submissionId, motivation: `${mark}, with a mistake` });
  await send(address, "/contact", { ...form, submissionId });
  await send(address, "/learning/mastermind-application", application(email));
  await send(address, "/contact", { ...form, [trapField]: mark });
  await send(address, "/learning/mastermind-application", { ...application(email), [trapField]: mark });
  await send(address, "/contact", { ...form, firstName: "" }, 400);
  await send(address, "/learning/mastermind-application", { ...application(email), email: `${mark}@` }, 400);
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

function application(email: string) {
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
