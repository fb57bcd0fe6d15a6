import { describe, expect, it } from "vitest";
import { codeRules, plain, tellsAccessCode } from "./access-code.ts";
import { withoutPrivate } from "./private-text.ts";

it.each([
  "Entry word: lotus",
  "Codewort: lotus",
  "Magic word = lotus",
  "The secret is 4711",
  "The key is LOTUS77",
  "Use the word “lotus” as your key: lotus",
  "Kenncode 4711",
  "Kenncode: lotus",
  "Zugangscode: lotus",
  "Das Kennwort lautet Lotus",
  "Das Passwort ist „Lotus“",
  "Code d'accès : lotus",
  "Le code d’accès est lotus",
  "La clave es loto",
  "Clave: loto",
  "Palabra clave: loto",
  "Código de acceso: 445566",
  "A senha é loto",
  "Codice di accesso: 4455",
  "Toegangscode: 4455",
  "Hasło: lotos",
  "Пароль: лотос",
  "密码：lotus",
  "パスワード：lotus",
  "PIN 4711",
  "Door code 4711",
  "Wi-Fi password sunflower99",
  "Wifi: guest / lotus42.",
  "Free wifi: guest/lotus42, and tea",
  "Come in, wifi: Guest / sunflowers",
  "Wifi: Freedom / sunflowers",
  "Wifi: free / sunflowers",
  "WiFi guest / lotus42",
  "WLAN: Gast, lotus42",
  "The wifi is guest / lotus42.",
  "Wifi: guest (lotus42)",
  "Wifi network Guest: lotus42",
  "wifi guest lotus42",
  "Use the code 483920 to get in",
  "Toegangscode 834211",
  "PIN: 47 11 22",
  "Your pin code - 4711",
  "Dial-in: +49 30 5550 1234",
  "Dial in at +1 (415) 555-0142, then 445566#",
  "Einwahl: +49 30 5550 1234",
  "Telefonkonferenz 030 5550 1234, Raum 445566#",
  "Conference call: 415 555 0142",
  "Conference code 445566",
  "Meeting no. 812 3456 7890",
  "Zoom 812 3456 7890",
  "Login: guest4711",
  "Pass\u200Bcode: lotus",
  "Ｐａｓｓｃｏｄｅ： lotus",
  "Come, code: lotus",
  "Key to enter is B77Q",
  "The code for the gate is 47A1.",
  "The code for the gate is 4711.",
  "Come to zoom. us/j/81",
  "Enter 482913 when asked for the passcode",
  "482913 is the passcode",
  "Please use password “otter12”",
  "Come in with the password otter12",
  "The password for the session is otter.",
  "Passcode is: otter",
  "Pass: 482913",
  "Pwd 482913",
  "PW 482913",
  "Login: guest, pw 482913",
  "Code 482913",
  "Room code 482913",
  "パスワード 482913",
  "Password -> otter",
  "One-time token otter",
  "<strong>Password</strong>: <span>otter",
  "P a s s c o d e : 1 2 3",
  "p-a-s-s-w-o-r-d is lotus",
  "T h e p a s s w o r d i s l o t u s",
  "P I N 4 7 1 1",
  "zoom . us / j / 811",
  "zoom.us / j / 811 1234",
  "zoom. us/my/ann",
  "us02web . zoom . us / my / ann",
  "Join us on Zoom, 811-1234-5678 and 834211",
  "We use Teams and 834211 as always",
  "Einwahldaten: 834211",
  "Zugangsdaten: gast4711",
  "Datos de acceso: 834211",
  "Données de connexion : 834211",
  "Dados de acesso: 834211",
  "Dati di accesso: 834211",
  "Inloggegevens: 834211",
  "Key safe code (left) 471 and tea",
  "Call-in: +49 30 5550 1234",
  "https://zoom。us/j/811",
  "https://x.example/r?to=https%253A%252F%252Fzoom.us%252Fj%252F811",
])("takes away: %s", (line) => {
  const reasons: string[] = [];
  expect(withoutPrivate(`Come as you are.\n${line}\nBring tea.`, (reason) => reasons.push(reason))).toBe(
    "Come as you are.\nBring tea.",
  );
  expect(reasons).toEqual(["a way in"]);
});

it("takes what is short and labelled, whatever its words, out of a paragraph with a way to join", () => {
  const text = [
    "We meet online, with cameras on.",
    "https://us02web.zoom.us/j/81234567890",
    "Skriv: lotus77",
    "Nummer: 445 566 778",
    "lotus-77",
    "Bring tea: it will be long.",
    "",
    "Room: 12B",
    "Bring: tea",
  ].join("\n");
  expect(withoutPrivate(text)).toBe(
    "We meet online, with cameras on.\nBring tea: it will be long.\n\nRoom: 12B\nBring: tea",
  );
});

