import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import { BrandMark } from "./brand-mark.tsx";

const { words } = navigation;
type Group = (typeof navigation.header)[number];

/**
 * Menus and sheet are popovers: keyboard, Escape and a press outside work without a script, and a chosen link
 * closes them because it leads to another document.
 */
export function Header({ path }: { path: string }) {
  return (
    <header className="site-header spruce">
      <div className="wrap">
        <a className="brand" href="/">
          <BrandMark />
          {site.name}
        </a>
        <nav aria-label={words.main}>
          <ul className="menus">
            {navigation.header.map((group, index) => (
              <Menu key={group.label} group={group} id={`menu-${index + 1}`} path={path} />
            ))}
            <li>
              <a
                className="button button-hot events-button"
                href={navigation.events.to}
                aria-current={current(navigation.events.to, path)}
              >
                {navigation.events.label}
              </a>
            </li>
          </ul>
          <button className="burger" type="button" popoverTarget="sheet" aria-label={words.open}>
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
  return (
    <li>
      <button className="menu-button" type="button" popoverTarget={id}>
        {group.label}
      </button>
      <div className="menu" id={id} popover="auto">
        <Links group={group} path={path} />
      </div>
    </li>
  );
}

function Sheet({ path }: { path: string }) {
  return (
    <div className="sheet spruce" id="sheet" popover="auto">
      <div className="sheet-head">
        <p>{words.sheet}</p>
        <button
          className="close"
          type="button"
          popoverTarget="sheet"
          popoverTargetAction="hide"
          aria-label={words.close}
        />
      </div>
      {[...navigation.header, ...navigation.sheet].map((group) => (
        // One name for all: the browser keeps at most one of them open.
        <details key={group.label} name="sheet-group">
          <summary>{group.label}</summary>
          <Links group={group} path={path} />
        </details>
      ))}
      <a
        className="sheet-events"
        href={navigation.events.to}
        aria-current={current(navigation.events.to, path)}
      >
        {navigation.events.label}
      </a>
    </div>
  );
}

function Links({ group, path }: { group: Group; path: string }) {
  return (
    <ul>
      {group.links.map((link) => (
        <li key={link.to}>
          <a href={link.to} aria-current={current(link.to, path)}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function current(to: string, path: string) {
  return to === path ? ("page" as const) : undefined;
}
