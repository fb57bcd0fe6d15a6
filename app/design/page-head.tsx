import type { ReactNode } from "react";
import { breadcrumbs, type Crumb } from "#app/seo/breadcrumbs.ts";
import navigation from "#content/navigation.yaml";
import type { SectionColor } from "#content-model/section-colors.ts";
import { CrossSection, pageRings, SectionMark } from "./cross-section-figure.tsx";
import css from "./page-head.css?inline";
import lowCss from "./page-head-low.css?inline";
import ringsCss from "./page-rings.css?inline";
import { placeInSection } from "./place-in-section.ts";
import { Style } from "./style.tsx";

interface PageHeadProps {
  path: string;
  /** Label of the current crumb. */
  title: string;
  /** A line over the headline: the name of what the page is about, where the headline is a sentence. */
  eyebrow?: string | undefined;
  heading: string;
  lead?: string | undefined;
  /** Of the lit ring, where it is not its section's. */
  color?: SectionColor | undefined;
  /** In place of the cross-section; null for none. */
  picture?: ReactNode;
  /** For pages that are looked things up in: a low head. */
  isLow?: boolean;
  /** Below the lead: actions, or a line of facts. */
  children?: ReactNode;
}

/** The head of every page but home: breadcrumbs, headline, lead and the page's own cross-section. */
export function PageHead({
  path,
  title,
  eyebrow,
  heading,
  lead,
  color: given,
  isLow,
  picture,
  children,
}: PageHeadProps) {
  const place = placeInSection(path);
  const color = place.color && (given ?? place.color);
  return (
    <div
      className={`page-head spruce${color ? ` section-${color}` : ""}${isLow ? " page-head-low" : ""}${picture ? " page-head-picture" : ""}`}
    >
      <Style name="page-head" css={css} />
      {isLow && <Style name="page-head-low" css={lowCss} />}
      <div className="wrap">
        <Breadcrumbs crumbs={breadcrumbs(path, title)} mark={<SectionMark place={place} />} />
        {eyebrow && <p className="over eyebrow">{eyebrow}</p>}
        <h1>{heading}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
      {picture === undefined ? (
        <div className="cross-section page-rings">
          <Style name="page-rings" css={ringsCss} />
          <CrossSection seed={path} count={26} pages={pageRings(place)} lit={place.index} isOfPages />
        </div>
      ) : (
        picture
      )}
    </div>
  );
}

function Breadcrumbs({ crumbs, mark }: { crumbs: Crumb[]; mark: ReactNode }) {
  return (
    <nav className="crumbs" aria-label={navigation.words.breadcrumbs}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>
            {index === crumbs.length - 1 && mark}
            {crumb.isLink ? (
              <a href={crumb.path}>{crumb.label}</a>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
