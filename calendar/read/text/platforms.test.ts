// docs/specification.md, 'Description cleaning', 'Event link', 'Event place': texts as platforms write them, by description.ts, event-text.ts and place.ts

import { expect, it } from "vitest";
import { plainRules } from "../../../tests/fixtures/selection-rules.ts";
import { escapeText } from "../../ics/ics-lines.ts";
import { readOwnCalendar } from "../read-calendar.ts";

const listing = "https://events.example/samplecircle";

function eventOf(...lines: string[]) {
  const calendar = [
    ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "DTSTART:20261210T170000Z", ...lines],
    ...["END:VEVENT", "END:VCALENDAR"],
  ];
  return readOwnCalendar(
    calendar.join("\r\n"),
    { now: new Date("2026-12-01T00:00:00Z"), timeZone: "America/Los_Angeles" },
    { ...plainRules, isAllOurs: true, listing },
  ).events[0];
}

/** Entries as the platforms write them: description, further lines, and what is shown of them. */
const entries: Record<
  string,
  { text: string; lines?: string[]; shown: string; link?: string; place?: string | undefined }
> = {
  Luma: {
    text: "Get up-to-date information at: https://luma.com/sit?pk=g-Secret\n\nAddress:\nSample Hall\n100 Sample Street\nSan Francisco, California\n\nWe sit together.\n\nHosted by our team, the evening starts with tea.\n\nHosted by Samplecircle & 2 others",
    lines: ["LOCATION:https://luma.com/event/evt-abc"],
    shown: "We sit together.\n\nHosted by our team, the evening starts with tea.",
    link: "https://luma.com/sit",
    place: "Sample Hall, 100 Sample Street, San Francisco, California",
  },
  "Google Calendar": {
    text: '<p>We sit <b>together</b>.</p><p><a href="https://x.example/poem">The poem</a></p>\n\n-::~:~::~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~::~:~::-\nJoin with Google Meet: https://meet.google.com/abc-defg-hij\nOr dial: (US) +1 415-555-0100 PIN: 123456789#\nMore phone numbers: https://tel.meet/abc-defg-hij?pin=123\n\nLearn more about Meet at: https://support.google.com/a/users/answer/9282720\n\nPlease do not edit this section.\n-::~:~::~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~::~:~::-',
    shown: "We sit together.\n\nThe poem (https://x.example/poem)",
  },
  Zoom: {
    text: "We sit together.\n\nJane Doe is inviting you to a scheduled Zoom meeting.\n\nTopic: Sit\nTime: Dec 10, 2026 06:00 PM Pacific Time (US and Canada)\n\nJoin Zoom Meeting\nhttps://us02web.zoom.us/j/81234567890?pwd=Secret.1\n\nMeeting ID: 812 3456 7890\nPasscode: 471100\n\n---\n\nOne tap mobile\n+16699006833,,81234567890#,,,,*471100# US (San Jose)\n\nDial by your location\n• +1 669 900 6833 US (San Jose)\n\nFind your local number: https://us02web.zoom.us/u/kd81",
    lines: ["LOCATION:https://us02web.zoom.us/j/81234567890?pwd=Secret.1"],
    shown: "We sit together.",
  },
  "Zoom, for a meeting that comes again": {
    text: "We sit together on Dec 10, 2026 09:00 AM.\n\nTopic: Sit\nTime: Dec 10, 2026 06:00 PM Paris\n        Every month on the Second Thu, until Feb 28, 2027, 3 occurrence(s)\n        Dec 10, 2026 06:00 PM\n        Jan 14, 2027 06:00 PM\n        Feb 11, 2027 06:00 PM\nPlease download and import the following iCalendar (.ics) files to your calendar system.\nMonthly: https://us02web.zoom.us/meeting/tZSecret/ics?icsToken=Secret\n\nJoin Zoom Meeting\nhttps://us02web.zoom.us/j/81234567890?pwd=Secret.1",
    lines: ["LOCATION:https://us02web.zoom.us/j/81234567890?pwd=Secret.1"],
    shown: "We sit together on Dec 10, 2026 09:00 AM.",
  },
  "Zoom, for a meeting at any time": {
    text: "We sit together.\n\nTopic: Sit\nTime: This is a recurring meeting Meet anytime",
    shown: "We sit together.",
  },
  "Zoom, in French": {
    text: "Nous nous asseyons.\n\nJeanne Martin vous invite à une réunion Zoom planifiée.\n\nSujet: Assise\nHeure: 10 déc. 2026 06:00 PM Paris\n        Chaque mois le deuxième jeu., jusqu’à 28 févr. 2027, 3 occurrence(s)\n        10 déc. 2026 06:00 PM\n        14 janv. 2027 06:00 PM\nTéléchargez et importez les fichiers iCalendar (.ics) suivants dans votre système de calendrier.\nMensuel: https://us02web.zoom.us/meeting/tZSecret/ics?icsToken=Secret\nParticiper à la réunion Zoom\nhttps://us02web.zoom.us/j/81234567890?pwd=Secret.1\nID de réunion: 812 3456 7890\nCode secret: 471100",
    shown: "Nous nous asseyons.",
  },
  "Zoom, a webinar to register for": {
    text: "We sit together.\n\nHi there,\n\nYou are invited to a Zoom webinar.\nWhen: Dec 10, 2026 06:00 PM Pacific Time (US and Canada)\nTopic: Sit\n\nRegister in advance for this webinar:\nhttps://us02web.zoom.us/webinar/register/WN_AbC123dEfGhIjK\n\nAfter registering, you will receive a confirmation email containing information about joining the webinar.\n\nAll are welcome.",
    shown: "We sit together.\n\nAll are welcome.",
    link: "https://us02web.zoom.us/webinar/register/WN_AbC123dEfGhIjK",
  },
  "Zoom, a webinar in German": {
    text: "Wir sitzen.\n\nHallo,\n\nSie sind zu einem Zoom-Webinar eingeladen.\nWann: 10. Dez. 2026 06:00 PM Amsterdam, Berlin, Rom\nThema: Sitzen\n\nRegistrieren Sie sich im Voraus für dieses Webinar:\nhttps://us02web.zoom.us/webinar/register/WN_AbC123dEfGhIjK\n\nNach der Registrierung erhalten Sie eine Bestätigungs-E-Mail mit Informationen über die Teilnahme am Webinar.",
    shown: "Wir sitzen.",
    link: "https://us02web.zoom.us/webinar/register/WN_AbC123dEfGhIjK",
  },
  "Zoom, a meeting to register for, in French": {
    text: "Nous nous asseyons.\n\nVous êtes invité à une réunion Zoom.\nQuand : 10 déc. 2026 06:00 PM Paris\n\nInscrivez-vous à l'avance à cette réunion :\nhttps://us02web.zoom.us/meeting/register/tZ0qdemorjgvHNAbC123dEfGhIjK\n\nAprès votre inscription, vous recevrez un e-mail de confirmation contenant les instructions pour rejoindre la réunion.",
    shown: "Nous nous asseyons.",
    link: "https://us02web.zoom.us/meeting/register/tZ0qdemorjgvHNAbC123dEfGhIjK",
  },
  "Zoom, a webinar to join": {
    text: "We sit together.\n\nHi there,\n\nYou are invited to a Zoom webinar.\n\nDate Time: Dec 10, 2026 06:00 PM Pacific Time (US and Canada)\nTopic: Sit\n\nJoin from PC, Mac, iPad, or Android:\nhttps://us02web.zoom.us/j/81234567890?pwd=Secret.1\nPasscode:471100\n\nPhone one-tap:\n+16699006833,,81234567890#,,,,*471100# US (San Jose)\n\nJoin via audio:\n+1 669 900 6833 US (San Jose)\nWebinar ID: 812 3456 7890\nInternational numbers available: https://us02web.zoom.us/u/kd81",
    shown: "We sit together.",
  },
  Teams: {
    text: "We sit together.\n\n________________________________________________________________________________\nMicrosoft Teams meeting\nJoin on your computer, mobile app or room device\nClick here to join the meeting<https://teams.microsoft.com/l/meetup-join/19%3ameeting_Secret>\nMeeting ID: 234 567 890 12\nPasscode: aB3dE6\nDownload Teams<https://www.microsoft.com/en-us/microsoft-teams/download-app> | Join on the web<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nLearn More<https://aka.ms/JoinTeamsMeeting> | Meeting options<https://teams.microsoft.com/meetingOptions/?organizerId=Secret>\n________________________________________________________________________________",
    lines: ["LOCATION:Microsoft Teams Meeting"],
    shown: "We sit together.",
  },
  Eventbrite: {
    text: "For details, click here: https://www.eventbrite.com/e/sit-tickets-123456\n\nWe sit together.",
    lines: ["LOCATION:Sample Hall\\, 100 Sample Street"],
    shown: "We sit together.",
    link: "https://www.eventbrite.com/e/sit-tickets-123456",
    place: "Sample Hall, 100 Sample Street",
  },
  Meetup: {
    text: "Samplecircle San Francisco\nThursday, December 10 at 6:00 PM\n\nWe sit together.\n\nhttps://www.meetup.com/samplecircle/events/312345/",
    lines: ["URL:https://www.meetup.com/samplecircle/events/312345/"],
    shown: "We sit together.",
    link: "https://www.meetup.com/samplecircle/events/312345/",
  },
  Mobilizon: {
    text: "<p>We sit together.</p>\n\nhttps://mobilizon.example/events/0a1b2c3d-1111-2222-3333-444455556666",
    lines: ["URL:https://mobilizon.example/events/0a1b2c3d-1111-2222-3333-444455556666"],
    shown: "We sit together.",
    link: "https://mobilizon.example/events/0a1b2c3d-1111-2222-3333-444455556666",
  },
  "The Events Calendar": {
    text: "We sit <strong>together</strong> &#8211; again.\n\nAnd drink &amp; talk.",
    lines: ["URL:https://house.example/event/sit/"],
    shown: "We sit together – again.\n\nAnd drink & talk.",
    link: "https://house.example/event/sit/",
  },
  "Google Calendar, HTML above its own lines": {
    text: '<p>We sit <b>together</b>.</p><a href="https://www.google.com/url?q=https://x.example/poem&amp;sa=D">The poem</a><br>All are welcome.\n\n-::~:~::~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~::~:~::-\nJoin with Google Meet: https://meet.google.com/abc-defg-hij\n-::~:~::~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~:~::~:~::-',
    shown: "We sit together.\n\nThe poem (https://x.example/poem)\nAll are welcome.",
  },
  "Meetup, with its marks": {
    text: "Samplecircle\nTuesday, December 8 at 6:30 PM\n\nWe **sit** together, 2 ** 3 times.",
    lines: ["ORGANIZER;CN=Meetup Reminder:MAILTO:info@meetup.com"],
    shown: "We sit together, 2 ** 3 times.",
  },
  "WordPress, with codes of its own": {
    text: '[caption id="attachment_1" align="left"]A pot[/caption]\nWe sit [sic] together.',
    lines: ["LOCATION:Sample Hall\\, San Francisco\\, CA\\, 94107\\, United States"],
    shown: "A pot\nWe sit [sic] together.",
    place: "Sample Hall, San Francisco, CA, 94107, United States",
  },
  "WordPress, with forms and builders": {
    text: '[contact-form-7 id="12" title="Join"]\n[vc_row][vc_column width="1/2"]We sit together.[/vc_column][/vc_row]\n[audio mp3="a.mp3"][/audio][rev_slider home][gravityform id="1" title="false"]\nWe [all] sit [sic]. [1] Note [2026].',
    shown: "We sit together.\nWe [all] sit [sic]. [1] Note [2026].",
  },
  Teamup: {
    text: "<p>We sit together.</p>\n\nWho: Ann Sample\nWhere: Raum 1204",
    lines: ["LOCATION:Raum 1204"],
    shown: "We sit together.\n\nWho: Ann Sample",
    place: "Raum 1204",
  },
  "Nextcloud Talk": {
    text: "We sit together.\n\nhttps://cloud.example/call/ab3xk9zq",
    lines: ["LOCATION:https://cloud.example/call/ab3xk9zq"],
    shown: "We sit together.",
  },
  "iCloud, with a place that has its address below its name": {
    text: "We sit together.",
    lines: ["LOCATION:Sample Garden\\n75 Sample Drive\\, San Francisco\\, CA 94118\\, United States"],
    shown: "We sit together.",
    place: "Sample Garden, 75 Sample Drive, San Francisco, CA 94118, United States",
  },
  "Outlook, with an empty text beside the one in HTML": {
    text: " \n",
    lines: ["X-ALT-DESC;FMTTYPE=text/html:<html><body><p>We sit together.</p></body></html>"],
    shown: "We sit together.",
  },
  iCloud: {
    text: "We sit together.\n\n----( Video Call )----\nhttps://facetime.apple.com/join#v=1&p=Secret\n---===---",
    shown: "We sit together.",
  },
  "a text file": { text: "We sit together.\nBring a cushion.", shown: "We sit together.\nBring a cushion." },
};

