// docs/specification.md, 'Content files'

import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import site from "#content/site.yaml";
import { siteAddresses } from "#tooling/build/site-addresses.ts";
import { moreToCome, problemLine } from "../content-error.ts";
import { contentFiles } from "../content-schemas.ts";
import { pageBlocks } from "../page-blocks.ts";
import { checkContent } from "./check-content.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "check-"));
  cpSync("content", join(root, "content"), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const check = async () => (await checkContent(root, siteAddresses)).map(problemLine);

/** What the check says after a change of one file, which is taken back. */
async function afterChanging(file: string, change: (text: string) => string): Promise<string[]> {
  const place = join(root, file);
  const before = readFileSync(place, "utf8");
  const changed = change(before);
  expect(changed).not.toBe(before);
  writeFileSync(place, changed);
  try {
    return await check();
  } finally {
    writeFileSync(place, before);
  }
}

/** What the check says of a page with this text. */
async function ofPage(text: string, name = "community/retreat.mdx"): Promise<string[]> {
  const place = join(root, "content/pages", name);
  mkdirSync(dirname(place), { recursive: true });
  const front = `title: Retreat\nheading: Three days\nlead: Words.\ndescription: ${"Words ".repeat(15)}\nkeywords: [a]\nupdated: 2026-11-21`;
  writeFileSync(place, text.startsWith("---") ? text : `---\n${front}\n---\n\n${text}\n`);
  try {
    return await check();
  } finally {
    rmSync(place);
  }
}

it("finds nothing wrong with the sample", async () => {
  expect(await check()).toEqual([]);
});

it("says one mistake once, and nothing that only follows from it", async () => {
  const found = await afterChanging("content/people/team.yaml", (text) =>
    text.replace("odalys-fairweather.svg", "IMG_2034.JPG"),
  );
  expect(found).toEqual([expect.stringContaining("'photo': found \"IMG_2034.JPG\"")]);
});

it.each([
  ["site.yaml", (text: string) => text.replace(/^email: .*/m, "email: nothing")],
  ["navigation.yaml", (text: string) => text.replace(/^moved:/m, "movd:")],
  ["pages/terms.mdx", (text: string) => `${text}\n<Scene>\n`],
  ["pages/privacy.mdx", (text: string) => text.replace("---", "")],
])(
  "says of a mistake in %s nothing that only follows from it, in other files either",
  async (name, change) => {
    const link = join(root, "content/pages/linked.mdx");
    const [privacy] = [readFileSync(join(root, "content/pages/privacy.mdx"), "utf8")];
    const front = /^---\n[\s\S]*?\n---\n/.exec(privacy)?.[0];
    const terms = readFileSync(join(root, "content/pages/terms.mdx"), "utf8");
    const [, heading = ""] = /^## (.*)$/m.exec(terms) ?? [];
    const id = heading
      .toLowerCase()
      .replace(/[^a-z0-9 ]/g, "")
      .replaceAll(" ", "-");
    writeFileSync(link, `${front}\n[a](/about/structure) [b](/terms#${id})\n`);
    expect(await check()).toEqual([]);
    const found = await afterChanging(`content/${name}`, change);
    rmSync(link);
    expect(found).toEqual([expect.stringMatching(new RegExp(`^content/${name}:`))]);
  },
);

it("tells at once of links, pictures, braces and marks in a file that breaks its schema as well", async () => {
  const found = await afterChanging("content/people/faculty.yaml", (text) =>
    text
      .replace(/^ {2}title: .*/m, "  title: Of {facluty}")
      .replace(/^ {2}photo: .*/m, "  photo: nobody.svg")
      .replace(/^( {2}title: (?!Of).*)/m, "$1 **strong**")
      .replace(/(?<=[\s\S]*^- name: .*\n[\s\S]*)^- name: .*/m, "- nam: Another"),
  );
  expect(found.map((line) => line.replace(/^.*?: /, ""))).toEqual([
    expect.stringMatching(/^found \{facluty\}/),
    expect.stringMatching(/^found the picture nobody.svg/),
    expect.stringMatching(/there is no 'nam' here; write 'name'/),
    expect.stringMatching(/^found \*\*strong\*\*/),
  ]);
});

it.each([
  ["people/team.yaml", (text: string) => text.replace("title:", "\ttitle:"), true],
  ["people/team.yaml", (text: string) => text.replace("title:", "titel:"), true],
  ["navigation.yaml", (text: string) => text.replace("to: /team", "to: team"), true],
  [
    "people/faculty.yaml",
    (text: string) => text.replace(/^ {2}biography: >-\n(?: {4}.*\n)+/m, "  biography: Two words\n"),
    true,
  ],
  ["pages/terms.mdx", (text: string) => `${text}\n<Scene>\n`, true],
  ["pages/terms.mdx", (text: string) => `${text}\n[a](/nowhere)\n`, false],
])("knows of a mistake in %s whether others may be behind it", async (name, change, hidesMore) => {
  const place = join(root, "content", name);
  const before = readFileSync(place, "utf8");
  writeFileSync(place, change(before));
  const problems = await checkContent(root, siteAddresses);
  writeFileSync(place, before);
  expect(problems).toHaveLength(1);
  expect(moreToCome(problems)).toBe(hidesMore ? " More may follow when these are mended." : "");
});

it.each(["people/team.yaml", "pages/terms.mdx"])(
  "says of %s, saved in another encoding, to save it as UTF-8, and nothing else",
  async (name) => {
    const place = join(root, "content", name);
    const before = readFileSync(place);
    const line = before.toString("utf8").split("\n").length;
    writeFileSync(place, Buffer.concat([before, Buffer.from("# Caf\u00e9\n", "latin1")]));
    const found = await check();
    writeFileSync(place, before);
    expect(found).toEqual([
      `content/${name}:${line}: found a letter that is not in UTF-8; choose UTF-8 as the encoding in your editor, and save the file anew`,
    ]);
  },
);

it.each([
  ["people/team.yaml", "  title:", "\u00A0 title:", "[U+00A0]"],
  ["people/team.yaml", "- name: Kofi", "- name:\u00A0Kofi", "name:[U+00A0]Kofi"],
  ["people/team.yaml", "- name: Kofi", "-\u00A0name: Kofi", "-[U+00A0]name:"],
  ["navigation.yaml", "to: /contact", "to: /con\u200Btact", "/con[U+200B]tact"],
  ["site.yaml", '"+1 (415) 555-0142"', '"\u202D+1 (415) 555-0142\u202C"', '"[U+202D]+1'],
  ["pages/terms.mdx", "title: Terms", "title:\u00A0Terms", "title:[U+00A0]Terms"],
  ["pages/terms.mdx", "## ", "##\u00A0", "##[U+00A0]"],
])(
  "names a sign in %s that nobody sees, and nothing that follows from it",
  async (name, before, after, shown) => {
    const source = readFileSync(`content/${name}`, "utf8");
    const line = source.slice(0, source.indexOf(before)).split("\n").length;
    const found = await afterChanging(`content/${name}`, (text) => text.replace(before, after));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`content/${name}:${line}: found ${shown}`);
    expect(found[0]).toContain(
      "] looks like a space or like nothing; delete it, and type a space if one belongs there",
    );
  },
);

