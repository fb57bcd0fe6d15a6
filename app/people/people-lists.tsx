import { Style } from "#app/design/style.tsx";
import faculty from "#content/people/faculty.yaml";
import presenterGroups from "#content/people/presenters.yaml";
import team from "#content/people/team.yaml";
import texts from "#content/people/texts.yaml";
import { turnColor } from "#content-model/section-colors.ts";
import { Band } from "./band.tsx";
import css from "./people.css?inline";
import { PhotoFailures } from "./photo-failures.tsx";
import { Portrait, personId } from "./portrait.tsx";
import { widePlaces } from "./wall-shape.ts";

/** The style sheet and script that each list needs. */
const setup = (
  <>
    <Style name="people" css={css} />
    <PhotoFailures />
  </>
);

/** The faculty, four beside each other on wide screens; who takes two places fills the rows, whoever it is. */
export function FacultyList() {
  const wide = widePlaces(faculty.length);
  return (
    <ul className="people faculty wide">
      {setup}
      <Style name="faculty-lead" css={wide.map(leadRule).join("")} />
      {faculty.map((person, index) => {
        const isWide = wide.includes(index);
        const portrait = (
          <Portrait name={person.name} photo={person.photo} sizes="(min-width: 64rem) 19rem, 176px" />
        );
        return (
          // The color that is theirs on the wall of faces, too.
          <li
            key={person.name}
            id={personId(person.name)}
            className={`${isWide ? "feature " : ""}section-${turnColor(index)}`}
          >
            {isWide ? <Band isFirst={index === wide[0]}>{portrait}</Band> : portrait}
            <h3>{person.name}</h3>
            <p className="role">{person.title}</p>
            <details>
              <summary>
                {texts.biography}
                <span className="visually-hidden">: {person.name}</span>
              </summary>
              <p className="biography">{person.biography}</p>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

/** A biography over two places is as large as makes it as high as those beside it: the fewer letters, the larger. */
function leadRule(index: number): string {
  const letters = faculty[index]?.biography.length ?? 0;
  const size = Math.min(2, Math.max(1.25, 27 / Math.sqrt(letters)));
  return `.faculty>li:nth-of-type(${index + 1}){--lead:${size.toFixed(2)}}`;
}

/** Past presenters under their disciplines. */
export function PresenterList() {
  return (
    <div className="wide">
      {setup}
      {presenterGroups.map((group) => (
        <section key={group.discipline} className="discipline">
          <h3>{group.discipline}</h3>
          <ul className="people presenters">
            {group.presenters.map((person) => (
              <li key={person.name}>
                <Portrait name={person.name} photo={person.photo} />
                <h4>{person.name}</h4>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Places that nobody has in the last row of four: they show wood, so that the wall ends as a whole. */
const spare = (4 - (team.length % 4)) % 4;

export function TeamGrid() {
  return (
    <ul className="people team wide">
      {setup}
      {team.map((person, index) => (
        <li key={person.name} id={personId(person.name)}>
          <Band isFirst={index === 0}>
            <Portrait name={person.name} photo={person.photo} />
          </Band>
          <h3>{person.name}</h3>
          <p className="role">{person.title}</p>
          {person.work && <p className="work">{person.work}</p>}
        </li>
      ))}
      {spare > 0 && (
        <li className={`spare-${spare}`} aria-hidden="true">
          <Band />
        </li>
      )}
    </ul>
  );
}
