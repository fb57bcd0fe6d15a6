import type { ItemList } from "schema-dts";
import faculty from "#content/people/faculty.yaml";
import presenterGroups from "#content/people/presenters.yaml";
import team from "#content/people/team.yaml";
import { portraitOf } from "./portraits.ts";

const lists = {
  faculty,
  presenters: presenterGroups.flatMap((group) => group.presenters),
  team,
};
export type PeopleList = keyof typeof lists;

/** The people of a page as structured data; schema.org/Person. */
export function peopleJsonLd(list: PeopleList, siteUrl: string): ItemList {
  const people: readonly { name: string; title?: string; photo?: string | undefined }[] = lists[list];
  return {
    "@type": "ItemList",
    numberOfItems: people.length,
    itemListElement: people.map(({ name, title, photo }, index) => {
      const picture = portraitOf(photo);
      return {
        "@type": "ListItem",
        position: index + 1,
        item: {
          "@type": "Person",
          name,
          ...(title ? { jobTitle: title } : {}),
          ...(picture ? { image: siteUrl + picture.img.src } : {}),
        },
      };
    }),
  };
}
