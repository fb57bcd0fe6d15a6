// docs/specification.md, 'Public part of an entry', 'Description cleaning': texts of invitations, by description.ts and private-text.ts

import { describe, expect, it } from "vitest";
import { cleanDescription } from "./description.ts";
import { plainText } from "./html-text.ts";
import { withoutPrivate } from "./private-text.ts";

const shown = (text: string, link?: string) => cleanDescription(withoutPrivate(plainText(text)).trim(), link);
const rule = "_".repeat(80);
const teams = "https://teams.microsoft.com/l/meetup-join/19%3ameeting_Secret%40thread.v2/0";
const options = "https://teams.microsoft.com/meetingOptions/?organizerId=Secret";
const help = "https://aka.ms/JoinTeamsMeeting?omkt=de-DE";
const dial = "+49 69 365057654,,98765432#<tel:+4969365057654,,98765432#>   Germany, Frankfurt am Main";
const zoom = "https://us02web.zoom.us/j/81234567890?pwd=Secret.1";
const meet = `-::~:~::${"~:".repeat(20)}:~::~:~::-`;

/** What Teams writes: an older and a newer form of each language. */
const teamsTexts: Record<string, string> = {
  English: `Microsoft Teams meeting\nJoin on your computer, mobile app or room device\nClick here to join the meeting<${teams}>\nMeeting ID: 312 456 789 012\nPasscode: aB3dEf\nDownload Teams<https://www.microsoft.com/microsoft-teams/download-app> | Join on the web<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nOr call in (audio only)\n${dial}\nPhone Conference ID: 987 654 32#\nLearn More<${help}> | Meeting options<${options}>`,
  German: `Microsoft Teams-Besprechung\nNehmen Sie auf Ihrem Computer, in der mobilen App oder im Raumgerät teil\nHier klicken, um an der Besprechung teilzunehmen<${teams}>\nBesprechungs-ID: 312 456 789 012\nPasscode: aB3dEf\nTeams herunterladen<https://www.microsoft.com/microsoft-teams/download-app> | Im Web beitreten<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nOder anrufen (nur Audio)\n${dial}\nTelefonkonferenz-ID: 987 654 32#\nWeitere Infos<${help}> | Besprechungsoptionen<${options}>`,
  "German, newer": `Microsoft Teams Benötigen Sie Hilfe?<${help}>\nJetzt an der Besprechung teilnehmen<${teams}>\nBesprechungs-ID: 312 456 789 012\nPasscode: aB3dEf\n${"_".repeat(32)}\nPer Telefon einwählen\n${dial}\nLokale Nummer suchen<https://dialin.teams.microsoft.com/Secret>\nTelefonkonferenz-ID: 987 654 32#\nFür Organisatoren: Besprechungsoptionen<${options}> | Einwähl-PIN zurücksetzen<https://dialin.teams.microsoft.com/usp/pstnconferencing>`,
  French: `Réunion Microsoft Teams\nParticipez à partir de votre ordinateur, de votre application mobile ou de l’appareil de la salle\nCliquez ici pour rejoindre la réunion<${teams}>\nID de la réunion : 312 456 789 012\nCode secret : aB3dEf\nTélécharger Teams<https://www.microsoft.com/microsoft-teams/download-app> | Rejoindre sur le web<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nOu composer le numéro (audio seulement)\n${dial}\nID de conférence téléphonique : 987 654 32#\nEn savoir plus<${help}> | Options de réunion<${options}>`,
  "French, newer": `Microsoft Teams Vous avez besoin d’aide ?<${help}>\nRejoindre la réunion maintenant<${teams}>\nID de réunion : 312 456 789 012\nCode d’accès : aB3dEf\nPour les organisateurs : Options de réunion<${options}>`,
  Spanish: `Reunión de Microsoft Teams\nÚnase a través de su PC, aplicación móvil o dispositivo de sala\nHaga clic aquí para unirse a la reunión<${teams}>\nId. de reunión: 312 456 789 012\nCódigo de acceso: aB3dEf\nDescargar Teams<https://www.microsoft.com/microsoft-teams/download-app> | Unirse en la web<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nO llamar (solo audio)\n${dial}\nMás información<${help}> | Opciones de reunión<${options}>`,
  "Spanish, newer": `Microsoft Teams ¿Necesita ayuda?<${help}>\nUnirse a la reunión ahora<${teams}>\nId. de reunión: 312 456 789 012\nCódigo de acceso: aB3dEf\nPara organizadores: Opciones de la reunión<${options}>`,
  Dutch: `Microsoft Teams-vergadering\nDeelnemen op uw computer, mobiele app of ruimteapparaat\nKlik hier om deel te nemen aan de vergadering<${teams}>\nVergadering-id: 312 456 789 012\nWachtwoordcode: aB3dEf\nTeams downloaden<https://www.microsoft.com/microsoft-teams/download-app> | Deelnemen op internet<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nMeer informatie<${help}> | Opties voor vergadering<${options}>`,
  Portuguese: `Reunião do Microsoft Teams\nIngresse em seu computador, aplicativo móvel ou dispositivo de sala\nClique aqui para entrar na reunião<${teams}>\nID da Reunião: 312 456 789 012\nSenha: aB3dEf\nBaixar o Teams<https://www.microsoft.com/microsoft-teams/download-app> | Participar na Web<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nOu chame (somente áudio)\n${dial}\nSaiba mais<${help}> | Opções de reunião<${options}>`,
  Italian: `Riunione di Microsoft Teams\nPartecipa da computer, app per dispositivi mobili o dispositivo della stanza\nFai clic qui per partecipare alla riunione<${teams}>\nID riunione: 312 456 789 012\nPasscode: aB3dEf\nScarica Teams<https://www.microsoft.com/microsoft-teams/download-app> | Partecipa sul Web<https://www.microsoft.com/microsoft-teams/join-a-meeting>\nUlteriori informazioni<${help}> | Opzioni riunione<${options}>`,
};

