import * as v from "valibot";
import { nearest } from "#system/nearest.ts";

/** Words for a reader: trimmed, never empty. */
export const text = v.pipe(
  v.string("write text (in quotation marks if it looks like a number or yes/no)"),
  v.trim(),
  v.nonEmpty("write some text"),
);

/** A text of one kind, for example an address: whatever is wrong with it, the sentence is the same. */
export const textOfKind = (sentence: string, isRight: (value: string) => boolean) =>
  v.pipe(v.string(sentence), v.trim(), v.check(isRight, sentence));

/** A text in which code fills in these words in braces, where they stand; any others are a mistake (check-placeholders.ts). */
export const filledIn = (...names: string[]) => v.pipe(text, v.metadata({ filledIn: names }));

/** The same for one that has to stand there. */
export const filledInOnce = (name: string) =>
  v.pipe(filledIn(name), v.includes(`{${name}}`, `write {${name}} where the ${name} belongs`));

/** One of these names. */
export const oneOf = <const Names extends readonly string[]>(names: Names) =>
  v.picklist(names, ({ input }) => {
    const near = typeof input === "string" && input ? nearest(input, names) : undefined;
    return near ? `write ${near}` : `write one of ${names.join(", ")}`;
  });

/** A file of a folder of `content/`. */
export const pictureName = (folder: string, example: string) =>
  textOfKind(
    `write the name of a file in content/${folder}/, in small letters, for example ${example}, or leave the line out; save a picture of another kind as JPEG first`,
    (value) => /^[a-z0-9-]+\.(svg|jpg|jpeg|png|webp|avif)$/.test(value),
  );

/** A day of the calendar, as YYYY-MM-DD. */
export const day = v.pipe(
  v.string("write a day as YYYY-MM-DD"),
  v.trim(),
  v.isoDate("write a day as YYYY-MM-DD"),
  v.check(
    (value) => new Date(`${value}T00:00Z`).toJSON()?.startsWith(value) ?? false,
    "write a day that the calendar has, as YYYY-MM-DD",
  ),
);

/** Names that have to differ, in a list: the message says which does not, and where it stands already. */
export function eachOnce<Entry>(nameOf: (entry: Entry) => string) {
  return v.rawCheck<Entry[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const names = dataset.value.map(nameOf);
    for (const [place, name] of names.entries()) {
      const first = names.indexOf(name);
      if (first < place)
        addIssue({
          message: `write each name once: '${name}' is entry ${first + 1} already`,
          path: [
            { type: "array", origin: "value", input: dataset.value, key: place, value: dataset.value[place] },
          ],
        });
    }
  });
}

/** Options of a question as they are shown and stored. */
export const optionList = v.pipe(
  v.array(text),
  v.minLength(1, "write an option"),
  v.check((given) => new Set(given).size === given.length, "write each option once"),
);

/** An absolute http(s) address. */
export const webAddress = textOfKind("write a full address that starts with https://", (value) =>
  /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
);

const email = v.pipe(v.string(), v.email());
export const emailAddress = textOfKind("write an e-mail address", (value) => v.is(email, value));

const bareAddress = /^[^\s@<>,"]+@[^\s@<>,"]+\.[^\s@<>,"]+$/;

/** What can be put as it is behind From: and To: of a mail, without a name. */
export const isBareAddress = (value: string) => bareAddress.test(value);

/** The sender of mails; of MAIL_FROM as of content/site.yaml. */
export const mailbox = {
  sentence: "an e-mail address, alone or as Name <name@example.org>",
  isRight: (value: string) =>
    !/[\r\n]/.test(value) && isBareAddress(/^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value),
};

/** Whether a text holds a number; what programs dial of it are its digits and a plus sign. */
export const isDialed = (value: string) => value.replace(/\D/g, "").length >= 3;

export const phoneNumber = textOfKind(
  'write a number that can be dialed, for example "+1 (555) 555-0100"',
  isDialed,
);

/** A place on this site, for example /contact or /privacy#your-choices. */
export const sitePath = v.pipe(
  text,
  v.regex(/^\/(?!\/)\S*$/, "write an address of this site that starts with one /"),
);

/** A link to a place on this site or elsewhere. */
export const link = v.strictObject({
  label: text,
  to: v.union([sitePath, webAddress], "write /a-page or https://…"),
});
