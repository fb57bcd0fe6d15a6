import { loadContent } from "#content-model/load-content.ts";
import type { Config } from "#server/config.ts";
import { whyUnreachable } from "#system/unreachable.ts";
import { type Finding, findingsOf, isSample } from "./finding.ts";
import { outsideAddresses } from "./outside-addresses.ts";

/** In milliseconds. */
const answerTimeout = 15_000;

/** The addresses outside of the site that content/site.yaml names, and the site's own, that nobody would reach. */
export async function unreachable({ siteUrl }: Pick<Config, "siteUrl">, root: string): Promise<Finding[]> {
  const outside = outsideAddresses(loadContent("site.yaml", root))
    .filter(([, address]) => !isSample(address))
    .map(async ([name, address]) => {
      const answer = await answerOf(address);
      // Some sites refuse whoever is no browser; these say that there is no such page.
      const isGone = typeof answer === "string" || [404, 410].includes(answer);
      return isGone ? `${name} in content/site.yaml, ${address}, does not lead to a page: ${answer}` : "";
    });
  const own = async () => {
    if (isSample(siteUrl) || !siteUrl.startsWith("https:")) return "";
    const answer = await answerOf(`${siteUrl}/healthz`);
    return answer === 200 ? "" : `SITE_URL, ${siteUrl}, does not lead to this site yet: ${answer}`;
  };
  return [...findingsOf("links", await Promise.all(outside)), ...findingsOf("settings", [await own()])];
}

/** @returns the status, or why there is none */
async function answerOf(address: string): Promise<number | string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerTimeout) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError"
      ? `it did not answer within ${answerTimeout / 1_000} s`
      : whyUnreachable(error);
  }
}
