import { expect, it } from "vitest";
import { withoutPrivate } from "./private-text.ts";

it.each([
  "Room system: 85012345678@zoomcrc.com",
  "Invite: https://us02web.zoom.us/meetings/85012345678/invitations?signature=x",
  "https://us02web.zoom.us/launch/edl?muid=1",
  "162.255.37.11 (US West)",
  "Dial 26311234567@acme.webex.com",
  "+1-408-418-9388 United States Toll",
  "You can also dial 173.243.2.68 and enter your meeting number.",
  "https://teams.microsoft.com/v2/?meetingjoin=true#/l/meetup-join/19:meeting_x",
  "https://teams.microsoft.com/_#/l/meetup-join/19:meeting_x",
  "https://teams.microsoft.com/dl/launcher/launcher.html?url=%2F_%23%2Fl%2Fmeetup-join%2F19",
  "https://urldefense.proofpoint.com/v2/url?u=https-3A__us02web.zoom.us_j_85099999999-3Fpwd-3DSECRET&d=x",
  "Besprechungs-ID: 850 4444 5555",
  "Mot de passe : jardin",
  "Code d'accès : 445566",
  "Identifiant de réunion : 850 1111 2222",
  "Contraseña: jardin",
  "https://g.co/meet/care-circle",
  "https://care.daily.co/room",
])("takes away: %s", (line) => {
  expect(withoutPrivate(`Come as you are.\n${line}\nBring tea.`)).toBe("Come as you are.\nBring tea.");
});

it.each([
  "We read from the dial of a compass, edition 3.2.1.",
  "Write to hello@practice.example or call +1 415 555 0142.",
  "https://urldefense.example/help-for-everybody_else",
  "Zoom out: https://zoom.us/pricing is no room of ours.",
])("leaves: %s", (line) => {
  expect(withoutPrivate(line)).toBe(line);
});
