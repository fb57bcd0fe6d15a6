import * as v from "valibot";

/** Words for a reader: trimmed, never empty. */
export const text = v.pipe(
  v.string("write text (in quotation marks if it looks like a number or yes/no)"),
  v.trim(),
  v.nonEmpty("write some text"),
);

/** An absolute http(s) address. */
export const webAddress = v.pipe(
  text,
  v.check(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ""),
    "write a full address that starts with https://",
  ),
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
