import { Style } from "#app/design/style.tsx";
import faculty from "#content/people/faculty.yaml";
import presenterGroups from "#content/people/presenters.yaml";
import team from "#content/people/team.yaml";
import { sectionColors } from "#content-model/section-colors.ts";
import { Band } from "./band.tsx";
import css from "./people.css?inline";
import { PhotoFailures } from "./photo-failures.tsx";
import { Portrait, personId } from "./portrait.tsx";

/** The style sheet and script that each list needs. */
const setup = (
  <>
    <Style name="people" css={css} />
    <PhotoFailures />
  </>
);

/** In the list of the faculty, every so many-th entry is large, whoever it is: a long list needs places where eyes rest. */
const featured = 7;

export function FacultyList() {
  return (
    <ul className="people faculty wide">
      {setup}
      {faculty.map((person, index) => {
        const isFeature = index % featured === 0;
        const color = sectionColors[Math.floor(index / featured) % sectionColors.length];
        return (
          <li
            key={person.name}
            id={personId(person.name)}
            className={isFeature ? `feature section-${color}` : undefined}
          >
            <Portrait
              name={person.name}
              photo={person.photo}
              sizes={isFeature ? "(min-width: 80rem) 22rem, 176px" : undefined}
            />
            <div>
              <h3>{person.name}</h3>
              <p className="role">{person.title}</p>
              <p className="biography">{person.biography}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
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
      {team.map((person) => (
        <li key={person.name} id={personId(person.name)}>
          <Band>
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
