// Names that no question may have: hidden fields, and columns that the export makes.

/** What a form's page holds for one visitor: which submission the form is, and when it was served. */
export const servedFields = ["submissionId", "stamp"] as const;

/** The field that people never see; no browser fills in a subject. A robot that writes into whatever it finds gives itself away. */
export const trapField = "subject";

/** Fields of every form beside its questions. */
export const hiddenFields = [...servedFields, "sendCopy", trapField] as const;

/** Columns that an export makes itself. */
export const exportColumns = ["table", "reference", "otherAnswers", "replaces"] as const;
