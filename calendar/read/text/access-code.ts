/**
 * Recognizes what lets people in: numbers and words for meetings, telephones and doors. No list knows every wording, so the
 * shape decides: a word that means a code, and one short token for its value.
 */

/** Patterns of words in the languages of feeds, with accents or without them. */
function words(...patterns: string[]): string {
  const alternatives = patterns.join("|").replace(/\p{Script=Latin}/gu, (letter) => {
    const [bare = letter] = letter.normalize("NFD");
    return bare === letter ? letter : `(?:${letter}|${bare}${letter === "ü" ? "e?" : ""})`;
  });
  return `(?:${alternatives})`;
}

/** A word, but no foreword, greeting or answer. */
const wort = "(?<!ant|ehren|gruß|gruss|nach|schluss|sprich|stich|vor)wort";
/** Words for a code, and what stands for one by its end (`Kenncode`, `Zugangswort`). */
const codeWord = words(
  String.raw`pass ?phrase|(?<!key ?|last )word|code|(?<!\p{L})(?:pass|host)?key|pin|otp|secret|token|pwd?`,
  `${wort}|phrase|schlüssel|geheimnis`,
  String.raw`code d.\p{L}+|(?<!\p{L})(?:clef?|clé)|mot de passe`,
  "código|clave|contraseña|senha|chave|codice|chiave|parola",
  "kod|has[łl]o|heslo|lösenord|salasana|пароль|код|密码|密碼|口令|パスワード|비밀번호|şifre|mật khẩu|סיסמה|كلمة المرور",
);
/** Those of them behind which 'is' is always followed by the code. */
const mereCodeWord = words(
  String.raw`${wort}|pass|mot de passe|code d['’]\p{L}+|clave|contraseña|senha|parola|chiave`,
);
/** Words that nobody writes beside a value but to say it. */
const secretWord = String.raw`(?:\b${words(
  "pass ?(?:codes?|words?|phrase)|pwd?|pin",
  "(?:one[- ]time|access|entry|join|room|meeting|login) (?:code|key|token|pin|password)",
  "passwor[dt]e?r?|kenn(?:wort|code|ziffer)|zugangs(?:code|wort)|toegangscode",
  "mot de passe|contraseña|senha|wachtwoord|has[łl]o|heslo|lösenord|salasana",
)}\b|пароль|密码|密碼|口令|パスワード|비밀번호)`;
/** Words that stand beside a code, as well as beside times, places and prices. */
const wayIn = words(
  "access|entry|log-?in|meeting|webinar|conference|zoom|credentials|details",
  String.raw`zugang|einwahl|konferenz|sitzung|besprechung|toegang|vergadering|\p{L}{0,16}(?:daten|gegevens)`,
  String.raw`accès|acceso|accesso|acesso|réunion|reunión|(?:données|datos|dados|dati)(?: d[aei'’] ?\p{L}{1,12})?`,
);
/** Words that have nothing but a code beside them. */
const numberWord =
  "(?:(?:kenn|zugangs|toegangs|adgangs|konferenz|einwahl-?|conference |access |meeting )(?:code|pin|nummer|number)|\\bpin(?: code)?)";
/** What is said of a code in place of its value. */
const unsaid = `(?!${words("needed|required|necessary|sent|nötig|noetig|erforderlich|nécessaire|necesari[oa]")})`;
/** What is said of a network that is there, and costs nothing. */
const there = `${words("yes|available|ja|vorhanden|verfügbar|oui|sí|sim|si|tak|disponib(?:le|ile)|disponíve[li]s?")}(?![\\p{L}\\d])`;
const free = `${words("free|open|included|gratis|kostenlos|kostenfrei|frei|offen|inklusive|gratuite?|incluse?|compris|gratuit[oa]|libre|incluid[oa]|incluíd[oa]|inbegrepen")}(?![\\p{L}\\d])`;
const is = "(?:is|will be|ist|lautet|est|es|é|è)";
const door = words("door|gate|lock ?box|key ?safe|tür|haus");
const platform = "(?:zoom|webex|teams|skype|jitsi|google meet|goto ?meeting|bluejeans|ringcentral)";
const dialIn = words(
  "dial[ -]in|call[ -]in|einwahl(?:nummer)?|conference (?:call|number|line)|telefonkonferenz|conférence téléphonique",
);

