// docs/specification.md, 'Public part of an entry'; docs/decisions/0035-secrets-by-what-they-do.md: private-text.ts

import { describe, expect, it } from "vitest";
import { withoutPrivate } from "./private-text.ts";

/** Each tells a stranger how to get in; 'xyzzy' and '7741' and '834211' and such are what must not be left. */
const secrets: Record<string, string[]> = {
  English: [
    "Please enter 7741 when asked.",
    "Door 7741",
    "Use 7741 at the gate.",
    "At the side door press 7741 and wait.",
    "The gate opens with 7741.",
    "Dial 7741# on the keypad.",
    "Type 7741 on the intercom and come up.",
    "Ring at the door or punch in 7741.",
    "7741 opens the door.",
    "The lock on the gate is set to 7741.",
    "Buzz 7741 at the intercom.",
    "Join us on Zoom, 811-222-333 and 834211",
    "We meet on Zoom (811 222 3334, then 834211).",
    "z o o m . u s / j / 8 1 1 2 2 2 3 3 3 4",
    "zoom.us / j / 8112223334",
    "Here is the way: https://bit.ly/3xYzZy1",
    "Here is the way: bit.ly/3xYzZy1",
    "Here is the way: https://tinyurl.com/xyzzy",
    "Here is the way: https://t.co/xYzZy1",
    "Here is the way: https://x.example/r/9f8Ab27Qz1",
    "Here is the way: https://x.example/r/kXqPzRtLwMbV",
    "Ask ann.moreno at private dot example for the way.",
    "Enter the building with 7741*.",
    "You will need 7741 for the door downstairs.",
    "The garage opens with 7741.",
    "You get past the dog and the roses with 7741, then ring.",
    "Here is the way: https://buff.ly/xyzzy",
    "You get past the gate of the hall online, 7741.",
    "Use the code xyzzy834 when they ask.",
  ],
  German: [
    "Bitte 7741 eingeben.",
    "Tür 7741",
    "Gib an der Haustür 7741 ein.",
    "Am Tor 7741 drücken.",
    "Das Tor öffnet mit 7741.",
    "Einwahldaten: 811 222 3334 / 834211",
    "Die Tür geht mit 7741 auf.",
    "Tippe 7741 und warte.",
    "Wir sind bei Zoom, 811 222 3334, dann 834211.",
    "An der Gegensprechanlage 7741 wählen.",
    "Schlüsselkasten links, 7741.",
  ],
  French: [
    "Tapez 7741 à la porte.",
    "Saisissez 7741 sur le clavier.",
    "Porte 7741",
    "Digicode 7741",
    "Composez le 7741 à l'interphone.",
    "Le portail s'ouvre avec 7741.",
    "Nous sommes sur Zoom, 811 222 3334 puis 834211.",
  ],
  Spanish: [
    "Marca 7741 en la puerta.",
    "Introduce 7741 cuando te lo pidan.",
    "Puerta 7741",
    "La puerta se abre con 7741.",
    "Teclea 7741 en el portero.",
    "El portal se abre con 7741.",
    "Estamos en Zoom, 811 222 3334 y 834211.",
  ],
  Portuguese: [
    "Digite 7741 na porta.",
    "Porta 7741",
    "O portão abre com 7741.",
    "Insira 7741 quando pedido.",
    "Estamos no Zoom, 811 222 3334 e 834211.",
  ],
  Italian: [
    "Digita 7741 alla porta.",
    "Portone 7741",
    "Il cancello si apre con 7741.",
    "Inserisci 7741 quando richiesto.",
    "Siamo su Zoom, 811 222 3334 e 834211.",
  ],
  Dutch: [
    "Toets 7741 in bij de deur.",
    "Deur 7741",
    "De poort gaat open met 7741.",
    "Voer 7741 in.",
    "We zijn op Zoom, 811 222 3334 en 834211.",
  ],
  Polish: [
    "Wpisz 7741 przy drzwiach.",
    "Drzwi 7741",
    "Brama otwiera się na 7741.",
    "Domofon 7741",
    "Jesteśmy na Zoomie, 811 222 3334 i 834211.",
  ],
};

