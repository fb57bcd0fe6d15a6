import type { HeadersArgs } from "react-router";
import { cachePolicy } from "#app/cache-policy.ts";

/** Headers of a form's page and of the answer to a post: for one visitor, and when to try again if it was too much. */
export function formHeaders({ actionHeaders }: HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return { "Cache-Control": cachePolicy.personal, ...(retryAfter ? { "Retry-After": retryAfter } : {}) };
}
