import navigation from "#content/navigation.yaml";
import { canonicalBy, movedAddresses } from "#content-model/addresses.ts";

/** The one spelling of an address of this site, after it has moved; see `canonicalBy`. */
export const canonicalPath = canonicalBy(movedAddresses(navigation));