/** A number with a unit, or a time as `19h30`. */
const measure = String.raw`(?:\d{1,5}\p{L}{1,4}(?![\p{L}\d])|\d{1,2}h\d)`;
const quoted = String.raw`["'“”„«‹]\S{1,40}["'“”»›]`;
/** Three digits and more, or letters with digits, that are no year, time, price or measure; or one thing in quotation marks. */
const value = String.raw`(?:(?<![\p{L}\d.,:/\p{Sc}-])(?!(?:19|20)\d\d(?!\d))(?!${measure})(?=[\p{L}_*#-]{0,20}\d)[\p{L}\d_*#-]{3,40}(?![\p{L}\d]|[.,:/]\d)|["'“„«‹][^\s"'“”„«»‹›]{2,40}["'“”»›])`;
/** Letters with digits, or five digits and more, in one piece or in groups; no time, date, years, thousands or price. */
const codeLike = String.raw`(?!\d{1,4}[-/.:]\d{1,2}\b)(?!(?:19|20)\d\d[ -]{1,3}(?:19|20)\d\d(?!\d))(?!\d{1,3}(?:[ .]\d{3}){0,3}[ .]?000(?!\d))(?!\p{L}{0,20}-\d{1,2}s?(?![\p{L}\d]))(?!\p{Sc})(?:(?=[\p{L}#*_-]{0,20}\d)(?=[\d#*_-]{0,20}\p{L})[\p{L}\d#*_-]{5,40}|\d(?:[ -]?[\d#*]){4,20})`;
/** Four letters and digits, or more. */
const shortCode = String.raw`(?!${measure})(?=\p{L}{0,20}\d)(?=\d{0,20}\p{L})[\p{L}\d]{4,40}`;
/** Letters and digits, also with other signs among them. */
const mixedToken = String.raw`(?!${measure})(?=[^\s.]{0,20}\d)(?=[^\s.]{0,20}\p{L})[^\s.]{3,40}`;
const groups = String.raw`\d[\d -]{1,20}`;
const telephone = String.raw`\+?\(?\d[\d ()./-]{5,24}\d`;
const end = String.raw`[.!)\]]{0,3}\s*(?:$|[,;|])`;
/** Words between a code's word and its value. */
const upTo = (most: number) => String.raw`(?: [\p{L}'’]{1,12}){0,${most}}`;

/** What tells a code. The name of each is a sentence that no other tells: the test tries them. */
export const codeRules: Record<string, RegExp> = Object.fromEntries(
  Object.entries({
    "Come, code: lotus": String.raw`${codeWord}s?(?: (?:d[aeio]|du|del|de la) \p{L}{1,12})?\s{0,3}(?:[:=#]|[-–] )\s{0,3}(?!https?:|www\.)(?:[^\s<>]{1,40}|${groups})${end}`,
    "The code for tonight: B77Q5": String.raw`${codeWord}${upTo(3)}(?:\s{0,3}[:=]\s{0,3}|\s(?!${measure}))${codeLike}${end}`,
    "The code for the gate is 47A1.": String.raw`${codeWord}${upTo(4)}\s${is}\s(?:${shortCode}|${mixedToken})${end}`,
    "The key is 471": String.raw`${codeWord}\s${is}\s(?:${quoted}|(?=[^\s.]{0,20}\d)[^\s.]{3,40}${end})`,
    "La clave es loto": String.raw`${mereCodeWord}\s${is}\s${unsaid}[^\s.]{2,40}${end}`,
    "The code for the gate is 1234.": String.raw`\b(?:code|pin)${upTo(4)}\s(?:is|will be)\s(?!(?:19|20)\d\d\b)\d{4,12}${end}`,
    "Type code 1234 and wait": String.raw`\b(?:pass\s{0,3}[:=]|code)\s{0,3}(?:\d{4,12}(?!\d)|${shortCode}(?![\p{L}\d]))`,
    "482 is the passcode": String.raw`${secretWord}[^\n]{0,200}?${value}|${value}[^\n]{0,200}?${secretWord}`,
    "The password for tonight's session is otter.": String.raw`${secretWord}(?: (?:for|to|of|in|is)${upTo(3)})?(?:\s{0,3}(?:[:=→]|[-=]>)|\s(?:is:?|ist:?|est|es|é|è))\s{0,3}${unsaid}(?:[^\s]{1,40}|${groups})${end}`,
    "Konferenznummer 471 und Tee": String.raw`${numberWord}\s(?=\S{0,20}\d)\S{3,40}`,
    "Pass: lotus": String.raw`^pass\s{0,3}[:=]\s{0,3}\S{3,40}$`,
    "One-time token otter": String.raw`\b(?:one[- ]time|secret) (?:token|code|(?:pass ?)?word) [^\s]{1,40}${end}`,
    "An evening (passcode lotus)": String.raw`[([]\s?pass ?(?:code|word)\s[^\s)\]]{3,40}\s?[)\]]`,
    "Wifi key sunflower for all": String.raw`\b(?:wi-?fi|wlan)[ -]?(?:password|passwort|key|code)\s[^\s.]{4,40}`,
    "Our wifi: guest / lotus42 and tea": String.raw`\b(?:wi-?fi|wlan)\b(?: (?:network|netz|name|login|is|ist|est|es))?\s{0,3}[:=(–-]?\s{0,3}[\p{L}\d"“„]\S{0,30}?(?:\s{0,2}[/|,:(–-]\s{0,2}${shortCode}|\s(?=\S{6})${shortCode})(?![\p{L}\d])`,
    "Wifi: guest / lotus": String.raw`\b(?:wi-?fi|wlan)\s{0,3}[:=]\s{0,3}(?!${there})\S{1,30} / (?!${there}|${free})[^\s:]{4,40}${end}`,
    "Key safe code (left) 471 and tea": String.raw`\b${door}[ -]?(?:code|pin)\b[^\n]{0,12}\d{3}`,
    "Meeting no. 812 3456 7890": String.raw`\b${wayIn}\p{L}{0,12}(?:[ -](?!room|raum|salle|sala)(?:\p{L}{1,12}\.?|#)){0,2}\s{0,3}[:=#]?\s{0,3}(?!\d{1,2}h\d)${codeLike}(?![\p{L}\d/])`,
    // No number of thousands.
    "We use Teams and 834211 as always": String.raw`\b${platform}\b[^\n]{0,80}?(?<![\p{L}\d.,/:-])(?!\d{3} ?000(?!\d))\d{3}[ -]?\d{3}`,
    "Call-in: +49 30 5550 1234": String.raw`\b${dialIn}\b[^\n\d+]{0,20}${telephone}`,
  }).map(([example, pattern]) => [example, new RegExp(pattern, "iu")]),
);

