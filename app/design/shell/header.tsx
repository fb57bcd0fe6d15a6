import { canonicalPath } from "#app/seo/canonical-path.ts";
import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import { sectionColorOf } from "#content-model/section-colors.ts";
import { SectionMark } from "../cross-section-figure.tsx";
import { placeInSection } from "../place-in-section.ts";
import { Style } from "../style.tsx";
import { BrandMark } from "./brand-mark.tsx";
import longNameCss from "./long-name.css?inline";

const { words } = navigation;
/** The footer has it in each site; on a phone it is far away. */
const contact = navigation.footer.flatMap(({ links }) => links).find(({ to }) => to === "/contact");
type Group = (typeof navigation.header)[number];
type Link = Group["links"][number];

declare module "react" {
  // React passes unknown attributes on; its types do not have these yet.
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close";
    commandfor?: string;
  }
}

/**
 * Menus are popovers and the sheet is a modal dialog: keyboard, Escape and a press outside work without a script.
 * The script is for what markup cannot do: a page that comes back by the Back button comes back with everything
 * closed, and older browsers open the sheet, close it by a press outside, and hang a menu under its button.
 */
export function Header({ path }: { path: string }) {
  return (
    <header className={`site-header spruce${site.name.length > 20 ? " longest-name" : ""}`}>
      {site.name.length > 12 && <Style name="long-name" css={longNameCss} />}
      <div className="wrap">
        <a className="brand" href="/">
          <BrandMark />
          {site.name}
        </a>
        <noscript>
          <a className="quiet" href="#site-map">
            {words.allPages}
          </a>
        </noscript>
        <nav aria-label={words.main}>
          <ul className="menus">
            {navigation.header.map((group, index) => (
              <Menu key={group.label} group={group} id={`menu-${index + 1}`} path={path} />
            ))}
            <li>
              <a
                className="button button-hot events-button"
                href={navigation.events.to}
                aria-current={current(navigation.events, path)}
              >
                {navigation.events.label}
              </a>
            </li>
          </ul>
          <button
            className="burger"
            type="button"
            command="show-modal"
            commandfor="sheet"
            aria-label={words.open}
          >
            <span />
            <span />
          </button>
          <Sheet path={path} />
        </nav>
      </div>
    </header>
  );
}

function Menu({ group, id, path }: { group: Group; id: string; path: string }) {
  const color = group.section && sectionColorOf(`/${group.section}`, navigation.sections);
  return (
    <li>
      <button className="menu-button" type="button" popoverTarget={id}>
        {group.label}
      </button>
      <div className={color ? `menu section-${color}` : "menu"} id={id} popover="auto">
        <SectionMark
          place={{
            index: group.links.findIndex((link) => current(link, path)),
            count: group.links.length,
          }}
        />
        <ul>
          {group.links.map((link) => (
            <li key={link.to}>
              <a href={link.to} aria-current={current(link, path)}>
                {link.label} {link.note && <small>{link.note}</small>}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function Sheet({ path }: { path: string }) {
  return (
    <dialog className="sheet spruce" id="sheet" closedby="any" aria-label={words.sheet}>
      <div className="sheet-head">
        <p className="brand">
          <BrandMark />
          {site.name}
        </p>
        <button className="close" type="button" command="close" commandfor="sheet" aria-label={words.close} />
      </div>
      {[...navigation.header, ...navigation.sheet].map((group) => (
        // With one name for all, the browser keeps at most one of them open.
        <details
          key={group.label}
          name="sheet-group"
          open={group.links.some((link) => current(link, path) !== undefined)}
        >
          <summary>{group.label}</summary>
          <ul>
            {group.links.map((link) => (
              <li key={link.to}>
                <a href={link.to} aria-current={current(link, path)}>
                  {current(link, path) && <SectionMark place={placeInSection(path)} />}
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ))}
      <a className="sheet-events" href={navigation.events.to} aria-current={current(navigation.events, path)}>
        {navigation.events.label}
      </a>
      {contact && (
        <a className="button button-hot" href={contact.to}>
          {contact.label}
        </a>
      )}
      <BrandMark />
    </dialog>
  );
}

/**
 * Whether a link leads to this page, directly or through a redirect, or to the one above it. Of two links to the events, that beside the
 * menus is marked: one place is current.
 */
function current(link: Link, path: string) {
  const to = canonicalPath(link.to);
  if (to === navigation.events.to && link !== navigation.events) return;
  if (to === path) return "page" as const;
  return path.startsWith(`${to}/`) || undefined;
}
