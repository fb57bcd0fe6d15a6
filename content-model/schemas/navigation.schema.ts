import * as v from "valibot";
import { sectionColors } from "../section-colors.ts";
import { filledIn, link, oneOf, sitePath, text } from "./text.schema.ts";

const menuLink = v.strictObject({
  ...link.entries,
  /** What one finds there, below the label. */
  note: v.optional(
    v.pipe(
      text,
      v.maxLength(60, ({ received }) => `write at most 60 characters; these are ${received}`),
    ),
  ),
});

/** @param entry what one of its links may say */
const groupOf = <Link extends typeof link | typeof menuLink>(entry: Link) =>
  v.strictObject({
    label: text,
    /** First path segment of the pages that belong to the group; gives the section its color and its ring. */
    section: v.optional(text),
    links: v.pipe(v.array(entry), v.minLength(1, "write at least one link")),
  });

const smallPath = v.pipe(
  sitePath,
  v.check(
    (value) => value === value.toLowerCase() && !/.\/$/.test(value),
    "write the address in small letters, without a slash at its end: capitals and slashes lead there by themselves",
  ),
);

const navigation = v.strictObject({
  header: v.array(groupOf(menuLink)),
  /** Shown in the Navigation sheet only. */
  sheet: v.array(groupOf(link)),
  events: link,
  footer: v.array(groupOf(link)),
  /**
   * By the first part of an address: the breadcrumb's label, the page that the crumb and the address of the section alone lead
   * to, and the section's color.
   */
  sections: v.record(
    v.string(),
    v.strictObject({
      ...link.entries,
      to: sitePath,
      color: v.optional(oneOf(sectionColors)),
    }),
  ),
  /** Addresses that lead to a page of another address. */
  moved: v.optional(v.record(smallPath, sitePath), {}),
  /** Breadcrumb labels of other path segments. */
  crumbs: v.record(v.string(), text),
  words: v.strictObject({
    skip: text,
    home: text,
    main: text,
    /** The way to the footer's site map, shown where no script runs. */
    allPages: text,
    open: text,
    close: text,
    sheet: text,
    breadcrumbs: text,
    footer: text,
    /** Heading of the footer group with the header's pages that no other group has. */
    more: text,
    contents: text,
    /** How many parts the page has, beside it where they are folded. */
    parts: filledIn("count"),
    readingTime: filledIn("minutes"),
    neighbors: text,
    previous: text,
    next: text,
    copyright: filledIn("year"),
  }),
});

/** content/navigation.yaml: the header's menus, the Navigation sheet, the footer and the words around them. */
export const navigationSchema = v.pipe(
  navigation,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const known = Object.keys(dataset.value.sections);
    for (const menu of ["header", "sheet", "footer"] as const)
      for (const [place, { section }] of dataset.value[menu].entries())
        if (section !== undefined && !known.includes(section))
          addIssue({
            message: `write one of ${known.join(", ")}, which have a line under sections`,
            input: section,
            path: [
              {
                type: "object",
                origin: "value",
                input: dataset.value,
                key: menu,
                value: dataset.value[menu],
              },
              { type: "array", origin: "value", input: dataset.value[menu], key: place, value: section },
              { type: "object", origin: "value", input: {}, key: "section", value: section },
            ],
          });
  }),
);

export type Navigation = v.InferOutput<typeof navigationSchema>;
