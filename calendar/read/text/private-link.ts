import { withoutTrackers } from "./link-parameters.ts";

/** A web address without tokens; undefined for a private link (to join or manage) and for what is no web address. */
export function publicLink(address: string | undefined): string | undefined {
  if (!address || address.length > longestLink || isPrivateLink(decoded(address))) return undefined;
  const link = URL.parse(withoutTrackers(withoutTokens(address)));
  return link && /^https?:$/.test(link.protocol) ? link.href : undefined;
}

const longestLink = 2_000;

/** Where online meetings are joined: at the platforms' own addresses, and at hosts and paths named for what they do. */
const meeting = [
  String.raw`zoom(?:gov)?\.(?:us|com|com\.cn)/(?:(?:j|w|my|s|u|wc|rec|launch|skype)(?![\w-])|meetings?/(?:\d|[\w-]{1,80}/ics))|@[\w.-]{0,100}(?:zoomcrc|webex)\.com`,
  String.raw`(?:meet|hangouts)\.google\.com/|\bg\.co/meet/|\btel\.meet/`,
  String.raw`teams\.(?:microsoft|live)\.com/(?:meet|[^\s<>"]{0,300}(?:meetup-?join|meetingjoin|meetingoptions))|dialin\.teams\.`,
  String.raw`webex\.com/(?:meet|join|m|wbxmjs)/|webex\.com/[^\s<>"]{0,100}j\.php`,
  String.raw`gotomeeting\.com/join|gotomeet\.me/|meet\.goto\.com/|whereby\.com/|meet\.jit\.si/|8x8\.vc/|\bdaily\.co/`,
  String.raw`bluejeans\.com/|streamyard\.com/|gather\.town/|facetime\.apple\.com/|chime\.aws/|join\.skype\.com/`,
  String.raw`meet\.lync\.com/|ringcentral\.com/(?:join|j|w)\b|riverside\.fm/studio/|(?:luma\.com|lu\.ma)/join\b`,
  String.raw`/call/(?=[a-z]{0,7}\d)[a-z0-9]{8}(?![\w-])|/index\.php/call/[^\s/]|/apps/bbb/b/|/b/[a-z0-9]{3}(?:-[a-z0-9]{3}){2,3}\b`,
  String.raw`https?://(?:cloud|nextcloud|talk)\.[\w.-]{1,100}/call/[^\s/]|https?://(?:meet|jitsi|bbb|conf|webconf|visio)\.[\w.-]{1,100}/[^\s/]`,
  String.raw`\b(?:zoommtg|msteams|sips?):(?=\S)`,
];

/** Groups that anybody with the link may enter, published private calendars, and where events are managed and accounts entered. */
const others = [
  String.raw`signal\.group/|chat\.whatsapp\.com/|discord\.gg/|\bt\.me/(?:\+|joinchat)|(?:join|hooks)\.slack\.com/|outlook\.[\w.]{1,30}/owa/calendar/`,
  String.raw`(?:luma\.com|lu\.ma)/check-?in\b|livestorm\.co/p/`,
  String.raw`https?://[^\s<>"]{0,300}/(?:manage|edit|my-?tickets?)(?![\w])|https?://[^\s<>"]{0,300}/private-`,
  String.raw`https?://[^\s<>"]{0,300}/(?:join|token|reset-?password|login|magic(?:-?link)?|unsubscribe|reschedul(?:e|ings?)|cancel(?:l?ations?)?|invites?|verify)/[^\s/?#<>"]`,
];

const wayToJoin = new RegExp(meeting.join("|"), "i");
const privateLink = new RegExp([...meeting, ...others].join("|"), "i");
const meetingRegistration = /zoom\.us\/(?:meeting|webinar)\/register\//i;

/** Whether a text has an address at which an online meeting is joined, or registered for. */
export function isWayToJoin(text: string): boolean {
  return meetingRegistration.test(text) || has(decoded(text), wayToJoin);
}

/** Whether a text has a link to join or to manage, which is not for everybody. */
export function isPrivateLink(text: string): boolean {
  return has(text, privateLink);
}

/** Also with blanks in it, with a port, with a dot after its host or the dot of Chinese. */
function has(text: string, link: RegExp): boolean {
  const close = text.replace(/\[\.\]|[。｡]/g, ".").replace(/ {0,2}([./]) {0,2}/g, "$1");
  return [text, close.replace(/\.?(?::\d{1,5})?\//g, "/")].some((one) => link.test(one));
}

/** Decodes addresses within addresses: redirect links hold them percent-encoded, once or twice. */
export function decoded(text: string): string {
  const once = (encoded: string) =>
    encoded.replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  const plain = text.includes("%") ? once(once(text)) : text;
  // Proofpoint encodes them in its own way.
  if (!/urldefense/i.test(plain)) return plain;
  return plain
    .replace(/-([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("_", "/");
}

const secretName = String.raw`(?:pk|tk|tok|pwd?|pass|pin|otp|sig|jwt|sid|auth|key|[\w-]{0,20}(?:token|secret|signature|passw(?:or)?d|passcode|api_?key|session_?id|auth_?key))`;
const secret = new RegExp(
  String.raw`([?&#]|(?<![\w-])|%(?:25)?(?:3F|26|23))(?:${secretName}(?:=|%(?:25)?3D)[^\s&#<>"')\]]*[^\s&#<>"')\].,;:!?](&(?:amp;)?)?)+`,
  "gi",
);

/** Without personal tokens in links, and without names and passwords before hosts. */
export function withoutTokens(text: string): string {
  return (
    text
      // A name and password before the host (RFC 3986, section 3.2.1).
      .replace(/([a-z][a-z0-9+.-]{1,15}:\/\/)[^\s/?#<>"]*@/gi, "$1")
      // If a parameter follows the last token, it keeps the `?` or `&` from before the first.
      .replace(secret, (_, mark: string, next: string | undefined) => (next ? mark : ""))
  );
}