/** Codes that are meant for everybody. */
const publicCode =
  /\b(?:zip|post(?:al)?|area|country|dress|discount|promo\w{0,10}|coupon|voucher|rabatt\w{0,10}|gutschein\w{0,10}|source|qr|bar|stich)[ -]?(?:code|wort|word)|\bplz\b|\bkey ?words?\b|\bcode of conduct\b/i;

/** A line of a meeting's data: a label and one token, or a token alone; no sentence that ends in a time. */
const meetingData = new RegExp(
  String.raw`^(?:(?![^:\n]{0,40}\d:[0-5]\d(?!\d))[^:=\n]{1,40}[:=](?!//)\s{0,3}(?:${codeLike}|[^\s:]{1,40}\d[^\s:]{0,40})|${codeLike}|\p{L}{2,20}[-_]?\d{2,10})[.#]?\s{0,3}$`,
  "iu",
);

/** What one does to get in, or gets in by: one door, for those who open have times; the most used languages of feeds. */
const entryWord = new RegExp(
  String.raw`(?<!\p{L})${words(
    "(?:front|back|side)?door|gate|lock ?(?:box)?|keypad|intercom|enter|type|punch|press|dial|buzz",
    "(?:haus|eingangs)?tür|tor|pforte|schloss|(?:gegen)?sprechanlage|eingeben|gib|gebt|tippen?|tippt|drücken?|drückt|wählen?|wählt",
    "porte|portail|digicode|interphone|clavier|tape[rz]?|saisi(?:r|s|ssez)|compose[rz]?|entre[rz]",
    "puerta|portero|portón|marcar?|introdu(?:ce|cir|zca)|teclear?|pulsar?|ingresa",
    "porta|portão|digit[aeo]r?|insir[ao]|tecle",
    "portone|cancello|citofono|digitate|inserisc[ia]|premi",
    "deur|poort|toets|voer|typ|druk",
    "drzwi(?:ach|ami)?|bram[ayi]e?|bramę|bramą|furtk[ai]|furtkę|domofon|wpisz|wybierz",
  )}(?!\p{L})`,
  "iu",
);
/** Words before a number that is a place's or a line's name. */
const numbered =
  "room|suite|floor|hall|raum|saal|salle|sala|zaal|zimmer|etage|build(?:ing)?|bus|tram|train|zug|bahn|line|linie|flight";
const street = "rue|avenue|boulevard|calle|avenida|via|viale|rua|ulica|ul";
/** Years, round numbers and quarters of an hour are no codes. */
const ordinary = String.raw`(?:(?:1[89]|20)\d\d|\d{2,6}00|(?:[01]\d|2[0-3])(?:15|30|45))(?!\d)`;
/**
 * Four digits and more that stand alone, a number with # or *, or capitals with digits: none that is ordinary, a price, a measure, nor
 * the number of a room or house.
 */
