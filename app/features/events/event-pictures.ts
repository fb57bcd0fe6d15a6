import type { Picture } from "vite-imagetools";

const pictures = import.meta.glob<Picture>("/content/events/images/*.{svg,jpg,jpeg,png,webp,avif}", {
  eager: true,
  import: "default",
  query: { w: "640;1200", format: "avif;webp", as: "picture" },
});

/** @param file name in content/events/images/ */
export function eventPicture(file: string): Picture | undefined {
  return pictures[`/content/events/images/${file}`];
}
