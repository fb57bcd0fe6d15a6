import { randomUUID } from "node:crypto";

/** Times of posts in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
}

/**
 * Posts the two forms to several sites by turns, so that what else the machine does meets all of them alike.
 *
 * @param rounds posts to each
 * @throws when one is not stored
 */
export async function measurePosts(addresses: string[], rounds: number): Promise<Latency[]> {
  const times: number[][] = addresses.map(() => []);
  for (let round = -warmUp; round < rounds; round += 1) {
    // Nobody is always first.
    const order = addresses.map((_, place) => (place + round + warmUp) % addresses.length);
    for (const place of order) {
      const start = performance.now();
      await post(addresses[place] ?? "", round);
      if (round >= 0) times[place]?.push(performance.now() - start);
    }
  }
  return times.map((each) => {
    const sorted = each.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return { p50: at(0.5), p99: at(0.99) };
  });
}

export const warmUp = 30;

/** One of the two forms, by turns, as somebody fills it in: its address and its fields. */
export function filledForm(round: number): [path: string, fields: URLSearchParams] {
  const person = {
    firstName: "Ada",
    lastName: "Moreno",
    email: `${randomUUID()}@visitor.example`,
    agreeToTerms: "on",
    submissionId: randomUUID(),
  };
  // As long as a paragraph, and as hard to compress as words are, or harder.
  const text = Array.from({ length: 14 }, () => randomUUID()).join(" ");
  const application = {
    ...person,
    ...{ organization: "Harbor Clinic", role: "Nurse", organizationSize: "medium", industry: "Care" },
    ...{ leadershipExperience: text, careBasedLeadership: text, challengesDescription: text },
    ...{ transformationGoals: text, learningExpectations: text, timeCommitment: "Four hours" },
    investmentLevel: "high",
  };
  return round % 2 === 0
    ? ["/contact", new URLSearchParams({ ...person, motivation: text })]
    : ["/learning/mastermind-application", new URLSearchParams(application)];
}

async function post(address: string, round: number): Promise<void> {
  const [path, body] = filledForm(round);
  const answer = await fetch(address + path, { method: "POST", body, redirect: "manual" });
  await answer.arrayBuffer();
  if (answer.status !== 303) throw new Error(`a post to ${path} was answered ${answer.status}`);
}
