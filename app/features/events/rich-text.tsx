import { Fragment } from "react";

/** Addresses as people write them; what ends a sentence does not belong to one. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/gi;

/** Paragraphs of plain text, their web and mail addresses as links. Whatever else it holds is shown as it is. */
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
