import type { MDXComponents } from "mdx/types";
import { createContext, type ReactNode, useContext } from "react";
import { SectionMark } from "#app/design/cross-section-figure.tsx";
import { PageHead } from "#app/design/page-head.tsx";
import { placeInSection } from "#app/design/place-in-section.ts";
import { Style } from "#app/design/style.tsx";
import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import css from "./article.css?inline";
import contentsCss from "./contents.css?inline";
import type { ContentPage } from "./pages.ts";

const { words } = navigation;

const HeadingsContext = createContext<ContentPage["contents"]>([]);

interface ArticleProps {
  page: ContentPage;
  /** What the head shows in place of the section's rings. */
  picture: ReactNode;
  components: MDXComponents;
}

/** A content page: head, the text with its contents list, and its neighbors in the section. */
export function Article({ page, picture, components }: ArticleProps) {
  const { Content } = page;
  return (
    <article className={`section-${page.color}`}>
      <Style name="article" css={css} />
      <PageHead
        path={page.path}
        title={page.title}
        eyebrow={page.eyebrow}
        heading={page.heading}
        lead={page.lead}
        color={page.color}
        isLow={page.head === "low"}
        picture={picture}
      >
        <HeadAction page={page} />
        {page.minutes > 2 && (
          <p className="reading-time">{words.readingTime.replace("{minutes}", String(page.minutes))}</p>
        )}
      </PageHead>
      <div className="article wrap">
        <div className="prose">
          <HeadingsContext value={page.contents}>
            <Content components={{ ...components, Contents }} />
          </HeadingsContext>
        </div>
      </div>
      <Neighbors path={page.path} />
    </article>
  );
}

/**
 * The page's headings; the build has put its place after the first words. On phones they are folded to one line, which says how
 * many there are. They stand there twice, as no browser of before 2025 shows on wide screens what is folded; one of them is shown.
 *
 * @param rows beside how many rows of the text they may stand, where there is room; without, they stand between them
 */
function Contents({ rows }: { rows?: "1" | "2" | "all" }) {
  const headings = useContext(HeadingsContext);
  if (headings.length === 0) return null;
  const list = (
    <ol>
      {headings.map((heading) => (
        <li key={heading.id}>
          <a href={`#${heading.id}`}>{heading.label}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className={rows ? `contents beside beside-${rows}` : "contents"} aria-labelledby="contents">
      <Style name="contents" css={contentsCss} />
      <h2 id="contents">{words.contents}</h2>
      {list}
      <details>
        <summary>
          {words.contents} <span>{words.parts.replace("{count}", String(headings.length))}</span>
        </summary>
        {list}
      </details>
    </nav>
  );
}

/** The page's action; a head that shows the platform leads to it. */
function HeadAction({ page: { action, head } }: { page: ContentPage }) {
  const platform = head === "dashboard" ? site.links.aiPlatform : undefined;
  const { label, to } = action ?? { label: platform?.label, to: platform?.url };
  if (!to) return null;
  return (
    <p className="actions">
      {to.startsWith("/") ? (
        <a className="button button-hot" href={to}>
          {label}
        </a>
      ) : (
        <a className="button button-hot" href={to} rel="noopener">
          {label} <span aria-hidden="true">↗</span>
        </a>
      )}
    </p>
  );
}

/** The pages before and after this one in its group of the header's menus; the last one leads to the next group. */
export function Neighbors({ path }: { path: string }) {
  const groups = navigation.header;
  const group = groups.findIndex(({ links }) => links.some((link) => link.to === path));
  const links = groups[group]?.links ?? [];
  const place = links.findIndex((link) => link.to === path);
  const following = groups[group + 1];
  const before = links[place - 1];
  const after =
    links[place + 1] ?? (following?.links[0] && { ...following.links[0], label: following.label });
  if (place < 0 || (!before && !after)) return null;
  return (
    <nav className="neighbors wrap" aria-label={words.neighbors}>
      {before && (
        <a className="before" href={before.to} rel="prev">
          <SectionMark place={placeInSection(before.to)} />
          <span>{words.previous}</span>
          {before.label}
        </a>
      )}
      {after && (
        <a className="after" href={after.to} rel="next">
          <SectionMark place={placeInSection(after.to)} />
          <span>{words.next}</span>
          {after.label}
        </a>
      )}
    </nav>
  );
}
