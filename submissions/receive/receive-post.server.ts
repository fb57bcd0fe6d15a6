import { hiddenFields, servedFields } from "#content-model/forms/reserved-names.ts";
import type { Log } from "#system/log.ts";
import { type Form, type FormErrors, type GivenValues, givenValues, toSubmission } from "../forms/form.ts";
import type { SubmissionOutcome, SubmissionStore } from "../submission.ts";
import type { FormStamps } from "./form-stamp.server.ts";
import type { RateLimit } from "./rate-limit.server.ts";
import { isTrapped, suspicionOf } from "./suspicion.ts";

/** Who sent the request: for rate limits and logs. The address is never stored in readable form. */
export interface Visitor {
  address: string;
  /** When the request came, as `performance.now()`; time limits for the visitor's answer count from then. */
  arrived: number;
  log: Log;
}

/** A parser takes seconds for a hundred thousand fields. This many are taken, or as many as the form has, if it has more. */
const mostFields = 100;

/** What a post needs beyond itself. */
interface Receivers {
  submissions: SubmissionStore;
  stamps: Pick<FormStamps, "age">;
  /** Counts the posts of each address that are no valid form. */
  invalidPosts: Pick<RateLimit, "take">;
}

/** What a post came to; `given` is what goes back into the form. */
export type PostOutcome =
  | { kind: "saved"; reference: string }
  | { kind: "invalid"; errors: FormErrors; given: GivenValues }
  | { kind: "limited"; retryAfterSeconds: number; given: GivenValues }
  | { kind: "failed"; given: GivenValues }
  /** No form of ours. */
  | { kind: "unreadable" }
  /** With an answer that is too long to be shown again. */
  | { kind: "tooLong" };

/** Reads a form post and stores it, or puts it aside, or says why not. */
export async function receivePost(
  form: Form,
  request: Request,
  { submissions, stamps, invalidPosts }: Receivers,
  { address, arrived, log }: Visitor,
): Promise<PostOutcome> {
  /** Counts a post that is no valid form. Even if the database is unavailable, visitors are told what is wrong with their answers. */
  const orLimited = async (outcome: PostOutcome, given: GivenValues = {}): Promise<PostOutcome> => {
    const retryAfterSeconds = await invalidPosts.take(address).catch(() => 0);
    return retryAfterSeconds > 0 ? { kind: "limited", retryAfterSeconds, given } : outcome;
  };

  const posted = await readForm(request, form);
  if (posted.kind === "tooLong") return posted;
  if (posted.kind === "unreadable") return orLimited(posted);
  const { fields, strangers } = posted;
  const submissionId = submissionIdOf(fields);
  const suspicion = suspicionOf(fields, stamps.age(fields.get("stamp"), submissionId));
  const checked = form.check(fields);
  const given = { ...checked.given, ...givenValues(["sendCopy", ...servedFields], fields) };

  // A person whose many links look suspect must hear what else is wrong; a robot in the trap hears nothing.
  if (checked.kind === "invalid" && !isTrapped(fields))
    return orLimited({ kind: "invalid", errors: checked.errors, given }, given);
  // What is left is right, or looks like a robot's, whether right or not.
  let outcome: SubmissionOutcome;
  if (suspicion === undefined && checked.kind === "valid") {
    const submission = toSubmission(form, checked.answers, submissionId, fields.get("sendCopy") !== null);
    outcome = await submissions.submit(submission, address, arrived);
  } else {
    // Our own words and numbers only, as no words of visitors may be logged.
    const reason = `${suspicion}${strangers > 0 ? `; ${strangers} fields that the form does not have` : ""}`;
    const post = { submissionId, formType: form.type, reason, fields: [...fields] };
    outcome = await submissions.quarantine(post, address, arrived);
    if (outcome.kind === "saved") log.warn({ form: form.type, reason }, "post put into quarantine");
  }
  if (outcome.kind === "limited") return { ...outcome, given };
  if (outcome.kind === "failed") {
    log.error({ err: outcome.error, form: form.type }, "form not stored");
    return { kind: "failed", given };
  }
  return outcome;
}

/** The id of this form, if it is one: anything else counts as none. */
function submissionIdOf(fields: URLSearchParams): string | undefined {
  const id = fields.get("submissionId");
  return id && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id.toLowerCase() : undefined;
}

type ReadForm =
  /** `fields`: the form's own only, flat, each a text; `strangers`: how many came that the form does not have. */
  | { kind: "read"; fields: URLSearchParams; strangers: number }
  /** No form, or not one of ours. */
  | { kind: "unreadable" }
  /** With an answer that is too long to be shown again. */
  | { kind: "tooLong" };

/**
 * Reads the body of a form post. Nothing else does, so all limits are here.
 *
 * @param form what it asks, and how much of it is read
 */
export async function readForm(
  request: Request,
  { names, mostValues, longestValue }: Pick<Form, "names" | "mostValues" | "longestValue">,
): Promise<ReadForm> {
  const type = request.headers.get("content-type") ?? "";
  const body = Buffer.from(await request.arrayBuffer());
  // Counted before it is parsed. Each part of a multipart body has such a header (RFC 7578, section 4.2).
  const isMultipart = /^multipart\//i.test(type);
  const count = isMultipart
    ? (body.toString("latin1").match(/content-disposition/gi)?.length ?? 0)
    : ampersands(body);
  if (count > Math.max(mostFields, mostValues + hiddenFields.length)) return { kind: "unreadable" };
  const posted = await parse(body, type).catch(() => undefined);
  // A body that is not what its type says.
  if (!posted) return { kind: "unreadable" };
  const known = new Set<string>([...names, ...hiddenFields]);
  const fields = new URLSearchParams();
  let strangers = 0;
  for (const [name, value] of posted) {
    // The forms take no files: an answer that came as one would be lost.
    if (typeof value !== "string") return { kind: "unreadable" };
    if (value.length > longestValue) return { kind: "tooLong" };
    if (known.has(name)) fields.append(name, value);
    else strangers += 1;
  }
  if (strangers > 0 && fields.size === 0) return { kind: "unreadable" };
  return { kind: "read", fields, strangers };
}

/** @throws when the body is not what its type says */
async function parse(
  body: Buffer<ArrayBuffer>,
  type: string,
): Promise<Iterable<[string, FormDataEntryValue]>> {
  // What forms have but for files. The same, and a tenth of the work.
  if (/^application\/x-www-form-urlencoded(;|$)/i.test(type)) return new URLSearchParams(body.toString());
  return new Response(body, { headers: { "content-type": type } }).formData();
}

function ampersands(body: Uint8Array): number {
  let count = 0;
  for (const byte of body) if (byte === 0x26) count += 1;
  return count;
}
