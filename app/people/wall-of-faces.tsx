import { Style } from "#app/design/style.tsx";
import faculty from "#content/people/faculty.yaml";
import team from "#content/people/team.yaml";
import css from "./people.css?inline";
import { PhotoFailures } from "./photo-failures.tsx";
import { Face, personId } from "./portrait.tsx";

const lists: Record<"faculty" | "team", readonly { name: string; photo?: string | undefined }[]> = {
  faculty,
  team,
};

/** In a head: everybody's face, each the way to the person further down; undefined while nobody has a photo. */
export function wallOfFaces(of: keyof typeof lists) {
  return lists[of].some(({ photo }) => photo) ? <WallOfFaces people={lists[of]} /> : undefined;
}

function WallOfFaces({ people }: { people: (typeof lists)["faculty"] }) {
  return (
    <ul className="wall">
      <Style name="people" css={css} />
      <PhotoFailures />
      {people.map(({ name, photo }) => (
        <li key={name}>
          <a href={`#${personId(name)}`} aria-label={name}>
            <Face photo={photo} />
          </a>
        </li>
      ))}
    </ul>
  );
}