it.each([
  "No password is needed.",
  "Passwords and how to keep them, a workshop of 2026",
  "Password workshop at 18:00, $120, 10,000 seats",
  "Bring your login and 3 friends.",
  "We pass 482 trees on the way.",
  "The conference 2025-2026 is over.",
  "We are meeting 12 000 people, and our teams planted 250 000 trees.",
  "The word count is 5000.",
  "The key season is 3rd.",
  "On December 10, 2026 we meet at 18:00.",
  "10.12.2026, 18.00 - 20.00",
  "2026-12-10 18:00 - 2026-12-11 02:00",
  "Editions of 2019, 2022 and 2025; photos of 2019 2022 2025.",
  "The years 2025-2026 and 2026/27",
  "On 10, 12, 14, 16 and 18 December",
  "The key date is 2026-12-01.",
  "The key time is 18h30.",
  "The key size is 120cm",
  "The key to success is 10 minutes of rest.",
  "From $120-150, later 1.200,50 € or 25,000 USD",
  "A budget of 100 000 000 trees and 1.000.000.000 leaves",
  "EIN 12-3456789",
  "ISBN 3-16-148410-0",
  "We sit at 37.7749295, -122.4194155.",
  "100 Sample Street, Suite 4, San Francisco, CA 94110-1234",
  "Hauptstr. 12, 10115 Berlin",
  "1-2-3 Shibuya, 150-0002 Tokyo",
  "We C A R E in 2026 for U.S. and U.K. teams.",
  "We zoom. Us / them is no question here.",
  "Take small sips: slowly.",
  "1 2 3 4 5 6 7 8 9 10 and we begin.",
  "Dress code: casual",
  "Dress code is casual",
  "Use promo code CARE10 for half the price.",
  "Discount code: CARE10",
  "Keyword: care",
  "Word of the month: repair",
  "Code of conduct: https://practice.example/conduct",
  "The secret is listening.",
  "The key is to listen for 10 minutes.",
  "The secret is out: 40 people came in 2025.",
  "Zip code: 94110",
  "Postcode: 1010AB",
  "Area code 415",
  "Entrance: 1200 Main Street",
  "Entry: free",
  "Entry: 18:00",
  "Admission: $10",
  "Access: by the ramp",
  "Doors: 17:45",
  "Meeting: 2026-12-01",
  "Meeting room: 1204B",
  "Room 1204",
  "Passage: Matthew 5",
  "Session 2026: opening",
  "ISBN 978-3-16-148410-0",
  "Zoom in on 2026 and 2027.",
  "We pin 12 cards on the wall.",
  "The key question: why?",
  "Our keys: patience and 2 hands",
  "Evening circle – Berlin",
  "Turkey: stories",
  "Grußwort: Anna",
  "Das Vorwort ist kurz.",
  "Antwort: Ja!",
  "Wifi: yes, free",
  "WLAN: vorhanden, kostenlos",
  "Free wifi and tea / coffee.",
  "Wifi is free, lunch from 12pm",
  "WiFi: available / free",
  "Wi-Fi: free / gratis",
  "WLAN: vorhanden / kostenlos.",
  "Wifi: yes / included",
  "WiFi: oui / gratuit",
  "Wifi: on request / free",
  "Wifi, room B12, and tea until 10pm",
])("leaves: %s", (line) => {
  const reasons: string[] = [];
  expect(withoutPrivate(line, (reason) => reasons.push(reason))).toBe(line);
  expect(reasons).toEqual([]);
});

it.each([
  ["https://x.example/a?c=9f8Ab27Qz1", "https://x.example/a"],
  ["https://x.example/a?page=2&c=9f8Ab27Qz1&lang=en.", "https://x.example/a?page=2&lang=en."],
  ["https://x.example/a?invite=lotus&page=2", "https://x.example/a?page=2"],
  ["https://x.example/a#k=9f8Ab27Qz1", "https://x.example/a"],
  ["https://x.example/a#9f8Ab27Qz19f8Ab27Qz1", "https://x.example/a"],
  ["https://ann:lotus@x.example/a", "https://x.example/a"],
  ["(https://x.example/a?uid=4711471147)", "(https://x.example/a)"],
  ["https://x.example/a?t=abcdefghijklmnopqrstuvwxyzabcdefghijklmnop", "https://x.example/a"],
  ["https://x.example/r?to=https%3A%2F%2Fy.example%2F%3Fq%3D9f8Ab27Qz1", "https://x.example/r"],
])("leaves only readable parameters of %s", (text, shown) => {
  expect(withoutPrivate(text)).toBe(shown);
});

