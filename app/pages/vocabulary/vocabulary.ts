import { Email, Name, Phone, PostalAddress, Product, SiteAction, SiteLink } from "./brand.tsx";
import { Count } from "./count.tsx";
import { InterestList } from "./interest-list.tsx";
import {
  CallToAction,
  Card,
  Cards,
  Cell,
  Columns,
  Comparison,
  Fact,
  Facts,
  Row,
  Step,
  Steps,
} from "./layout-blocks.tsx";
import { Offer, OfferFact } from "./offer.tsx";
import { SessionServiceName, WithSessions } from "./sessions.tsx";
import { Action, Lead, PullQuote, Scene, Scenes, SideNote } from "./text-blocks.tsx";

/** The components that a page of `content/pages/` may use; docs/content-guide.md shows each. */
export const vocabulary = {
  Action,
  CallToAction,
  Card,
  Cards,
  Cell,
  Columns,
  Comparison,
  Count,
  Email,
  Fact,
  Facts,
  InterestList,
  Lead,
  Name,
  Offer,
  OfferFact,
  Phone,
  PostalAddress,
  Product,
  PullQuote,
  Row,
  Scene,
  Scenes,
  SessionServiceName,
  SideNote,
  SiteAction,
  SiteLink,
  Step,
  Steps,
  WithSessions,
};
