import { createContext, type ReactNode } from "react";
import { barkRadius, yearBox, yearOutline, years } from "./cross-section.ts";
import type { Place } from "./place-in-section.ts";

const yearId = "year";
const edge = Math.round(barkRadius * 1.1);
const viewBox = `${-edge} ${-edge} ${2 * edge} ${2 * edge}`;

/** The path of the page, which the outline of its years grows from. */
export const Seed = createContext("");

/** The outline that every drawing of the page's cross-section refers to; once on a page. */
export function YearOutline({ seed }: { seed: string }) {
  // The attribute stands here, as `use` does not hand it on: the line stays as thin as it is, whatever the scale.
  return <path id={yearId} d={yearOutline(seed)} vectorEffect="non-scaling-stroke" />;
}

interface YearProps {
  /** In hundredths of the whole. */
  at: number;
  /** Where its pith lies, if not in the middle. */
  x?: number;
  y?: number;
  className?: string | undefined;
}

export function Year({ at, x, y, className }: YearProps) {
  const place = x === undefined ? "" : `translate(${x} ${y})`;
  const scale = `scale(${Number((at / 100).toFixed(4))})`.replace("0.", ".");
  return <use href={`#${yearId}`} transform={place + scale} className={className} />;
}

interface CrossSectionProps {
  seed: string;
  /** How many years are drawn besides those of the pages. */
  count: number;
  /** The rings that stand for pages, in hundredths of the whole; the lit one is the page itself. */
  pages: number[];
  lit: number;
  /** Shown around the pages' rings, which are whole in it with some air; the years beyond them go over its edges. */
  isOfPages?: boolean;
  /** What lies below the lines. */
  children?: ReactNode;
}

/** A cross-section of wood. Decoration, so hidden from assistive technology. */
export function CrossSection({ seed, count, pages, lit, isOfPages, children }: CrossSectionProps) {
  const near = (year: number) => pages.some((page) => Math.abs(page - year) < 2);
  return (
    <svg className="rings" viewBox={isOfPages ? viewOfPages(seed) : viewBox} aria-hidden="true">
      {children}
      {years(seed, count).map(
        (at, year) => !near(at) && <Year key={at} at={at} className={year % 7 === 4 ? "thick" : undefined} />,
      )}
      {pages.map((at, page) => (
        <Year key={at} at={at} className={page === lit ? "lit" : page < lit ? "before" : "after"} />
      ))}
    </svg>
  );
}

/** Between which years the rings of a section's pages lie, in hundredths: every head shows them whole. */
const pagesYears = [20, 60] as const;

export function pageRings({ count, index }: Place): number[] {
  const rings = Math.max(count, index + 1);
  const [first, last] = pagesYears;
  return Array.from({ length: rings }, (_, page) =>
    Math.round(first + ((page + 0.5) * (last - first)) / rings),
  );
}

/** A square around the last of these years: it takes up 82 hundredths of the side. */
function viewOfPages(seed: string): string {
  const { x, y, width, height } = yearBox(seed);
  const scale = pagesYears[1] / 100;
  const side = (scale * Math.max(width, height)) / 0.82;
  return [scale * x - side / 2, scale * y - side / 2, side, side].map(Math.round).join(" ");
}

/** The section in small: a ring for each of its pages, the page's own marked; the outer one first, as it may be filled. */
export function SectionMark({ place }: { place: Omit<Place, "color"> }) {
  const rings = Math.max(place.count, place.index + 1);
  return (
    <svg className="section-mark" viewBox={viewBox} aria-hidden="true">
      {Array.from({ length: rings }, (_, ring) => rings - 1 - ring).map((page) => (
        <Year
          key={page}
          at={Math.round(((page + 0.6) / (rings - 0.4)) * 100)}
          className={page === place.index ? "lit" : undefined}
        />
      ))}
    </svg>
  );
}
