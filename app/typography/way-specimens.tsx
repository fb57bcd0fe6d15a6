import { SectionMark } from "#app/design/cross-section-figure.tsx";
import navigation from "#content/navigation.yaml";
import texts from "#content/typography.yaml";
import { sectionColors } from "#content-model/section-colors.ts";

const { actions, lists } = texts;
const marks = sectionColors.map((color, index) => ({ color, index, count: sectionColors.length }));

/** The ways through the site: an open menu, the sheet of small screens, a list of contents, the mark of each section. */
export function WaySpecimens({ path, label }: { path: string; label: string }) {
  const [first, second] = navigation.header;
  const here = (
    <a href={path} aria-current="page">
      <SectionMark place={{ index: 1, count: 3 }} />
      {label}
    </a>
  );
  return (
    <div className="ways">
      <div className="menu section-leaf show-menu">
        <SectionMark place={{ index: 0, count: 1 + (first?.links.length ?? 0) }} />
        <ul>
          <li>
            <a href={path} aria-current="page">
              {label}
            </a>
          </li>
          {first?.links.map((link, index) => (
            <li key={link.to}>
              <a href={link.to} className={["show-hover", "show-focus"][index]}>
                {link.label} {link.note && <small>{link.note}</small>}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="sheet spruce show-sheet">
        <details open>
          <summary>{first?.label}</summary>
          <ul>
            <li>{here}</li>
            {first?.links.slice(0, 2).map((link) => (
              <li key={link.to}>
                <a href={link.to}>{link.label}</a>
              </li>
            ))}
          </ul>
        </details>
        <details>
          <summary>{second?.label}</summary>
          <p>{lists.title}</p>
        </details>
        <a className="sheet-events" href={navigation.events.to}>
          {navigation.events.label}
        </a>
        <a className="button button-hot" href={navigation.events.to}>
          {actions.primary}
        </a>
      </div>
      <div>
        <nav className="contents" aria-labelledby="contents">
          <h3 id="contents">{navigation.words.contents}</h3>
          <ol>
            {lists.ordered.map((item) => (
              <li key={item}>
                <a href={path}>{item}</a>
              </li>
            ))}
          </ol>
        </nav>
        <p className="marks spruce">
          {marks.map((place) => (
            <span key={place.color} className={`section-${place.color}`}>
              <SectionMark place={place} />
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}