it("leaves no-break spaces among words, and signs that join letters, as they are", async () => {
  const words =
    "Words.\n\nJuly\u00A01 and \u{1F469}\u200D\u{1F33E}, co\u00ADoper\u00ADate\u00A0(10\u202Fkm).";
  expect(await ofPage(words)).toEqual([]);
});

it.each(["people/team.yaml", "site.yaml", "pages/terms.mdx"])(
  "takes %s with a byte order mark",
  async (name) => {
    expect(await afterChanging(`content/${name}`, (text) => `\uFEFF${text}`)).toEqual([]);
  },
);

it("names mistakes in the order of files and lines", async () => {
  const found = await afterChanging("content/people/team.yaml", (text) =>
    text.replaceAll(/^( +)title:/gm, "$1titel:"),
  );
  expect(found.length).toBeGreaterThan(10);
  const lines = found.map((one) => Number(/:(\d+):/.exec(one)?.[1]));
  expect(lines).toEqual(lines.toSorted((one, other) => one - other));
});

it("stops where a page leads to a site that content/site.yaml does not name", async () => {
  const found = await afterChanging("content/site.yaml", (text) => text.replace(/^ +aiPlatform: .*\n/m, ""));
  const place = (page: string) => expect.stringMatching(new RegExp(`^content/pages/${page}\\.mdx:\\d+: `));
  expect(found).toEqual([place("about/company"), place("organizational/flourishingly-platform")]);
  expect(found[0]).toContain(
    'name="aiPlatform": content/site.yaml has no such line under links; write it there, or take this out',
  );
});

