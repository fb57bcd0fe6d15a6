import { isSentence } from "./invitation.ts";

const venueLabel =
  /^(?:address|venue|location|where|place|adresse|ort|wo|lieu|où|dirección|lugar|dónde|endereço|local|onde|indirizzo|luogo|dove|adres|locatie|waar) ?:[ \t]*(.{0,300})$/iu;

/** Without a venue: the value beside its label, or the lines below it. */
export function withoutVenue(lines: string[]): string[] {
  const kept: string[] = [];
  let isVenue = false;
  for (const line of lines) {
    const value = venueLabel.exec(line)?.[1];
    if (value === undefined) isVenue &&= !isSentence(line) || isOpen(line);
    else isVenue = value === "" || isVenueText(value);
    if (!isVenue) kept.push(line);
    // A venue beside its label is one line.
    if (value) isVenue = false;
  }
  return kept;
}

/** A number, several parts or names, or that there is none: no sentence. */
function isVenueText(value: string): boolean {
  if (isOpen(value) || isOnline(value)) return true;
  return !isSentence(value) && (/[\d,]/.test(value) || /^(?:\p{Lu}[\p{L}'’.-]*(?:\s+|$)){1,8}$/u.test(value));
}

/** The lines of an `Address:` block, or of another venue, as one text; undefined without one. */
export function addressBlock(description: string): string | undefined {
  for (const block of description.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n+/)) {
    const lines = block.split("\n").map((line) => line.trim());
    const index = lines.findIndex((line) => venueLabel.test(line));
    const value = venueLabel.exec(lines[index] ?? "")?.[1];
    if (value && isVenueText(value)) return value;
    if (value !== "") continue;
    const below = lines.slice(index + 1);
    const end = below.findIndex(isSentence);
    const venue = (end < 0 ? below : below.slice(0, end)).filter((line) => line !== "").join(", ");
    if (venue !== "") return venue.slice(0, 500);
  }
  return undefined;
}

/** Words that say that an event is online, in the languages of feeds. */
const onlineWord = wordsOf(
  "(?:on-?line|web)(?:veranstaltung|treffen|event|meeting|seminar|kurs|konferenz|conference|møde|møte|möte)?",
  "virtual(?:ly)?|remote(?:ly)?|internet|zoom|google ?meet|hangouts?|(?:microsoft |ms )?teams|webex|skype|jitsi|youtube",
  "webinars?|live ?streams?|video ?(?:call|chat|conference|konferenz)|virtuelle?s?|digitale?s?|webinaire|distanciel",
  "en ligne|(?:à|a) distance|visio(?:conférence)?|en l[ií]nea|a distancia|remoto|videoconferencia|videollamada",
  "em linha|à distância|videoconferência|a distanza|da remoto|videoconferenza|virtueel|digitaal|op afstand",
  "zdalnie|wirtualn[aey]|virtuell?t|digitalt|på (?:nätet|nett|distans)|verkossa|etänä|virtuálně",
);
/** Words that may stand beside them. */
const besideOnline = wordsOf(
  "this|is|an?|the|via|on|with|at|by|event|meeting|only|call|conference|session|class|course|workshop|seminar|gathering",
  "links?|below|follows?|to follow|in (?:the )?(?:description|bio)|tb[acd]",
  "per|über|auf|nur|veranstaltung|treffen|termin|par|sur|uniquement|événement|evenement|réunion",
  "por|s[oó]lo|somente|evento|reunión|reunião|su|riunione|op|alleen|bijeenkomst|vergadering",
  "wydarzenie|spotkanie|evenemang|möte|begivenhed|møde|arrangement|møte|tapahtuma|akce|setkání",
);

/** What is said where no place is told. */
const openPlace = new RegExp(
  [
    "(?:to be|t\\.?b\\.?) ?(?:announced|confirmed|determined|decided|[acd]\\.?)",
    "(?:(?:please )?(?:register|rsvp|sign up) (?:to|for) (?:see|view|get|the)\\b|(?:please )?(?:check|see|view) (?:the )?(?:event|description|web ?site|details|registration|ticket)\\b).{0,60}",
    "(?:is |will be )?(?:given|shared|sent|provided|revealed|disclosed|visible|shown) (?:after|on|upon|to|with|by|when|once|in)\\b.{0,60}",
    "(?:needs|no|without) (?:an? )?(?:location|venue|address)|n/a|none|unknown",
    "(?:wird |folgt )?noch (?:offen|bekannt ?(?:ge)?geben|mitgeteilt)|wird bekannt ?gegeben|à (?:confirmer|définir|préciser|déterminer|venir)",
    "(?:por|a) (?:confirmar|definir|anunciar|determinar)|da (?:definire|confermare|stabilire)|(?:wordt )?(?:nog|nader) (?:te bepalen|bekend ?(?:te maken|gemaakt))",
    "(?:siehe|voir|ver|zie|vedi) (?:la )?(?:beschreibung|descripti?on|descripción|descrição|beschrijving|descrizione)",
  ]
    .map(
      (said) =>
        `^(?:(?:the )?(?:exact |full )?(?:address|location|venue|place|ort|lieu|lugar|locatie|luogo) ?[:–-]? ?)?(?:${said})[.!…]{0,3}$`,
    )
    .join("|"),
  "iu",
);

function wordsOf(...patterns: string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${patterns.join("|")})(?![\\p{L}\\d])`, "giu");
}

/** Whether a text says only that an event is online. */
function isOnline(text: string): boolean {
  const words = text.normalize("NFC").slice(0, 100);
  const besides = words.replace(onlineWord, "");
  return besides !== words && text.length < 100 && !/[\p{L}\d]/u.test(besides.replace(besideOnline, ""));
}

/** Whether a text only says that a place is told later, or elsewhere. */
function isOpen(text: string): boolean {
  return !/[\p{L}\d]/u.test(text) || openPlace.test(text.normalize("NFC").trim());
}

/** A place on a map: a link, but none by which anybody takes part. */
const map =
  /^https?:\/\/(?:maps\.[^\s/]{1,60}\/|(?:www\.)?google\.[a-z.]{2,6}\/maps|goo\.gl\/maps|(?:www\.)?(?:openstreetmap|osm)\.org\/|www\.bing\.com\/maps)/i;

/**
 * Of a LOCATION what is a place; whether another part of it says that the event is online.
 *
 * @param online how the organization says that
 */
export function placeOf(location: string, online?: string): { place: string; isVirtual: boolean } {
  const wordsIn = (part: string) => part.replace(/https?:\S*/gi, "").trim();
  const isVirtual = (part: string) => ["", online].includes(wordsIn(part)) || isOnline(wordsIn(part));
  const lines = location.split("\n").map((line) =>
    line
      .split(/[;|]/)
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  );
  const places = lines.map((line) =>
    line
      .filter((part) => !isVirtual(part))
      .map((part) =>
        (part.split(",").some(isOpen)
          ? part
              .split(",")
              .filter((one) => !isOpen(one))
              .join()
          : part
        ).trim(),
      )
      .filter((part) => part !== "")
      .join("; "),
  );
  return {
    place: places.filter((line) => line !== "").join(", "),
    isVirtual: lines.flat().some((part) => isVirtual(part) && !map.test(part)),
  };
}
