// docs/specification.md, 'Public part of an entry'

import { expect, it } from "vitest";

import { publicLink } from "./private-link.ts";
import { publicPlace, publicTitle, withoutPrivate } from "./private-text.ts";

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
  "The passcode will be jardin",
  "Password - jardin",
  "Use jardin as the password",
  "Pass Code：jardin",
  "Passcode <b>jardin</b>",
  "https://us02web.zoom.us/rec/share/x",
  "https://care.daily.co/room",
])("takes away: %s", (line) => {
  expect(withoutPrivate(`Come as you are.\n${line}\nBring tea.`)).toBe("Come as you are.\nBring tea.");
});

it("takes away a passcode that stands below its label, also after an empty line", () => {
  expect(withoutPrivate("Passcode:\n\njardin\n\nBring water").trim()).toBe("Bring water");
});

it.each(["The talk starts at 18:00.", "Bring a friend at 19:00.", "Doors open at 9:30."])(
  "leaves a sentence that ends in a time above a way in: %s",
  (sentence) => {
    const text = `Come.\n\n${sentence}\nhttps://us02web.zoom.us/j/8123456789`;
    expect(withoutPrivate(text)).toBe(`Come.\n\n${sentence}`);
  },
);

it.each([
  ...[
    "Meeting password\n\ntulip",
    "Your Zoom password\nTULIP",
    "Zoom password below.\ntulip",
    "Passcode for the call\n4471x9",
    "  Your Zoom password  \n  tulip  ",
    "  Join Zoom Meeting\n  https://us02web.zoom.us/j/81234567890",
  ],
  ...["Le mot de passe\n\njardin", "Kennwort für die Sitzung\nTulpe."],
])("takes away a heading that names a passcode, and the one word below it: %j", (part) => {
  expect(withoutPrivate(`Come.\n\n${part}\n\nBring tea.`).replace(/\n+/g, "\n")).toBe("Come.\nBring tea.");
});

it("takes away a passcode below a sentence that names it, and leaves the one before", () => {
  const text = withoutPrivate("We read together. The password is below.\n\ntulip\n\nBring tea.");
  expect(text).toBe("We read together.\n\n\nBring tea.");
});

it.each([
  "Bring your password.\n\nWelcome!",
  "How we choose a password\n\nAn hour of practice.",
  "A passcode comes with your registration\n\nhttps://tickets.example/e",
  "A passcode comes with your registration\n\nhttp://tickets.example/e",
])("leaves what stands below a line that has a passcode's name: %j", (text) => {
  expect(withoutPrivate(text)).toBe(text);
});

it.each(["Şifre: lale", "Mật khẩu: hoa", "סיסמה: פרח", "كلمة المرور: وردة", "Pass: tulip", "Lockbox 4471"])(
  "takes away %j",
  (line) => {
    expect(withoutPrivate(`Come.\n${line}\nBring tea.`)).toBe("Come.\nBring tea.");
  },
);

it.each(["Day pass: $40", "Pass: all who come are welcome."])("leaves %j", (line) => {
  expect(withoutPrivate(`Come.\n${line}`)).toBe(`Come.\n${line}`);
});

it.each(["Dial by your location\nSan Jose\nNew York", "-::~:~::~:~:~\nIn the usual place\n-::~:~::~:~:~"])(
  "takes away the whole of %j",
  (part) => {
    expect(withoutPrivate(`Come.\n\n${part}\n\nBring tea.`).replace(/\n+/g, "\n")).toBe("Come.\nBring tea.");
  },
);

it.each([
  "We read from the dial of a compass, edition 3.2.1.",
  "https://urldefense.example/help-for-everybody_else",
  "Register: https://zoom.us/meeting/register/x",
  "Zoom out: https://zoom.us/pricing is no room of ours.",
])("leaves: %s", (line) => {
  expect(withoutPrivate(line)).toBe(line);
});

