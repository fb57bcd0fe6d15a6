import * as v from "valibot";
import { link, text } from "./text.schema.ts";

const problem = v.strictObject({ title: text, heading: text, text });

/** content/problems.yaml: the not-found page and the pages for other refused requests. */
export const problemsSchema = v.objectWithRest(
  {
    other: problem,
    "404": problem,
    home: link,
    links: v.pipe(v.array(link), v.minLength(1, "write at least one link")),
  },
  problem,
);

export type Problems = v.InferOutput<typeof problemsSchema>;
