import { forms } from "#submissions/forms/forms.ts";

const formPages = Object.values(forms).flatMap(({ path, alias }) => [`${path}*`, ...(alias ? [alias] : [])]);

/** Addresses not to be rendered ahead: pages for one visitor, and files. */
const notAhead = ["/*.ics", "/functions/*", ...formPages, "/*\\?(.+)"];

const links = {
  and: [
    { href_matches: "/*" },
    { not: { href_matches: notAhead } },
    { not: { selector_matches: "[download], [target=_blank]" } },
  ],
};

/**
 * Which links the browser may follow before they are pressed (HTML standard, 'Speculative loading'): a page is rendered when
 * the pointer rests on its link, so that it is ready when the link is pressed. A file of its own, named in the header
 * `Speculation-Rules`, so that pages need no inline script.
 */
export const speculationRules = { prerender: [{ where: links, eagerness: "moderate" }] };

export const speculationRulesPath = "/speculation-rules.json";