it.each([
  "zoom.us/j/1",
  "us02web.zoom.us/w/1",
  "zoomgov.com/j/1",
  "x.zoom.com.cn/my/ann",
  "meet.google.com/abc-defg-hij",
  "hangouts.google.com/call/x",
  "cloud.example/apps/bbb/b/Xk3T9qLm2",
  "cloud.example/call/abcdefgh",
  "files.example/index.php/call/SECRETtalk",
  "tel.meet/abc",
  "teams.microsoft.com/l/meetup-join/x",
  "teams.live.com/meet/1",
  "dialin.teams.microsoft.com/x",
  "x.webex.com/meet/ann",
  "x.webex.com/x/j.php?MTID=1",
  "gotomeeting.com/join/1",
  "gotomeet.me/ann",
  "meet.goto.com/1",
  "whereby.com/room",
  "meet.jit.si/room",
  "8x8.vc/room",
  "bluejeans.com/1",
  "chime.aws/1",
  "join.skype.com/x",
  "meet.lync.com/x",
  "v.ringcentral.com/join/1",
  "luma.com/join/x",
  "lu.ma/check-in/evt-x",
  "luma.com/event/manage/evt-x",
  "us02web.zoom.us:443/j/81",
  "zoom.us./j/81",
  "daily.co/room",
  "meet.bluejeans.com/x",
  "app.chime.aws/meetings/x",
  "v.ringcentral.com/j/1",
  "www.skype.com/join/x",
  "meet.house.example/room",
  "signal.group/x",
  "chat.whatsapp.com/x",
  "discord.gg/x",
  "t.me/+x",
  "join.slack.com/t/x",
  "hooks.slack.com/services/x",
  "calendar.google.com/calendar/ical/x/private-key/basic.ics",
  "outlook.live.com/owa/calendar/x/y/calendar.ics",
  "x.example/token/x",
  "x.example/reset-password/x",
  "x.example/login/magic/x",
  "x.example/unsubscribe/x",
  "docs.example/d/x/edit",
  "x.example/reschedule/x",
  "x.example/cancellations/x",
  "luma.com/manage-rsvp/x",
  "www.tickets.example/mytickets",
])("nobody is told of %s", (place) => {
  expect(publicLink(`https://${place}`)).toBeUndefined();
  expect(withoutPrivate(`Come.\nHere: https://${place}\nBring tea.`)).toBe("Come.\nBring tea.");
});

it.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://x.example/",
  "file:///etc/passwd",
  "//x.example",
  "x.example",
  `https://x.example/${"a".repeat(2_000)}`,
  "",
  undefined,
])("%s is no link of a page", (address) => {
  expect(publicLink(address)).toBeUndefined();
});

it.each([
  "https://zoom.us/pricing",
  "https://practice.example/join",
  "https://luma.com/open",
  "http://x.example/a?b=c#d",
])("%s stays as it is", (address) => {
  expect(publicLink(address)).toBe(address);
});

/** As the platforms write them, in languages other than English. */
const invitations = {
  German: `Zoom-Meeting beitreten
https://us02web.zoom.us/j/81112345678?pwd=xyzzy
Meeting-ID: 811 1234 5678
Kenncode: 834211
Schnelleinwahl mobil
+496971049922,,81112345678#,,,,*834211# Deutschland
Einwahl nach aktuellem Standort
• +49 69 7104 9922 Deutschland
Ortseinwahl suchen: https://us02web.zoom.us/u/kd8111234

Microsoft Teams-Besprechung
Jetzt an der Besprechung teilnehmen
Besprechungs-ID: 811 123 456 789
Passcode: aB834211
Telefonkonferenz-ID: 834 211 834#`,
  French: `Rejoindre la réunion Zoom
https://us02web.zoom.us/j/81112345678?pwd=xyzzy
ID de réunion : 811 1234 5678
Code secret : 834211
Une seule touche sur l’appareil mobile
+33170372246,,81112345678#,,,,*834211# France
Composez un numéro en fonction de votre emplacement
• +33 1 7037 2246 France

Réunion Microsoft Teams
ID de la réunion : 811 123 456 789
ID de conférence téléphonique : 834 211 834#`,
  Spanish: `Unirse a la reunión Zoom
https://us02web.zoom.us/j/81112345678?pwd=xyzzy
ID de reunión: 811 1234 5678
Código de acceso: 834211
Móvil con un toque
+34917873431,,81112345678#,,,,*834211# España

Identificador de la conferencia telefónica: 834 211 834#
Clave de la sala 834211`,
  Dutch: `Deelnemen aan Zoom Meeting
https://us02web.zoom.us/j/81112345678?pwd=xyzzy
Vergaderings-ID: 811 1234 5678
Toegangscode: 834211
Inbellen volgens uw locatie
• +31 20 794 0854 Nederland

Vergadering-id: 811 123 456 789
Wachtwoord: jardin834211
Telefonische vergaderings-id: 834 211 834#`,
  Portuguese: `Ingressar na reunião Zoom
https://us02web.zoom.us/j/81112345678?pwd=xyzzy
ID da reunião: 811 1234 5678
Senha: 834211
Dispositivo móvel de um toque
+551146322236,,81112345678#,,,,*834211# Brasil

ID da Reunião: 811 123 456 789
Código de acesso: aB834211
Senha de acesso 834211`,
  Italian: `Entra nella riunione in Zoom
https://us02web.zoom.us/j/81112345678?pwd=xyzzy
ID riunione: 811 1234 5678
Codice d’accesso: 834211
Un tocco su dispositivo mobile
+390200667245,,81112345678#,,,,*834211# Italia

ID riunione: 811 123 456 789
Passcode: aB834211
ID conferenza telefonica: 834 211 834#`,
};
it.each(Object.entries(invitations))("nothing that lets in stays of a %s invitation", (_language, text) => {
  const shown = withoutPrivate(`Come as you are.\n\n${text}\n\nBring tea.`);
  expect(shown).toMatch(/^Come as you are\.[\s\S]*Bring tea\.$/);
  expect(shown).not.toMatch(/\d|https|xyzzy|jardin/);
});

