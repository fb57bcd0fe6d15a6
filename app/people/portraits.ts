import type { Picture } from "vite-imagetools";

/**
 * A square portrait of `portraitWidth` (1x and 2x) in modern formats, made at build from a photo of any size: of one that is higher
 * than wide its upper part, where a face is. The usual effort, 4, takes five times as long for a picture 2 % smaller.
 */
const portraits = import.meta.glob<Picture>("/content/people/photos/*.{svg,jpg,jpeg,png,webp,avif}", {
  eager: true,
  import: "default",
  query: {
    w: "352;176",
    aspect: "1",
    fit: "cover",
    position: "top",
    format: "avif;webp",
    effort: "2",
    as: "picture",
  },
});

/** Larger ones, for the home page's spotlight and the faculty's gallery. In one format: AVIF of all would hold up the build for minutes. */
const largePortraits = import.meta.glob<Picture>("/content/people/photos/*.{svg,jpg,jpeg,png,webp,avif}", {
  eager: true,
  import: "default",
  query: {
    w: "1056;704;352",
    aspect: "1",
    fit: "cover",
    position: "top",
    format: "webp",
    effort: "2",
    as: "picture",
  },
});

/** @param file name in content/people/photos/; undefined when the person has no photo yet */
export function portraitOf(file: string | undefined, isLarge = false): Picture | undefined {
  return file ? (isLarge ? largePortraits : portraits)[`/content/people/photos/${file}`] : undefined;
}