it("needs a line under sections for each folder of pages, and a folder for each line", async () => {
  const [before, after] = ["organizational", "organizations"].map((name) =>
    join(root, "content/pages", name),
  );
  renameSync(before as string, after as string);
  const moved = "organizational/roi-care: /organizations/roi-care";
  const found = await afterChanging("content/navigation.yaml", (text) =>
    text.replaceAll("to: /organizational/", "to: /organizations/").replace(/^moved:/m, `moved:\n  /${moved}`),
  );
  renameSync(after as string, before as string);
  const navigation = found.filter((one) => one.startsWith("content/navigation.yaml:"));
  const source = readFileSync("content/navigation.yaml", "utf8");
  const line = source.slice(0, source.indexOf("\nsections:")).split("\n").length + 1;
  expect(navigation).toEqual([
    `content/navigation.yaml:${line}: found nothing of the folder content/pages/organizations/, to which the breadcrumbs of its pages lead; write under sections, for example, organizations: { label: Organizations, to: /organizations/overview }`,
    `content/navigation.yaml:${line + 4}: found the section organizational, and content/pages/ has no folder of this name; write organizations`,
  ]);
});

it("needs an address for a folder within a section's", async () => {
  expect(await ofPage("Words.", "community/retreats/winter.mdx")).toEqual([
    expect.stringContaining(
      "folder content/pages/community/retreats/, to which the breadcrumbs of its pages lead; write under moved, for example, /community/retreats: /community/retreats/winter",
    ),
  ]);
  rmSync(join(root, "content/pages/community/retreats"), { recursive: true });
});

it("lets no page show or count people of whom there are none, and says what to take out", async () => {
  const none = (list: string) =>
    `content/people/${list}.yaml is empty, so there is nobody to count or to show; take this out, or the page with its lines in content/navigation.yaml`;
  const told = await afterChanging("content/people/team.yaml", () => "[]\n");
  const [home, ...page] = told.map((line) => line.replace(/:\d+:/, ":"));
  expect(home).toBe(`content/home.yaml: found {team in words, person or people}; ${none("team")}`);
  expect(new Set(page)).toEqual(
    new Set([
      `content/pages/team.mdx: found {team in Words, person or people}; ${none("team")}`,
      `content/pages/team.mdx: found {team in words, person or people}; ${none("team")}`,
      `content/pages/team.mdx: found <TeamGrid>; ${none("team")}`,
    ]),
  );
  expect(await afterChanging("content/people/presenters.yaml", () => "[]\n")).toContainEqual(
    expect.stringContaining(`found <PresenterList>; ${none("presenters")}`),
  );
  const spotlight = /^spotlight:\n(?: .*\n)+/m;
  expect(await afterChanging("content/home.yaml", (text) => text.replace(spotlight, ""))).toEqual([
    expect.stringContaining("'spotlight': found nothing; write 'spotlight:'"),
  ]);
  const place = join(root, "content/people/spotlight.yaml");
  const names = readFileSync(place);
  writeFileSync(place, "[]\n");
  expect(await check()).toEqual([]);
  expect(await afterChanging("content/home.yaml", (text) => text.replace(spotlight, ""))).toEqual([]);
  writeFileSync(place, names);
  expect(await afterChanging("content/people/faculty.yaml", () => "[]\n")).toContainEqual(
    expect.stringContaining("nobody is in content/people/faculty.yaml: write [] in the place of the names"),
  );
});

