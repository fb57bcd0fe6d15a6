import type { ReactNode } from "react";
import { breadcrumbs, type Crumb } from "#app/seo/breadcrumbs.ts";
import navigation from "#content/navigation.yaml";
import css from "./page-head.css?inline";
import { RingsFigure } from "./rings-figure.tsx";
import { Style } from "./style.tsx";

const ringCount = 11;

interface PageHeadProps {
  path: string;
  /** Label of the current crumb. */
  title: string;
  /** A line over the headline: the name of what the page is about, where the headline is a sentence. */
  eyebrow?: string | undefined;
  heading: string;
  lead?: string | undefined;
  /** Below the lead: actions, or a line of facts. */
  children?: ReactNode;
}

/** The head of every page but home: breadcrumbs, headline, lead and the page's own cross-section. */
export function PageHead({ path, title, eyebrow, heading, lead, children }: PageHeadProps) {
  return (
    <div className="page-head spruce">
      <Style name="page-head" css={css} />
      <div className="wrap">
        <Breadcrumbs crumbs={breadcrumbs(path, title)} />
        {eyebrow && <p className="over eyebrow">{eyebrow}</p>}
        <h1>{heading}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
      <RingsFigure className="page-rings" seed={path} count={ringCount} lit={litRing(path)} />
    </div>
  );
}

function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className="crumbs" aria-label={navigation.words.breadcrumbs}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>
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

/** Which ring is highlighted: the page's place in its section; the middle one for pages outside of sections. */
export function litRing(path: string): number {
  const links = navigation.header.find((group) => group.links.some((link) => link.to === path))?.links ?? [];
  const place = links.findIndex((link) => link.to === path);
  return place < 0 ? 5 : Math.round(((place + 1) / (links.length + 1)) * (ringCount - 1));
}
