import * as brand from "./brand.tsx";
import * as count from "./count.tsx";
import * as interestList from "./interest-list.tsx";
import * as layoutBlocks from "./layout-blocks.tsx";
import * as offer from "./offer.tsx";
import { SessionServiceName, WithSessions } from "./sessions.tsx";
import * as textBlocks from "./text-blocks.tsx";

/** The components that a page of `content/pages/` may use, all that these files export; docs/content-guide.md shows each. */
export const vocabulary = {
  ...brand,
  ...count,
  ...interestList,
  ...layoutBlocks,
  ...offer,
  ...textBlocks,
  SessionServiceName,
  WithSessions,
};