it.each(Object.entries(entries))("%s", (_name, { text, lines = [], shown, link, place }) => {
  const event = eventOf("SUMMARY:Sit", ...lines, `DESCRIPTION:${escapeText(text)}`);
  expect(event).toMatchObject({ description: shown, url: link ?? listing, location: place });
  expect(JSON.stringify(event)).not.toMatch(
    /Secret|4711|aB3dE6|zoom\.us(?!\/\w+\/register\/)|teams\.microsoft/,
  );
});

it.each([
  "Canceled: Sit",
  "Cancelled: Sit",
  "Abgesagt: Sit",
  "Annulé : Sit",
  "Cancelado: Sit",
  "Geannuleerd: Sit",
])("takes Outlook's title %j for what it says", (title) => {
  expect(eventOf(`SUMMARY:${title}`)?.isCancelled).toBe(true);
  expect(eventOf(`SUMMARY:${title.replace(":", "")}`)?.isCancelled).toBe(false);
});

it("is online where one registers for a meeting, and says that the link comes then", () => {
  const link = "https://us02web.zoom.us/webinar/register/WN_AbC123dEfGhIjK";
  for (const line of [`URL:${link}`, `LOCATION:${link}`, `DESCRIPTION:Register: ${link}`])
    expect(eventOf("SUMMARY:Sit", line)).toMatchObject({
      ...{ isOnline: true, hasJoinLink: true, location: undefined, url: link },
    });
});

it("keeps what only reads like a platform's line", () => {
  const text =
    "Dear friends,\n\nWe invite you to our Zoom webinar on care.\nTopic: Care\nWhen: in winter, 2026\n\nMore to read:\nhttps://x.example/poem";
  expect(eventOf("SUMMARY:Sit", `DESCRIPTION:${escapeText(text)}`)?.description).toBe(text);
});

it("does not take Meetup's mail program for a host", () => {
  expect(eventOf("ORGANIZER;CN=Meetup Reminder:MAILTO:info@meetup.com")?.organizer).toBeUndefined();
});
