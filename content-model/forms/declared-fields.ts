import { interestFields } from "./interest-fields.ts";
import { mastermindFields } from "./mastermind-fields.ts";

/** The questions that forms declare, by the file of `content/` that has their words. */
export const declaredFields = {
  "forms/interest.yaml": interestFields,
  "forms/mastermind.yaml": mastermindFields,
} as const;

/** The file of a form's words. */
export type FormFile = keyof typeof declaredFields;

export const formFiles = Object.keys(declaredFields) as FormFile[];
