import type { ReactNode } from "react";
import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import texts from "#content/people/texts.yaml";
import css from "./portrait-missing.css?inline";
import { portraitWidth } from "./portrait-width.ts";
import { portraitOf } from "./portraits.ts";

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
      <Missing name={name} className="portrait">
        <span>{texts.photoComingSoon}</span>
      </Missing>
    );
  return (
    <Photo
      picture={picture}
      className="portrait"
      sizes={sizes ?? `${portraitWidth}px`}
      loading={isFirst ? "eager" : "lazy"}
    />
  );
}

/** A person in small, where the name is beside or behind it; without a photo, two letters of the name. */
export function Face({ name, photo }: { name: string; photo: string | undefined }) {
  const picture = portraitOf(photo);
  if (!picture) return <Missing name={name} className="face" />;
  return <Photo picture={picture} className="face" sizes="(min-width: 56rem) 9vw, 17vw" />;
}

interface PhotoProps {
  picture: NonNullable<ReturnType<typeof portraitOf>>;
  className: string;
  sizes: string;
  loading?: "eager" | "lazy";
}

function Photo({ picture, className, sizes, loading }: PhotoProps) {
  return (
    <picture>
      {Object.entries(picture.sources).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={className}
        src={picture.img.src}
        width={portraitWidth}
        height={portraitWidth}
        // Empty, because the name is beside it and would be read out twice.
        alt=""
        loading={loading}
        decoding="async"
      />
    </picture>
  );
}

interface MissingProps {
  name: string;
  className: string;
  /** What is said below the letters, where there is room for it. */
  children?: ReactNode;
}

/** In place of a photo, the same everywhere: wood in the color of the section, and the letters of the name. */
function Missing({ name, className, children }: MissingProps) {
  return (
    <>
      <Style name="portrait-missing" css={css} />
      <div className={`${className} portrait-missing`}>
        <svg viewBox="-290 -130 400 400" aria-hidden="true">
          {[16, 28, 36, 50, 58, 74, 88].map((at) => (
            <Year key={at} at={at} />
          ))}
        </svg>
        {/* As a picture: the letters are no words of a link that is called by the whole name. */}
        <b data-letters={initials(name)} aria-hidden="true" />
        {children}
      </div>
    </>
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
