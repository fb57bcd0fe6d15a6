import { Fragment } from "react";

/**
 * Addresses as people write them, without the punctuation that ends a sentence. Each repeat is bounded (by RFC 5321 and
 * 1035 for mail), so that a long run of letters takes no longer than as many words.
 */
const address =
  /(https?:\/\/[^\s<>"]{0,2000}[^\s<>"'.,;:!?)\]]|(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[\w-]{1,63})/gi;

/** Paragraphs and lists of plain text with web and mail addresses as links. Everything else is shown as plain text. */
export function RichText({ text, className }: { text: string; className: string }) {
  return text.split(/\n{2,}/).flatMap((paragraph, place) =>
    partsOf(paragraph).map(({ isList, lines }, index) => {
      // Paragraphs may repeat, and their order is all they have.
      const key = `${place} ${index}`;
      if (!isList)
        return (
          <p key={key} className={className}>
            <Words text={lines.join("\n")} />
          </p>
        );
      return (
        <ul key={key} className={className}>
          {lines.map((line, item) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={item}>
              <Words text={line.slice(2)} />
            </li>
          ))}
        </ul>
      );
    }),
  );
}

/** Lines that begin with a dash, and the others. */
function partsOf(paragraph: string): { isList: boolean; lines: string[] }[] {
  const parts: { isList: boolean; lines: string[] }[] = [];
  for (const line of paragraph.split("\n")) {
    const isList = line.startsWith("- ");
    const last = parts.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else parts.push({ isList, lines: [line] });
  }
  return parts;
}

function Words({ text }: { text: string }) {
  return text.split(address).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={place}>{place % 2 === 1 ? <TextLink address={part} /> : part}</Fragment>
  ));
}

function TextLink({ address }: { address: string }) {
  const isWeb = /^https?:/i.test(address);
  if (isWeb && !URL.canParse(address)) return address;
  return (
    <a href={isWeb ? address : `mailto:${address}`} rel="noopener nofollow">
      {address}
    </a>
  );
}