const bareNumber = new RegExp(
  String.raw`(?<![\p{L}\d.,:/\p{Sc}#-]|\p{Sc} |(?:${numbered}|\p{L}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|straat)) )(?:(?!${ordinary})\d{4,8}(?![\p{L}\d-]|[.,:/]\d|\s?[\p{Sc}%]| (?-i:\p{Lu})| (?:${street})\b)|\d{3,8}[#*]|(?-i:(?=[A-Z]{1,7}\d)(?=\d{0,7}[A-Z])[A-Z\d]{4,8}(?![\p{L}\d])))`,
  "iu",
);

/**
 * A number behind a small word that ends what is said: a count is followed by what it counts, an address has a name before it. Any
 * year since 1000 may end a sentence.
 */
const lastNumber = new RegExp(
  String.raw`(?<=(?<![\p{L}’'.-])(?!(?:${numbered}|nr|no|number|page|postcode|zip|\p{Ll}{0,20}(?:room|raum|saal|zimmer|nummer|zahl)),? )\p{Ll}{1,30},? )(?!1\d{3}(?!\d)|${ordinary})\d{4,8}(?=[)"”»]{0,2}(?:[.!?;,](?!\d)|$))`,
  "u",
);

/** Whether a sentence says a code that only some should have. */
export function tellsAccessCode(sentence: string): boolean {
  if (publicCode.test(sentence)) return false;
  return (
    Object.values(codeRules).some((rule) => rule.test(sentence)) ||
    lastNumber.test(sentence) ||
    (entryWord.test(sentence) && bareNumber.test(sentence))
  );
}

const anyCodeWord = new RegExp(
  String.raw`(?<!\p{L})${codeWord}|\p{L}(?:code|pin|schlüssel|${wort})(?!\p{L})|${secretWord}`,
  "iu",
);

/** Whether a text, but for its links, has a word for a code. */
export function namesCode(text: string): boolean {
  return anyCodeWord.test(text.replace(/https?:\/\/\S+/gi, "").replace(publicCode, ""));
}

/** Labels of what is for everybody, in the languages of feeds. */
const publicLabel = new RegExp(
  `${numbered}|house|haus|address|street|stra(?:ß|ss)e|price|cost|fee|preis|prix|precio|ticket|seat|plätze|places|capacity|phone|tel|call|mobil|fax|zip|post|plz|isbn|issn|doi|part|teil|session|chapter|page|seite|episode|volume|day|tag|week|year|jahr|since|founded|time|date|when|hashtag|track|level|version|no\\.|nr`,
  "i",
);
const loneValue = String.raw`(?!${measure}$)(?!(?:19|20)\d\d\b)(?:${shortCode}|\d(?:[ -]?\d){3,12})`;
const labelledValue = new RegExp(
  String.raw`^([\p{L}\p{M}][\p{L}\p{M}\d/ ]{0,24}?)(?:\s{0,3}[:=：]|\s[–-]\s)\s{0,3}(?:[^\s/]{1,20} / )?${loneValue}[.!]?$`,
  "iu",
);

/** Whether a line is nothing but a label, in whatever language, and a value that looks like a code. */
export function isLabelledCode(line: string): boolean {
  const [, label] = labelledValue.exec(plain(line.trim())) ?? [];
  return label !== undefined && !publicLabel.test(label) && !publicCode.test(line);
}

/** Whether a line, beside a way to join, can only be a part of it. */
export function isMeetingData(line: string): boolean {
  return meetingData.test(plain(line.trim()));
}

/** Letters, or digits, that stand apart. */
const apart =
  /(?<![\p{L}\d])(?:\p{L}(?:([ ._*-])\p{L}(?![\p{L}\d]))(?:\1\p{L}(?![\p{L}\d]))*|\d(?:([ ._*-])\d(?![\p{L}\d]))(?:\2\d(?![\p{L}\d]))*)/gu;
const codeWithin = new RegExp(`pass|zoom|${codeWord}`, "iu");

/** The text with letters and digits that stand apart, `P I N 1 2 3`, made words and numbers. */
export function joinLetters(text: string): string {
  return text.replace(apart, (run) => run.replace(/[ ._*-]/g, ""));
}

/** Whether words that stand apart letter by letter, in which none begins or ends, hold one for a code. */
export function isSpelledCode(text: string): boolean {
  return (text.match(apart) ?? []).some((run) => run.length > 11 && codeWithin.test(joinLetters(run)));
}

/** Cyrillic letters, and the Latin ones that look like them. */
const [cyrillic, latin] = ["аеорсухіјѕАВЕКМНОРСТУХІЈЅ", "aeopcyxijsABEKMHOPCTYXIJS"] as const;

/** As it reads: wide letters, letters of another script among Latin ones, and what cannot be seen hide no word. */
export function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[а-яіјѕ]+(?=[a-z])|(?<=[a-z])[а-яіјѕ]+/giu, (letters) =>
      letters.replace(/./gu, (letter) => latin[cyrillic.indexOf(letter)] ?? letter),
    );
}