/** What Zoom writes. */
const zoomTexts: Record<string, string> = {
  English: `Jane Doe is inviting you to a scheduled Zoom meeting.\n\nTopic: Sit\nTime: Dec 10, 2026 06:00 PM Paris\n\nJoin Zoom Meeting\n${zoom}\n\nMeeting ID: 812 3456 7890\nPasscode: 471100\n\n---\n\nOne tap mobile\n+16465588656,,81234567890#,,,,*471100# US (New York)\n\n---\n\nDial by your location\n• +1 646 558 8656 US (New York)\n\nFind your local number: https://us02web.zoom.us/u/kbXyZ12\n\nJoin by SIP\n• 81234567890@zoomcrc.com\n\nJoin by H.323\n• 144.195.19.161 (US West)\nPasscode: 471100`,
  German: `Jane Doe lädt Sie zu einem geplanten Zoom-Meeting ein.\n\nThema: Sitzen\nZeit: 10.Dez. 2026 06:00 PM Amsterdam, Berlin, Rom, Stockholm, Wien\n\nZoom-Meeting beitreten\n${zoom}\n\nMeeting-ID: 812 3456 7890\nKenncode: 471100\n\n---\n\nSchnelleinwahl mobil\n+496971049922,,81234567890#,,,,*471100# Deutschland\n+493056795800,,81234567890#,,,,*471100# Deutschland\n\n---\n\nEinwahl nach aktuellem Standort\n• +49 69 7104 9922 Deutschland\n• +49 30 5679 5800 Deutschland\n\nMeeting-ID: 812 3456 7890\nKenncode: 471100\n\nOrtseinwahl suchen: https://us02web.zoom.us/u/kbXyZ12`,
  "German, in one block": `Zoom-Meeting beitreten\n${zoom}\nMeeting-ID: 812 3456 7890\nKenncode: 471100\nWartungscode für den Host: 556677\nEinwahl nach aktuellem Standort\n+49 69 7104 9922 Deutschland`,
  French: `Jane Doe vous invite à une réunion Zoom planifiée.\n\nSujet : Assise\nHeure : 10 déc. 2026 06:00 PM Paris\n\nParticiper à la réunion Zoom\n${zoom}\n\nID de réunion : 812 3456 7890\nCode secret : 471100\n\n---\n\nUne seule touche sur l’appareil mobile\n+33170372246,,81234567890#,,,,*471100# France\n\n---\n\nComposez un numéro en fonction de votre emplacement\n• +33 1 7037 2246 France\n\nTrouvez votre numéro local : https://us02web.zoom.us/u/kbXyZ12`,
  Spanish: `Jane Doe le está invitando a una reunión de Zoom programada.\n\nTema: Sentarse\nHora: 10 dic. 2026 06:00 p. m. Madrid\n\nEntrar Zoom Reunión\n${zoom}\n\nID de reunión: 812 3456 7890\nCódigo de acceso: 471100\n\n---\n\nMóvil con un toque\n+34917873431,,81234567890#,,,,*471100# España\n\n---\n\nMarcar según su ubicación\n• +34 917 873 431 España\n\nEncuentre su número local: https://us02web.zoom.us/u/kbXyZ12`,
  Dutch: `Jane Doe nodigt u uit voor een geplande Zoom-vergadering.\n\nOnderwerp: Zitten\nTijd: 10 dec. 2026 06:00 PM Amsterdam\n\nDeelnemen aan Zoom-vergadering\n${zoom}\n\nVergaderings-ID: 812 3456 7890\nToegangscode: 471100\n\n---\n\nMobiel met één tik\n+31207940854,,81234567890#,,,,*471100# Nederland\n\n---\n\nInbellen volgens uw locatie\n• +31 20 794 0854 Nederland\n\nUw lokale nummer zoeken: https://us02web.zoom.us/u/kbXyZ12`,
  Portuguese: `Jane Doe está convidando você para uma reunião Zoom agendada.\n\nTópico: Sentar\nHorário: 10 dez. 2026 06:00 da tarde São Paulo\n\nIngressar na reunião Zoom\n${zoom}\n\nID da reunião: 812 3456 7890\nSenha: 471100\n\n---\n\nDispositivo móvel de um toque\n+551146322236,,81234567890#,,,,*471100# Brasil\n\n---\n\nDiscar pelo seu local\n• +55 11 4632 2236 Brasil\n\nLocalizar seu número local: https://us02web.zoom.us/u/kbXyZ12`,
  Italian: `Jane Doe ti sta invitando a una riunione pianificata in Zoom.\n\nArgomento: Sedere\nOra: 10 dic 2026 06:00 PM Roma\n\nEntra nella riunione in Zoom\n${zoom}\n\nID riunione: 812 3456 7890\nCodice d’accesso: 471100\n\n---\n\nTocca una volta sola da cellulare\n+390200667245,,81234567890#,,,,*471100# Italia\n\n---\n\nComponi in base alla tua posizione\n• +39 02 0066 7245 Italia\n\nTrova il tuo numero locale: https://us02web.zoom.us/u/kbXyZ12`,
};