it.each([
  "https://x.example/a?page=2&lang=en#about-us",
  "https://www.youtube.example/watch?v=dQw4w9WgXcQ",
  "https://maps.example/?q=100+Sample+Street",
  "https://x.example/?date=2026-12-01&utm_source=news",
])("leaves %s", (text) => {
  expect(withoutPrivate(text)).toBe(text);
});

it.each([
  "https://x.example/r/9f8Ab27Qz19f8Ab27Qz1",
  "https://x.example/r/0b2c9a54-6f1e-4c1e-9d7a-111122223333",
  "https://x.example/a/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln1nat2ur3e4",
  "https://docs.example/document/d/1A2b3C4d5E6f7G8h9I0jKlMnOpQr",
  "https://x.example/r/abcd1efgh2ij",
  `https://x.example/r/${"a".repeat(41)}`,
])("takes away %s, which opens what only some should see", (link) => {
  expect(withoutPrivate(`Come. Read ${link} first. Bring tea.`)).toBe("Come. Bring tea.");
  expect(withoutPrivate(`Read ${link} first.`, undefined, { host: URL.parse(link)?.host })).toContain(link);
});

it.each([
  "https://x.example/events/learning-journey-2026-in-the-house-of-care-part-12",
  "https://youtu.be/dQw4w9WgXcQ",
  "https://www.tickets.example/e/compassion-week-2026-tickets-1043812345907",
  "https://forms.example/forms/d/e/1FAIpQLSdA2b3C4d5E6f7G8h9I0/viewform",
  "https://music.example/episode/4rOoJ6Egrf8K2IrywzwOMk",
  "https://en.wiki.example/wiki/Compassion_(disambiguation)",
  "https://x.example/OrganizationalFlourishingAndCare2026",
])("leaves the page %s", (link) => {
  expect(withoutPrivate(`See ${link}`)).toBe(`See ${link}`);
});

it("leaves the query of the host that registers", () => {
  const text = "Register: https://tickets.example/e?form=9f8Ab27Qz1 or https://x.example/?form=9f8Ab27Qz1";
  expect(withoutPrivate(text, undefined, { host: "tickets.example" })).toBe(
    "Register: https://tickets.example/e?form=9f8Ab27Qz1 or https://x.example/",
  );
});

it.each([
  ...["Passc0de: 664499", "p/w: tulip55", "login: guest / tulip66", "Wifi: GuestNet / gr4nola99"],
  ...[
    "パスコード: 919293",
    "رمز المرور: 447722",
    "Adgangskode: Sol99",
    "Pаsscode: 338201",
    "Passcоde – 661177",
  ],
  ...["Passcode (see below)\n773344", "Join at https://big.blue.example/b/jan-xyz-123-abc today."],
  ...[
    "https://app.livestorm.co/p/abcd-1234-efgh",
    "https://riverside.fm/studio/jane",
    "https://zoom[.]us/j/81234567897",
  ],
])("keeps nothing of %j on lines of its own", (text) => {
  expect(withoutPrivate(`A lovely evening.\n${text}\nBring a friend.`)).toBe(
    "A lovely evening.\nBring a friend.",
  );
});

it.each([
  ...[
    "Room: B204",
    "Cost: 1500",
    "Founded: 1998",
    "Bus: 33N12",
    "Seats: 1200",
    "Zip: 94107",
    "Part 2: 2026",
    "Start: 19h30",
  ],
  ...["We begin at 1800: bring tea", "ISBN: 978-3-16-148410-0", "Distance: 1500m", "Привет, друзья: 2026"],
])("leaves the line %j", (text) => {
  expect(withoutPrivate(`A lovely evening.\n${text}`)).toBe(`A lovely evening.\n${text}`);
});

it.each(["Zoom password is\n482913", "Passcode\n834211", "PIN\n\n884422", "Webinar ID\n811 2222 3333"])(
  "keeps nothing of a label and the value on the line below: %j",
  (text) => {
    expect(withoutPrivate(`A lovely evening.\n\n${text}\n\nBring a friend.`).replace(/\n{2,}/g, "\n\n")).toBe(
      "A lovely evening.\n\nBring a friend.",
    );
  },
);