it.each([
  // Brackets that tell a code go alone, where words are left.
  ["Evening sit (passcode 4711)", "Evening sit"],
  ["Evening sit [passcode lotus] and tea", ""],
  ["Evening (with tea) sit (door code 4711).", "Evening (with tea) sit."],
  ["Evening sit (passcode lotus) and tea", ""],
  ["Evening sit [door code 4711] and tea", "Evening sit and tea"],
  ["Sit (passcode 4711)", ""],
  ["Room 12, sit (passcode lotus)", ""],
  ["Evening sit (https://us02web.zoom.us/j/81)", ""],
  // A link that lets people in goes alone out of a whole sentence of five words, without a number and a word for a code.
  ["We sit together every evening https://us02web.zoom.us/j/81.", "We sit together every evening […]."],
  ["We sit together every evening https://us02web.zoom.us/j/81.  ", "We sit together every evening […]."],
  ["We sit every evening https://us02web.zoom.us/j/81.", ""],
  ["We sit together every evening https://us02web.zoom.us/j/81", ""],
  [
    "We 3 sit together every single evening https://us02web.zoom.us/j/81.",
    "We 3 sit together every single evening […].",
  ],
  ["We sit together every evening in 1200 rooms https://us02web.zoom.us/j/81.", ""],
  ["The password for all of us is here https://us02web.zoom.us/j/81.", ""],
  [
    "Please come in here<https://us02web.zoom.us/j/81> and bring some tea.",
    "Please come in here and bring some tea.",
  ],
  [
    "Please join us tonight in the hall (https://us02web.zoom.us/j/81).",
    "Please join us tonight in the hall.",
  ],
  // What is for everybody does not hide what is not.
  ["Use promo code CARE10 (door code 4711).", "Use promo code CARE10."],
  ["Use promo code CARE10 at http://x.example/a or door code 4711", ""],
  ["Come early. Pass: lotus", "Come early."],
  // The form of a text.
  ["One.\r\nTwo.\rPasscode: 4711\rThree.", "One.\nTwo.\nThree."],
  ["One.\n \t\n  - two  ", "One.\n\n  - two"],
])("leaves of %j %j", (text, shown) => {
  expect(withoutPrivate(text)).toBe(shown);
});

it.each([
  ["Passcode: 4711", "a way in"],
  ["Write to ann@private.example.", "a person's address or number"],
  ["See https://x.example/a?c=9f8Ab27Qz1 first.", "a key in a link"],
])("says of %j that it has %s, and which line that was", (line, reason) => {
  const told: unknown[] = [];
  withoutPrivate(`Come.\n${line}\nBring tea.`, (...one) => told.push(one));
  expect(told).toEqual([[reason, line]]);
});

it.each([
  ["https://us02web.zoom.us/j/81; Hall 1", "Hall 1"],
  ["Hall 1; https://us02web.zoom.us/j/81", "Hall 1"],
  ["Hall 1 or https://us02web.zoom.us/j/81", "Hall 1"],
  ["Hall 1 | Garden, left", "Hall 1 | Garden, left"],
])("of the places %j everybody reads %j", (location, shown) => {
  expect(publicPlace(location)).toBe(shown);
});

it.each([
  ["  Evening sit ", "Evening sit", []],
  [" Evening sit | Passcode 4711", "Evening sit", ["a way in"]],
  ["Evening sit – code 4711 – with Ann", "Evening sit – with Ann", ["a way in"]],
  ["Evening sit (code 4711) - with Ann", "Evening sit - with Ann", ["a way in"]],
  ["Passcode 4711 | Evening sit", "", ["a way in"]],
  ["Evening sit: http://x.example/a", "Evening sit", []],
  ["Evening sit – with Ann | and Ben", "Evening sit – with Ann | and Ben", []],
])("of the title %j everybody reads %j", (title, shown, reasons) => {
  const told: string[] = [];
  expect(publicTitle(title, (reason) => told.push(reason), {})).toBe(shown);
  expect(told).toEqual(reasons);
});