const harmless: Record<string, string[]> = {
  English: [
    "We meet in Room 12.",
    "We will meet again in 2027.",
    "Bring 3 friends.",
    "Level 2, at the end of the hall.",
    "It costs $25, or $1200 for the whole year.",
    "Room 1204 is on the twelfth floor.",
    "Doors open at 1800.",
    "Doors 1830, music 1930.",
    "The doors open at 5:45 pm.",
    "Enter at 1200 Main Street.",
    "Enter by the gate on 1450 Elm Road.",
    "Use 1200 sheets of paper if you like.",
    "Use the side door of 1450 Elm Road.",
    "Enter the 2026 raffle at the door.",
    "Entry is $1000 at the door for patrons.",
    "Type 2 leaders and what they need.",
    "Press coverage since 2019.",
    "Dial down your week: an evening of rest.",
    "We have planted 1250 trees so far.",
    "Over 1500 people have joined us on Zoom since 2020.",
    "Zoom out: 120 years of care.",
    "ISBN 978-3-16-148410-0, 320 pages.",
    "10 December 2026, 18:00 to 20:30",
    "100 Sample Street, Suite 400, San Francisco, CA 94110",
    "Take bus 1140 to the gate of the park.",
    "Gate 12 is nearest to the hall.",
    "The gate dates from 1887.",
    "We open the door to 40 people at 6.",
    "Walk 1500 metres to the gate.",
    "Donations reached 12,500 dollars at the door.",
    "Press 1 to listen, 2 to speak.",
    "Enter quietly after 19:15.",
    "In 2025 we used 4000 cups; in 2026 none.",
    "See https://care.example/OurStory and https://care.example/b2b-care.",
    "See https://care.example/news/2026/11/a-year-of-care-2026",
    "The map: https://maps.app.goo.gl/xYzZy1aB2cD3eF4g5",
    "Watch https://youtu.be/dQw4w9WgXcQ before you come.",
    "Meet us at point Lobos at noon.",
    "Use 20 minutes of silence as you enter.",
    "Free entry for under-18s; others pay 15 dollars at the door.",
    "We sang 1345 songs, and in 1789 there was one.",
    "We sit at 12 Sample Street, San Francisco, CA 94117.",
    "Write to PO Box 4471, or come to 8004 Zurich.",
    "It is on page 2345, and we are certified by ISO 9001.",
    "The map: goo.gl/maps/9f8Ab27Qz1",
    "We begin at 2030, and end at 2145.",
    "See https://care.example/OurOwnCareWay.",
    "Take the lift from room 3121, or bus 1147.",
    "The house dates from 1743.",
    "Our library has the call number 4471, in the reading room 2281.",
    "We meet at St. Mary's 4471.",
  ],
  German: [
    "Wir treffen uns in Raum 1204.",
    "Die Türen öffnen um 1800.",
    "Einlass ab 17:30 Uhr, Beginn 18 Uhr.",
    "Eingang: Hauptstraße 1245",
    "Über 1250 Menschen waren schon da.",
    "Das Tor stammt von 1887.",
    "Haus 12, Tür 3, zweiter Stock.",
    "Der Eintritt kostet 25 €.",
  ],
  French: [
    "Nous serons salle 1204.",
    "Ouverture des portes à 18h30.",
    "Plus de 1250 personnes sont venues.",
    "Entrez au 1245 rue de Sample.",
    "Une participation de 25 € à la porte.",
  ],
  Spanish: [
    "Nos vemos en la sala 1204.",
    "Puertas a las 18:30.",
    "Más de 1250 personas han venido.",
    "La puerta es de 1887.",
    "Usa 20 minutos de silencio.",
  ],
  Portuguese: [
    "Sala 1204, segundo andar.",
    "Portas às 18h30.",
    "Mais de 1250 pessoas vieram.",
    "A porta é de 1887.",
  ],
  Italian: [
    "Sala 1204, secondo piano.",
    "Porte alle 18:30.",
    "Sono venute 1250 persone.",
    "La porta è del 1887.",
  ],
  Dutch: [
    "Zaal 1204, tweede verdieping.",
    "Deuren open om 18.30 uur.",
    "Er kwamen 1250 mensen.",
    "De poort is van 1887.",
  ],
  Polish: [
    "Sala 1204, drugie piętro.",
    "Drzwi otwieramy o 18:30.",
    "Przyszło 1250 osób.",
    "Brama pochodzi z 1887 roku.",
  ],
};

const cases = (table: Record<string, string[]>) =>
  Object.entries(table).flatMap(([language, sentences]) =>
    sentences.map((text) => [language, text] as const),
  );

describe("a way in that is told in prose", () => {
  it.each(cases(secrets))("is withheld in %s: %s", (_language, sentence) => {
    const told: string[] = [];
    const shown = withoutPrivate(`Come as you are.\n${sentence}\nBring tea.`, (_, line) => told.push(line));
    expect(shown).toMatch(/^Come as you are\.[\s\S]*\nBring tea\.$/);
    expect(shown).not.toMatch(/7741|8 ?1 ?1|834211|xyzzy|9f8Ab|kXqP|moreno/i);
    expect(told).toEqual([sentence]);
  });

  // The price: numbers that nobody can tell from a code cost their sentence, of which the calendar check tells.
  it.each(["The secret door of 1001 nights: an evening of stories.", "Walk 1543 metres to the gate."])(
    "takes along what looks the same: %s",
    (sentence) => {
      expect(withoutPrivate(sentence)).toBe("");
    },
  );

  it.each(cases(harmless))("is not seen in %s: %s", (_language, sentence) => {
    expect(withoutPrivate(sentence)).toBe(sentence);
  });
});