it("needs no folder of pictures where none is named", async () => {
  const photos = join(root, "content/people/photos");
  renameSync(photos, join(root, "photos-away"));
  const people = ["faculty", "team", "presenters"].map((name) => join(root, `content/people/${name}.yaml`));
  const before = people.map((file) => readFileSync(file, "utf8"));
  for (const [place, file] of people.entries())
    writeFileSync(file, (before[place] ?? "").replace(/\n +photo: .*|, photo: [\w.-]+/g, ""));
  expect(await check()).toEqual([]);
  for (const [place, file] of people.entries()) writeFileSync(file, before[place] ?? "");
  renameSync(join(root, "photos-away"), photos);
});

describe("a page", () => {
  it("stops at links that lead nowhere, with the line of each", async () => {
    const wrong = {
      "/framework/vuca-wrold": "this site has no such page; write /framework/vuca-world",
      "/community/retrete": "this site has no such page; write /community/retreat",
      contact: "write an address of this site that starts with one /, or a full one with https://",
      "#nowhere": "/community/retreat has no place #nowhere; write one of #here",
      "/terms#nowhere": "/terms has no place #nowhere; write one of #",
      "/contact#nowhere": "/contact has no place #nowhere; write /contact alone",
      "https://": "this is no address; write for example https://www.example.org",
      "http://localhost:3000/team": "only your machine knows it; write /team",
      "us@a.example": "write mailto:us@a.example",
      "mailto:us@a.example,rubbish":
        "this is nobody's address or number; write mailto:us@example.org or tel:+14155550142",
      "mailto:us": "this is nobody's address or number; write mailto:us@example.org or tel:+14155550142",
      "tel:abc": "this is nobody's address or number; write mailto:us@example.org or tel:+14155550142",
      "/program.pdf":
        "this site has pages and no files; write the full address of the file where it lies, with https://",
    };
    const found = await ofPage(["## Here", ...Object.keys(wrong).map((to) => `[x](${to})`)].join("\n\n"));
    expect(found).toEqual(
      Object.entries(wrong).map(([to, text], place) =>
        expect.stringContaining(
          `content/pages/community/retreat.mdx:${12 + 2 * place}: found the link ${to}; ${text}`,
        ),
      ),
    );
  });

  it("stops at a link without an address", async () => {
    expect(await ofPage("[here]()")).toEqual([
      expect.stringContaining(":10: found a link without an address; write where it leads between the round"),
    ]);
  });

  it("may have plain elements, remarks, links of every kind and places of its own", async () => {
    const links =
      "[a](#here) [b](/team#main) [c](https://a.example) [d](mailto:a@b.example?subject=Hi) [t](tel:+14155550142) [e](/events/some-event)";
    expect(await ofPage(`## Here\n\n${links}<br />\n\n{/* later */}\n\n[f](/about/structure)`)).toEqual([]);
  });

  it.each([
    ["community/Retreat.mdx", "found the address /community/Retreat; name the file with small letters"],
    ["community/my retreat.mdx", "found the address /community/my retreat; name the file with small letters"],
    ["community/retreat.md", "found a file that is no page; a page's name ends in .mdx"],
    ["contact.mdx", "the address /contact is taken by another page"],
    [
      "about/structure.mdx",
      "content/navigation.yaml says that /about/structure has moved; take it out there",
    ],
    ["events/harvest.mdx", "the address /events/harvest is taken by another page"],
  ])("may not be called %s", async (name, message) => {
    expect((await ofPage("Words.", name))[0]).toMatch(message);
  });

  it("may begin as the content guide's example does", async () => {
    const guide = readFileSync("docs/content-guide.md", "utf8");
    const example = /^```\n(---\n[\s\S]*?\n---\n)```/m.exec(guide)?.[1] ?? "";
    expect(example).toContain("title: ");
    expect(await ofPage(example)).toEqual([]);
  });

  it("is told by the content guide of every block that it may have", () => {
    const guide = readFileSync("docs/content-guide.md", "utf8");
    const unnamed = Object.keys(pageBlocks).filter((name) => !new RegExp(`<${name}\\b`).test(guide));
    expect(unnamed).toEqual([]);
  });

  it("begins with lines about itself", async () => {
    expect(await ofPage("---\nnothing")).toEqual([
      expect.stringMatching(/retreat\.mdx:1: found no lines about the page; begin the file with ---, title:/),
    ]);
  });
});

