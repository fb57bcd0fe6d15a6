import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import texts from "#content/people/texts.yaml";
import css from "./portrait-missing.css?inline";
import { portraitOf } from "./portraits.ts";

/** Shown width and height in CSS pixels; docs/specification.md, 'Photos of people'. */
const size = 176;

interface PortraitProps {
  name: string;
  /** How wide it is shown, as in HTML, where that is not its own size: then the files are larger, too. */
  sizes?: string | undefined;
  /** File in content/people/photos/; without one, or as long as it is missing, a placeholder of the same size is shown. */
  photo: string | undefined;
  /** On the first screen: loaded at once instead of when it comes near. */
  isFirst?: boolean;
}

export function Portrait({ name, photo, isFirst = false, sizes }: PortraitProps) {
  const picture = portraitOf(photo, sizes !== undefined);
  if (!picture)
    return (
      <>
        <Style name="portrait-missing" css={css} />
        <div className="portrait portrait-missing">
          <svg viewBox="-290 -130 400 400" aria-hidden="true">
            {[16, 28, 36, 50, 58, 74, 88].map((at) => (
              <Year key={at} at={at} />
            ))}
          </svg>
          <b aria-hidden="true">{initials(name)}</b>
          {texts.photoComingSoon}
        </div>
      </>
    );
  return (
    <picture>
      {Object.entries(picture.sources).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes ?? `${size}px`} />
      ))}
      <img
        className="portrait"
        src={picture.img.src}
        width={size}
        height={size}
        // Empty, because the name is beside it and would be read out twice.
        alt=""
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
      />
    </picture>
  );
}

/** A person in small, where the name is beside or behind it; without a photo, two letters of the name. */
export function Face({ name, photo }: { name: string; photo: string | undefined }) {
  const picture = portraitOf(photo);
  // As a picture: the letters are no words of a link that is called by the whole name.
  if (!picture) return <b className="face" data-letters={initials(name)} />;
  return (
    <picture>
      {Object.entries(picture.sources).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes="(min-width: 56rem) 9vw, 17vw" />
      ))}
      <img className="face" src={picture.img.src} width={size} height={size} alt="" decoding="async" />
    </picture>
  );
}

/** The first letters of the first and the last part of a name, in any script. */
function initials(name: string): string {
  const parts = name.split(/\s+/);
  return [parts[0], parts.length > 1 ? parts.at(-1) : ""].map((part = "") => [...part][0] ?? "").join("");
}

/** The address of a person within a page. */
export function personId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