const others: Record<string, string> = {
  "Google Meet, German": `${meet}\nMit Google Meet teilnehmen: https://meet.google.com/abc-defg-hij\nOder per Telefon: (DE) +49 40 8081617343 PIN: 345678901#\nWeitere Telefonnummern: https://tel.meet/abc-defg-hij?pin=1234567890123\n\nWeitere Informationen zu Meet: https://support.google.com/a/users/answer/9282720\n\nBitte bearbeiten Sie diesen Abschnitt nicht.\n${meet}`,
  "Google Meet, without its rules": `Über Google Meet teilnehmen\nhttps://meet.google.com/abc-defg-hij\nWeitere Informationen zu Google Meet: https://support.google.com/a/users/answer/9282720`,
  Webex: `-- Do not delete or change any of the following text. --\n\nWhen it's time, join your Webex meeting here.\n\nMore ways to join:\n\nJoin from the meeting link\nhttps://acme.webex.com/acme/j.php?MTID=Secret\n\nJoin by meeting number\nMeeting number (access code): 2345 678 9012\nMeeting password: aB3dEf\n\nTap to join from a mobile device (attendees only)\n+1-408-418-9388,,23456789012## United States Toll\n\nJoin by phone\n+1-408-418-9388 United States Toll\nGlobal call-in numbers\n\nJoin from a video system or application\nDial 23456789012@acme.webex.com\nYou can also dial 173.243.2.68 and enter your meeting number.\n\nNeed help? Go to https://help.webex.com`,
  GoTo: `Please join my meeting from your computer, tablet or smartphone.\nhttps://meet.goto.com/123456789\n\nYou can also dial in using your phone.\nAccess Code: 123-456-789\nUnited States: +1 (872) 240-3212\n\nGet the app now and be ready when your first meeting starts:\nhttps://meet.goto.com/install`,
  Calendly: `Location: https://us02web.zoom.us/j/81234567890?pwd=Secret\n\nNeed to make changes to this event?\nCancel: https://calendly.com/cancellations/Secret\nReschedule: https://calendly.com/reschedulings/Secret\n\nPowered by Calendly.com`,
};

