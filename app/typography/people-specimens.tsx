import type { ComponentType, ReactNode } from "react";
import team from "#content/people/team.yaml";
import texts from "#content/typography.yaml";

const person = team.find(({ photo }) => photo) ?? team[0];

interface PeopleSpecimensProps {
  Portrait: ComponentType<{ name: string; photo: string | undefined }>;
  Band: ComponentType<{ children: ReactNode; isFirst?: boolean }>;
}

/** A person with a photo, and as long as there is none: in the grid of a page, and among those who have spoken. */
export function PeopleSpecimens({ Portrait, Band }: PeopleSpecimensProps) {
  if (!person) return null;
  return ["team", "presenters"].map((list) => (
    <ul key={list} className={`people ${list}`}>
      {[person.photo, undefined].map((photo) => (
        <li key={photo ?? ""}>
          {list === "team" ? (
            <Band isFirst={photo !== undefined}>
              <Portrait name={person.name} photo={photo} />
            </Band>
          ) : (
            <Portrait name={person.name} photo={photo} />
          )}
          <h3>{person.name}</h3>
          <p className="role">{texts.text.over}</p>
        </li>
      ))}
    </ul>
  ));
}
