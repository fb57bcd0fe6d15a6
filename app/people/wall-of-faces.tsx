import { Year } from "#app/design/cross-section-figure.tsx";
import { Style } from "#app/design/style.tsx";
import faculty from "#content/people/faculty.yaml";
import { turnColor } from "#content-model/section-colors.ts";
import peopleCss from "./people.css?inline";
import { PhotoFailures } from "./photo-failures.tsx";
import { Face, personId } from "./portrait.tsx";
import css from "./wall-of-faces.css?inline";
import { wallPlaces, wallShape } from "./wall-shape.ts";

type People = readonly { name: string; photo?: string | undefined }[];

/** In a head: the faces of the faculty, each the way to the biography further down; undefined while nobody has a photo. */
export function wallOfFaces() {
  const people: People = faculty;
  return people.some(({ photo }) => photo) ? <WallOfFaces people={people} /> : undefined;
}

/** A full rectangle: places that nobody has show wood. */
function WallOfFaces({ people }: { people: People }) {
  const { columns, rows } = wallShape(people.length);
  return (
    <ul className="wall">
      <Style name="people" css={peopleCss} />
      <Style name="wall-of-faces" css={css} />
      <Style name="wall-shape" css={`.wall{--columns:${columns};--rows:${rows}}`} />
      <PhotoFailures />
      {wallPlaces(people.map(({ photo }) => photo !== undefined)).map((index, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece of wood is its place
        if (index === undefined) return <Wood key={place} place={place} />;
        const { name, photo } = people[index] as People[number];
        return (
          <li key={name} className={`section-${turnColor(index)}`}>
            <a href={`#${personId(name)}`}>
              <Face name={name} photo={photo} />
              <span>{name}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** A piece of the page's cross-section, each place another. */
function Wood({ place }: { place: number }) {
  const [x, y] = [((place * 7) % 5) * 90 - 330, ((place * 3) % 4) * 90 - 290];
  return (
    <li className={`face section-${turnColor(place)}`} aria-hidden="true">
      <svg viewBox={`${x} ${y} 300 300`} aria-hidden="true">
        {[12, 26, 36, 52, 60, 76, 90].map((at) => (
          <Year key={at} at={at} />
        ))}
      </svg>
    </li>
  );
}