others["Zoom, some years ago"] =
  "Topic: Sit\nTime: Oct 4, 2018 5:00 PM Pacific Time (US and Canada)\n\nJoin from PC, Mac, Linux, iOS or Android: https://acme.zoom.us/j/663263662\n\nOr iPhone one-tap :\n    US: +16465588656,,663263662#  or +16699006833,,663263662#\nOr Telephone:\n    Dial(for higher quality, dial a number based on your current location):\n        US: +1 646 558 8656 or +1 669 900 6833\n    Meeting ID: 663 263 662\n    International numbers available: https://zoom.us/u/abPnAGHZBX\n\nOr an H.323/SIP room system:\n    H.323:\n        162.255.37.11 (US West)\n    Meeting ID: 663 263 662\n\nOr Skype for Business (Lync):\n    https://acme.zoom.us/skype/663263662";

const every = [
  ...Object.entries(teamsTexts).map(
    ([name, text]) => [`Teams, ${name}`, `${rule}\n${text}\n${rule}`] as const,
  ),
  ...Object.entries(teamsTexts).map(([name, text]) => [`Teams without its rules, ${name}`, text] as const),
  ...Object.entries(zoomTexts).map(([name, text]) => [`Zoom, ${name}`, text] as const),
  ...Object.entries(others),
];

describe("an invitation to an online meeting", () => {
  it.each(every)("leaves nothing between the paragraphs of a text: %s", (_name, text) => {
    expect(shown(`Come as you are.\n\n${text}\n\nBring tea.`)).toBe("Come as you are.\n\nBring tea.");
  });

  it.each(every)("leaves nothing below a text: %s", (_name, text) => {
    expect(shown(`An evening of care\nCome as you are.\n${text}\n`)).toBe(
      "An evening of care\nCome as you are.",
    );
  });
});

describe("what Zoom says below its first sentence", () => {
  const first = Object.entries(zoomTexts).filter(([, text]) => text.startsWith("Jane Doe"));
  const cases = [
    ["a clock of 24 hours", "10 dec. 2026 18:00 Paris"],
    ["a meeting without a time", "Sample recurring meeting"],
  ].flatMap(([name, time]) =>
    first.map(([language, text]) => [
      `${name}, ${language}`,
      text.replace(/(\n.+?: ).+\n\n/, `$1${time}\n\n`),
    ]),
  );
  it.each([
    ...cases,
    ...first.map(([language, text]) => [`no time, ${language}`, text.replace(/\n.+: .+\n\n/, "\n\n")]),
  ])("goes: %s", (_name, text) => {
    expect(shown(`Come as you are.\n\n${text}`)).toBe("Come as you are.");
  });
});

describe("what somebody wrote around a way in", () => {
  it.each(["Topic: Care at home. We read two texts.", "Topic: Sit\nFee: none"])(
    "stays below Zoom's first sentence: %j",
    (text) => {
      const [own = ""] = text.split("\n").slice(-1);
      expect(shown(`Jane Doe is inviting you to a scheduled Zoom meeting.\n\n${text}\n\n${zoom}`)).toBe(own);
    },
  );

  it.each([
    // Headings and lists of one's own.
    [`Evening with Ann\n${zoom}\nMeeting ID: 812 3456 7890\nBring tea`, "Evening with Ann\nBring tea"],
    [
      `Online\n${zoom}\n\nProgram\n- Arrival\n- Tea\n\nPasscode: 471100`,
      "Online\n\nProgram\n- Arrival\n- Tea",
    ],
    // Sentences between rules.
    [
      `One.\n${rule}\nWe sit for an hour. Join: ${zoom}\nBring a cushion, please.\n${rule}\nTwo.`,
      "One.\nWe sit for an hour.\nBring a cushion, please.\nTwo.",
    ],
    [`One.\n${rule}\nNo way in here\n${rule}\nTwo.`, "One.\nNo way in here\nTwo."],
    [`${rule}\nMicrosoft Teams meeting\n${teams}\n${rule}\nAfter it all stays`, "After it all stays"],
    // What is for everybody, or has more below it.
    [
      `Register: https://us02web.zoom.us/meeting/register/abc\n${zoom}`,
      "Register: https://us02web.zoom.us/meeting/register/abc",
    ],
    [`What we do:\n${zoom}\n- Sing`, "What we do:\n- Sing"],
    // A number without a meeting.
    ["Questions\n+49 30 5550 1234 (Ann)\nBring tea", "Questions\nBring tea"],
  ])("stays: %j", (text, rest) => {
    expect(shown(text)).toBe(rest);
  });
});
