import { Style } from "#app/design/style.tsx";
import texts from "#content/people/texts.yaml";
import css from "./portrait-missing.css?inline";
import { portraitOf } from "./portraits.ts";

/** Shown width and height in CSS pixels; docs/specification.md, 'Photos of people'. */
const size = 176;

interface PortraitProps {
  /** How wide it is shown, as in HTML, where that is not its own size: then the files are larger, too. */
  sizes?: string;
  /** File in content/people/photos/; without one, or as long as it is missing, a placeholder of the same size is shown. */
  photo: string | undefined;
  /** On the first screen: loaded at once instead of when it comes near. */
  isFirst?: boolean;
}

export function Portrait({ photo, isFirst = false, sizes }: PortraitProps) {
  const picture = portraitOf(photo, sizes !== undefined);
  if (!picture)
    return (
      <>
        <Style name="portrait-missing" css={css} />
        <div className="portrait portrait-missing">{texts.photoComingSoon}</div>
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

/** A person in small, where the name is beside or behind it; without a photo, an empty frame. */
export function Face({ photo }: { photo: string | undefined }) {
  const picture = portraitOf(photo);
  if (!picture) return <span className="face" />;
  return (
    <picture>
      {Object.entries(picture.sources).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes="88px" />
      ))}
      <img className="face" src={picture.img.src} width={size} height={size} alt="" decoding="async" />
    </picture>
  );
}

/** The address of a person within a page. */
export function personId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
