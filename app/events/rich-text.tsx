import { Fragment } from "react";

/**
 * Addresses as people write them, without the punctuation that ends a sentence. Each repeat is bounded (by RFC 5321 and
 * 1035 for mail), so that a long run of letters takes no longer than as many words.
 */
const address =
  /(https?:\/\/[^\s<>"]{0,2000}[^\s<>"'.,;:!?)\]]|(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[\w-]{1,63})/gi;

/** Paragraphs of plain text with web and mail addresses as links. Everything else is shown as plain text. */
export function RichText({ text, className }: { text: string; className: string }) {
  return text.split(/\n{2,}/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and their order is all they have
    <p key={index} className={className}>
      {paragraph.split(address).map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Fragment key={place}>{place % 2 === 1 ? <TextLink address={part} /> : part}</Fragment>
      ))}
    </p>
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
