import * as v from "valibot";
import { isPair, isScalar, visit } from "yaml";
import { nearest } from "#system/nearest.ts";
import { type ContentProblem, problemsOf } from "../content-error.ts";
import { schemaFor } from "../content-schemas.ts";
import { countedFiles, countNames, isCountName } from "../counts.ts";
import { fillIn, readCounts } from "../load-content.ts";
import { offerFacts } from "../offers.ts";
import { offerNames } from "../schemas/offers.schema.ts";
import { faceNames } from "../theme/faces.ts";
import { yamlDocument } from "../yaml-document.ts";

/** What fillIn knows in every text. */
const everywhere = ["name", "product", ...faceNames, ...countNames];
const facts = offerNames.flatMap((offer) => offerFacts.map((fact) => `${offer}.${fact}`));

/**
 * Words in braces that nothing is filled in for: they would be shown, or mailed, as they are.
 *
 * @param yaml of a file that is without mistakes else; of a page its front matter, on the lines that it has there
 */
export function checkPlaceholders(yaml: string, file: string, root: string): ContentProblem[] {
  const { document, lines } = yamlDocument(yaml);
  const problems: ContentProblem[] = [];
  visit(document, {
    Scalar(key, { value, range }, path) {
      if (key === "key" || typeof value !== "string") return;
      const keys = path.filter(isPair).map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ""));
      const here = filledInLater(schemaFor(file), keys);
      for (const [found] of value.matchAll(/\{[^{}]*\p{L}[^{}]*\}/gu)) {
        if (here.some((name) => found === `{${name}}`)) continue;
        const none = nothingCounted(/\w+/.exec(found)?.[0] ?? "", root);
        if (none === undefined && fillIn(found, file, root) !== found) continue;
        const start = range?.[0] ?? 0;
        const line = lines.linePos(Math.max(start, yaml.indexOf(found, start))).line;
        problems.push({ file, line, text: `found ${found}; ${none ?? remedy(found, here)}` });
      }
    },
  });
  return problems;
}

/**
 * Why a sentence cannot count what there is none of, nor a page show it; undefined where there is some.
 *
 * @param of as sentences name it
 */
export function nothingCounted(of: string, root: string): string | undefined {
  if (!isCountName(of)) return undefined;
  let isNone = false;
  // Mistakes in the counted files are told of these.
  problemsOf(() => {
    isNone = readCounts(root)[of] === 0;
  });
  if (!isNone) return undefined;
  const file = countedFiles[of === "disciplines" ? "presenters" : (of as keyof typeof countedFiles)];
  return `content/${file} is empty, so there is nobody to count or to show; take this out, or the page with its lines in content/navigation.yaml`;
}

/** What is filled in when a text is shown or sent, as its schema says (`filledIn`). */
function filledInLater(whole: v.GenericSchema | undefined, keys: readonly string[]): readonly string[] {
  let schema: unknown = whole;
  for (const key of keys)
    schema = (schema as Partial<v.StrictObjectSchema<v.ObjectEntries, undefined>> | undefined)?.entries?.[
      key
    ];
  if (!schema) return [];
  const { filledIn } = v.getMetadata(schema as v.GenericSchema) as { filledIn?: readonly string[] };
  return filledIn ?? [];
}

function remedy(found: string, here: readonly string[]): string {
  const [word = found] = /[\w.]+/.exec(found) ?? [];
  const near = nearest(word, [...here, ...everywhere, ...facts]);
  if (near) return `write ${found.replace(word, near)}`;
  const known = [...here, ...everywhere].map((name) => `{${name}}`).join(", ");
  return `nothing is filled in for it here; write one of ${known}, a fact as {mastermind.fee}, or no braces`;
}
