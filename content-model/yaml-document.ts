import { type Document, LineCounter, parseDocument } from "yaml";

interface YamlDocument {
  document: Document.Parsed;
  lines: LineCounter;
}

/** The texts that were read last. */
const known = new Map<string, YamlDocument>();
/** More than there are files beside pages, which are looked at again with each change in development; a site of many pages keeps little memory. */
const mostKnown = 100;

/** A YAML text as it is written, with its mistakes. It is read once for all checks of it, as that takes most of their time; nobody changes it. */
export function yamlDocument(source: string): YamlDocument {
  const before = known.get(source);
  if (before) return before;
  const lines = new LineCounter();
  const read = { document: parseDocument(source, { lineCounter: lines, prettyErrors: false }), lines };
  const [oldest] = known.keys();
  if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest);
  known.set(source, read);
  return read;
}