describe("the rules for codes", () => {
  it.each(Object.keys(codeRules))("have one alone that sees: %s", (example) => {
    const seeing = Object.entries(codeRules).filter(([, rule]) => rule.test(example));
    expect(seeing.map(([name]) => name)).toEqual([example]);
  });

  it.each([
    ..."passphrase|pass phrase|magic word|code|key|pin|otp|secret|token|pw|pwd".split("|"),
    ..."Losungswort|Passphrase|Schlüssel|Schluessel|Geheimnis|code d'accès|clef|clé|cle|mot de passe".split(
      "|",
    ),
    ..."código|codigo|clave|contraseña|contrasena|senha|chave|codice|chiave|parola|kod|hasło|haslo".split(
      "|",
    ),
    ..."heslo|lösenord|losenord|salasana|пароль|код|密码|密碼|口令|パスワード|비밀번호".split("|"),
  ])("know the word %s", (word) => {
    expect(tellsAccessCode(`Come, ${word}: lotus`)).toBe(true);
  });

  it.each([
    ..."access|entry|login|log-in|meeting|webinar|conference|zoom|credentials|details|Zugang|Einwahl".split(
      "|",
    ),
    ..."Konferenz|Sitzung|Besprechung|toegang|vergadering|Zugangsdaten|Inloggegevens|accès|acces".split("|"),
    ..."acceso|accesso|acesso|réunion|reunión|reunion|données de connexion|datos|dados d'accesso|dati".split(
      "|",
    ),
  ])("know %s as a way in", (word) => {
    expect(tellsAccessCode(`Come, ${word} B77Q5 and tea`)).toBe(true);
    expect(tellsAccessCode(`Come, ${word} 19h30 and tea`)).toBe(false);
  });

  it.each([
    "Lа clаvе еs lоtо",
    "The рassword is lotus",
    "The раѕѕсоdе is lotus",
    "The kеу is 471",
    "The pіn: lotus",
  ])("read letters that look like others: %s", (sentence) => {
    expect(withoutPrivate(sentence)).toBe("");
  });

  it.each(
    [..."АВЕКМНОРСТУХІЈЅаеорсухіјѕ"].map((letter, index) => [letter, "ABEKMHOPCTYXIJSaeopcyxijs"[index]]),
  )("read %s among Latin letters as %s", (letter, latin) => {
    expect(plain(`b${letter}b`)).toBe(`b${latin}b`);
    expect(plain(letter)).toBe(letter);
  });

  it.each([
    ["Join with the passcode 884213 when Zoom asks.", "884213"],
    ["Your key to the room is tulip-42.", "tulip-42"],
    ["Meeting ID: 812 3456 7890, pw circle24", "circle24"],
    ["Please type 'gentleness' as the password.", "gentleness"],
    ["The door opens with 4471# after six.", "4471"],
    ["PIN for dialling in is 59 03 11.", "59 03 11"],
    ["Use access code BRAVE2026 at the check-out.", "BRAVE2026"],
    ["Kennwort: Sommerwiese7", "Sommerwiese7"],
    ["Mot de passe : tournesol", "tournesol"],
    ["Passcode\n\n  wildflower", "wildflower"],
    ["One tap mobile +13126266799,,81234567890#,,,,*557190#", "557190"],
    ["Members get in with the secret word harvest.", "harvest"],
    ["Participant code - 7730 1189", "7730 1189"],
    ["Log in as guest / guest-2026 on the recording page (password is the second).", "guest-2026"],
    ["The pass word for tonight's call: moonlight", "moonlight"],
    ["Pwd=abC7xyz for the webinar", "abC7xyz"],
    ["Zoom: https://us02web.zoom.us/j/81234567890?pwd=aGVsbG8x", "aGVsbG8x"],
    ["Host key 302914, please keep it to yourself.", "302914"],
  ])("let nothing through of: %s", (sentence, secret) => {
    expect(withoutPrivate(sentence)).not.toContain(secret);
  });

  it.each([
    "We have been gathering every month since 2019.",
    "Tickets cost 25 dollars, or what you can give.",
    "Doors open at 18:30 and the talk begins at 19:00.",
    "Find us at 1200 Market Street, Suite 1450.",
    "The code of conduct applies to everybody in the room.",
    "Trust is the key to every lasting change.",
    "No password or account is needed to take part.",
    "A passcode is sent to you after you register.",
    "Our circle has grown to more than 3500.",
    "Listening is the secret of good teams.",
    "In this workshop we write code together, no experience needed.",
    "Read chapter 12 of Joan Tronto's book, published in 1993.",
    "The dress code is whatever keeps you warm.",
    "PIN your questions to the wall during the break.",
    "Session 4 of 12: Caring for those who care",
    "Use the hashtag #CareLeads2026 when you post.",
    "The programme ends in December 2026.",
    "Room 3104 is on the third floor, next to the lifts.",
    "We pass the word from one speaker to the next.",
    "Your key will be sent.",
    "A pass is needed.",
  ])("leave: %s", (sentence) => {
    expect(withoutPrivate(sentence)).toBe(sentence);
  });
});