describe("other files", () => {
  it("stop at the action of a page's head that leads nowhere", async () => {
    const file = "content/pages/learning/overview.mdx";
    const source = readFileSync(file, "utf8").split("\n");
    const line = source.findIndex((one) => one.startsWith("action:")) + 1;
    expect(line).toBeGreaterThan(1);
    const found = await afterChanging(file, (text) =>
      text.replace(/^action:.*$/m, "action: { label: Apply, to: /contcat }"),
    );
    expect(found).toEqual([
      `${file}:${line}: found the link /contcat; this site has no such page; write /contact`,
    ]);
  });

  it.each(["home.yaml", "forms/interest.yaml"])(
    "propose the still life that is meant in %s",
    async (name) => {
      const found = await afterChanging(`content/${name}`, (text) =>
        text.replace(/(?<=picture: )[\w-]+/, "leter"),
      );
      expect(found).toEqual([expect.stringMatching(/found "leter"; write letter$/)]);
    },
  );

  it("stop at a link that leads nowhere, with its line", async () => {
    const found = await afterChanging("content/navigation.yaml", (text) =>
      text.replace("/framework/vuca-world", "/framework/vuca"),
    );
    const line =
      readFileSync("content/navigation.yaml", "utf8")
        .split("\n")
        .findIndex((one) => one.includes("vuca-world")) + 1;
    expect(found).toEqual([
      `content/navigation.yaml:${line}: found the link /framework/vuca; this site has no such page; write /framework/vuca-world`,
    ]);
  });

  it.each([
    ["home.yaml", "{name} offers", "{nmae} offers", "{nmae}; write {name}"],
    [
      "home.yaml",
      "{name} offers",
      "{house} offers",
      "{house}; nothing is filled in for it here; write one of {name}, {product}, ",
    ],
    [
      "site.yaml",
      `"${site.mail.from}"`,
      "Quillbrook",
      '"Quillbrook"; write an e-mail address, alone or as Name <name@example.org>',
    ],
    [
      "site.yaml",
      '"+1 (415) 555-0142"',
      "call us",
      '"call us"; write a number that can be dialed, for example "+1 (555) 555-0100"',
    ],
    ["mail.yaml", "{person} has", "{persn} has", "{persn}; write {person}"],
    [
      "mail.yaml",
      "Your form has reached us.",
      "{person}, it has.",
      "{person}; nothing is filled in for it here; write one of {form}, {reference}, {name}, {product}, ",
    ],
    ["mail.yaml", "{name} team", "{Name} team", "{Name}; write {name}"],
    ["forms/interest.yaml", "{minutes}", "{minuts}", "{minuts}; write {minutes}"],
    ["forms/errors.yaml", "{label} is required", "{length} is required", "{length}; nothing is filled in"],
    ["home.yaml", "One application", "{jurney.fee}", "{jurney.fee}; write {journey.fee}"],
    [
      "offers.yaml",
      "{podSize, person or people}",
      "{podsize, person or people}",
      "{podsize, person or people}; write {podSize, person or people}",
    ],
    ["pages/terms.mdx", "lead: ", "lead: Of {prodct}. ", "{prodct}; write {product}"],
    ["pages/terms.mdx", "lead: ", "lead: A **new** one. ", "**new**; only the text of a page has marks"],
    [
      "home.yaml",
      "Leaders and",
      "[Leaders](/team) and",
      "[Leaders](/team); only the text of a page has marks",
    ],
    [
      "site.yaml",
      '"+1 (415) 555-0142"',
      "“+1 (415) 555-0142”",
      "“+1 (415) 555-0142”; visitors would see these",
    ],
    ["pages/terms.mdx", "title: Terms", "title: „Terms“", "„Terms“; visitors would see these"],
    ["navigation.yaml", "label: Events,", "label: ‘Don’t wait’,", "‘Don’t wait’; visitors would see these"],
    ["mail.yaml", "There is nothing to do.", "There is <b>nothing</b>.", "<b>; only the text of a page has"],
    [
      "events/sources.yaml",
      "content/events/sample-calendar.ics",
      "content/events/our.ics",
      "the calendar content/events/our.ics, which is not there; put it there",
    ],
    [
      "navigation.yaml",
      "/community/interest: /contact",
      "/community/interest: /contcat",
      "the link /contcat; this site has no such page; write /contact",
    ],
  ])("stop in %s where %s has become %s", async (name, before, after, message) => {
    const file = `content/${name}`;
    const source = readFileSync(file, "utf8");
    const line = source.slice(0, source.indexOf(before)).split("\n").length;
    const found = await afterChanging(file, (text) => text.replace(before, after));
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${file}:${line}: ('.*': )?found `))]);
    expect(found[0]).toContain(`found ${message}`);
  });

  it.each(["“One” or “two”", "“One,” they say", '"“One”"', "’Tis one"])(
    "may hold a text with curly quotation marks that is a quotation: %s",
    async (words) => {
      const found = await afterChanging("content/home.yaml", (text) =>
        text.replace(/"One application.*/, words),
      );
      expect(found).toEqual([]);
    },
  );

  it.each([
    ["is not there", "ada-moreno.jpg", "put it there, or take the line out"],
    ["has another ending", "nkechi-abara.jpg", "write nkechi-abara.svg, which is there"],
  ])("stop at a photo that %s", async (_what, photo, remedy) => {
    const found = await afterChanging("content/people/faculty.yaml", (text) =>
      text.replace(/nkechi-abara\.svg/, photo),
    );
    expect(found).toEqual([
      expect.stringMatching(
        new RegExp(
          `^content/people/faculty.yaml:\\d+: found the picture ${photo}, which is not in content/people/photos/; ${remedy}$`,
        ),
      ),
    ]);
  });

  it.each(["jpg", "jpeg", "png", "webp", "avif"] as const)(
    "take a whole photo of the kind %s, and no half one, whether it is named or not",
    async (kind) => {
      const photo = `ada-moreno.${kind}`;
      const place = join(root, "content/people/photos", photo);
      const pixels = randomBytes(300 * 200 * 3);
      const whole = await sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } })
        .toFormat(kind === "jpg" ? "jpeg" : kind)
        .toBuffer();
      const check = async (bytes: Buffer) => {
        writeFileSync(place, bytes);
        return [
          await afterChanging("content/people/faculty.yaml", (text) =>
            text.replace("nkechi-abara.svg", photo),
          ),
          (await checkContent(root, siteAddresses)).map(problemLine),
        ];
      };
      expect(await check(whole)).toEqual([[], []]);
      const half = [
        `content/people/photos/${photo}:1: the picture cannot be read to its end; copy it here again, or open it in a picture program and save it anew`,
      ];
      expect(await check(whole.subarray(0, whole.length / 2))).toEqual([half, half]);
      const other = [expect.stringContaining(`${photo}:1: this is no picture of the kind`)];
      expect(await check(Buffer.concat([Buffer.from(" "), whole]))).toEqual([other, other]);
      rmSync(place);
    },
  );

  it("stop at a photo that is none", async () => {
    writeFileSync(join(root, "content/people/photos/ada-moreno.jpg"), "a letter");
    const found = await afterChanging("content/people/faculty.yaml", (text) =>
      text.replace("nkechi-abara.svg", "ada-moreno.jpg"),
    );
    rmSync(join(root, "content/people/photos/ada-moreno.jpg"));
    expect(found).toEqual([
      expect.stringMatching(/^content\/people\/photos\/ada-moreno\.jpg:1: this is no picture of the kind/),
    ]);
  });

  it("stop at a half picture of an event", async () => {
    const place = join(root, "content/events/images/retreat.jpg");
    const whole = await sharp({ create: { width: 900, height: 900, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer();
    writeFileSync(place, whole.subarray(0, 900));
    const found = await check();
    rmSync(place);
    expect(found).toEqual([
      expect.stringMatching(/^content\/events\/images\/retreat\.jpg:1: the picture cannot/),
    ]);
  });

  it.each(["people/photos", "events/images"])("stop at a half drawing in %s", async (folder) => {
    const place = join(root, "content", folder, "retreat.svg");
    const whole = readFileSync("content/events/images/book-club.svg");
    writeFileSync(place, whole.subarray(0, whole.length / 2));
    const found = await check();
    rmSync(place);
    expect(found).toEqual([expect.stringMatching(/retreat\.svg:1: the picture cannot be read to its end/)]);
  });

  it("stop at a font and a logo from which nothing can be built", async () => {
    const before = readFileSync(join(root, "content/theme.yaml"), "utf8");
    for (const name of ["fonts/x.woff2", "logo.svg"]) writeFileSync(join(root, "content", name), "hello");
    const changed = before.replace(/files: .*/, "files: [fonts/x.woff2]");
    writeFileSync(join(root, "content/theme.yaml"), `${changed}\nlogo: logo.svg\n`);
    const found = await check();
    for (const name of ["fonts/x.woff2", "logo.svg"]) rmSync(join(root, "content", name));
    writeFileSync(join(root, "content/theme.yaml"), before);
    expect(found).toEqual([
      expect.stringMatching(/^content\/fonts\/x\.woff2:1: found no font in it; /),
      expect.stringMatching(/^content\/logo\.svg:1: found no whole SVG drawing; /),
    ]);
  });

  it("stop at a picture of events that is not there", async () => {
    const found = await afterChanging("content/events/images.yaml", (text) =>
      text.replace(/file: [\w.-]+/, "file: none.svg"),
    );
    expect(found).toEqual([
      expect.stringMatching(/images\.yaml:\d+: found the picture none\.svg, which is not in/),
    ]);
  });

  it.each(["people/team", "typography"])("end in .yaml: %s.yml", async (name) => {
    const [file, other] = ["yaml", "yml"].map((ending) => join(root, `content/${name}.${ending}`)) as [
      string,
      string,
    ];
    renameSync(file, other);
    const found = await check();
    renameSync(other, file);
    expect(found).toEqual([
      `content/${name}.yml:1: rename this file to ${basename(file)}; nothing reads one that ends in .yml`,
    ]);
  });

  it("are not missing, and are none that nothing reads", async () => {
    const team = join(root, "content/people/team.yaml");
    renameSync(team, join(root, "content/people/teem.yaml"));
    const found = await check();
    renameSync(join(root, "content/people/teem.yaml"), team);
    expect(found).toContain(
      "content/people/teem.yaml:1: nothing reads a file of this name; see docs/content-guide.md for the files there are",
    );
    expect(found).toContain("content/people/team.yaml:1: the file is missing; put it back, with this name");
  });

  it("are missed, each of them", async () => {
    for (const name of contentFiles)
      renameSync(join(root, "content", name), join(root, "content", `${name}.away`));
    const found = await check();
    for (const name of contentFiles)
      renameSync(join(root, "content", `${name}.away`), join(root, "content", name));
    expect(contentFiles.length).toBeGreaterThan(15);
    for (const name of contentFiles)
      expect(found).toContain(`content/${name}:1: the file is missing; put it back, with this name`);
  });

  it("may lie there as a copy, of which one thing is said", async () => {
    const copy = "content/mail-old.yaml";
    cpSync(join(root, "content/mail.yaml"), join(root, copy));
    const found = await check();
    rmSync(join(root, copy));
    expect(found).toEqual([expect.stringContaining(`${copy}:1: nothing reads a file of this name`)]);
  });

  it("name no calendar that is none", async () => {
    const calendar = "content/events/sample-calendar.ics";
    expect(await afterChanging(calendar, () => "Date;What\n1 May;A gathering\n")).toEqual([
      expect.stringContaining(`${calendar}:1: this is no calendar; export it once more`),
    ]);
    expect(await afterChanging(calendar, (text) => `\uFEFF\r\n${text}`)).toEqual([]);
  });
});
