import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { leastLarge, leastPhoto } from "#app/people/portrait-width.ts";
import { problemLine } from "#content-model/content-error.ts";
import { formFiles } from "#content-model/forms/declared-fields.ts";
import { loadContent, readFrontMatter } from "#content-model/load-content.ts";
import { unknownFacts } from "#content-model/offers.ts";
import { isDay, offerNames } from "#content-model/schemas/offers.schema.ts";
import { counted, localDay } from "#system/language.ts";
import { type Finding, few, findingsOf, isSample, orMistakes } from "./finding.ts";
import { outsideAddresses } from "./outside-addresses.ts";

/**
 * What of `content/` is wrong, still a sample, blank, or not confirmed. A mistake may be named twice.
 *
 * @param root the project's root
 */
export async function contentFindings(root: string, now: Date): Promise<Finding[]> {
  const looks: [Finding["topic"], () => string[]][] = [
    ["people", () => people("faculty member", loadContent("people/faculty.yaml", root))],
    ["people", () => people("presenter", presenters(root))],
    ["people", () => people("team member", loadContent("people/team.yaml", root))],
    ["texts", () => samples(root)],
    ["texts", () => blanks(root)],
    ["texts", () => pastOffers(root, now)],
    ["texts", () => unconfirmed(root, now)],
    ["texts", () => wrongDates(root, now)],
    ["links", () => sampleAddresses(root)],
    ["calendar", () => hostsOfAnother(root)],
  ];
  const found = looks.map(([topic, look]) => orMistakes(() => findingsOf(topic, look())));
  const ofBuild: [Finding["topic"], (root: string) => Promise<string[]>][] = [
    ["mistakes", mistakes],
    ["people", smallPhotos],
    ["texts", letters],
  ];
  const foundOfBuild = ofBuild.map(([topic, look]) =>
    orMistakes(async () => findingsOf(topic, await withBuildTools(() => look(root)))),
  );
  return (await Promise.all([...foundOfBuild, ...found])).flat();
}

/** A release without the tools of a build holds what the build has checked. */
async function withBuildTools(look: () => Promise<string[]>): Promise<string[]> {
  try {
    return await look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return [];
    throw error;
  }
}

/** What `npm run content:check` says. */
async function mistakes(root: string): Promise<string[]> {
  const [{ checkContent }, { siteAddresses }] = await Promise.all([
    import("#content-model/check/check-content.ts"),
    import("../build/site-addresses.ts"),
  ]);
  return (await checkContent(root, siteAddresses)).map(problemLine);
}

async function smallPhotos(root: string): Promise<string[]> {
  const { smallPictures } = await import("#content-model/check/check-files.ts");
  const spotlight = loadContent("people/spotlight.yaml", root);
  const large = loadContent("people/faculty.yaml", root)
    .filter(({ name }) => spotlight.includes(name))
    .map(({ photo }) => photo);
  const small = await smallPictures("content/people/photos", root, (name) =>
    large.includes(name) ? leastLarge : leastPhoto,
  );
  return [leastPhoto, leastLarge].map((least) => {
    const found = small.filter((one) => one.least === least);
    const where = least === leastLarge ? " of somebody in the spotlight" : "";
    return found.length > 0
      ? `${counted(found.length, "photo")}${where} with less than ${least} pixels on a side, which will look blurred: ${few(found.map(({ name, pixels }) => `${name} (${pixels})`))}`
      : "";
  });
}

async function letters(root: string): Promise<string[]> {
  const { lettersLacking } = await import("./card-letters.ts");
  return lettersLacking(root);
}

function presenters(root: string) {
  return loadContent("people/presenters.yaml", root).flatMap((group) => group.presenters);
}

function people(
  kind: string,
  group: { name: string; sample: boolean; photo?: string | undefined }[],
): string[] {
  const sample = group.filter((person) => person.sample).map(({ name }) => name);
  // A sample person is replaced with the photo.
  const bare = group.filter((person) => !person.photo && !person.sample).map(({ name }) => name);
  return [
    sample.length > 0 ? `${counted(sample.length, `sample ${kind}`)}, to be replaced: ${few(sample)}` : "",
    bare.length > 0 ? `${counted(bare.length, kind)} without a photo: ${few(bare)}` : "",
  ];
}

function samples(root: string): string[] {
  const { phone, address } = loadContent("site.yaml", root);
  const { fields } = loadContent("forms/interest.yaml", root);
  const communities = fields.connectedCommunities.options.filter((name) => /^sample\b/i.test(name));
  return [
    communities.length > 0
      ? `${counted(communities.length, "sample community", "sample communities")} in content/forms/interest.yaml: ${few(communities)}`
      : "",
    /555-01\d\d/.test(phone) ? `the phone number ${phone} in content/site.yaml is a sample` : "",
    /sample/i.test(JSON.stringify(address)) ? "the postal address in content/site.yaml is a sample" : "",
  ];
}

/** What visitors are told later, because nobody has written it yet. */
function blanks(root: string): string[] {
  const offers = loadContent("offers.yaml", root);
  return offerNames.map((name) => {
    const facts = unknownFacts(offers, name).map((fact) => offers.words[fact].toLowerCase());
    return facts.length > 0
      ? `${offers[name].name} in content/offers.yaml does not say: ${facts.join(", ")}`
      : "";
  });
}

/** Days by which nobody can come any more. */
function pastOffers(root: string, now: Date): string[] {
  const offers = loadContent("offers.yaml", root);
  const today = todayOf(root, now);
  return offerNames.flatMap((name) =>
    (["start", "deadline"] as const).map((fact) => {
      const day = offers[name][fact] ?? "";
      return isDay(day) && day < today
        ? `${offers[name].name} in content/offers.yaml says a day that is over: ${offers.words[fact].toLowerCase()} ${day}`
        : "";
    }),
  );
}

/** The pages that a visitor agrees to with a form; docs/specification.md, 'launch-check'. */
function unconfirmed(root: string, now: Date): string[] {
  const forms = formFiles.map((file) => loadContent(file, root));
  const addresses = new Set(forms.flatMap(({ words }) => [words.terms.to, words.privacy.to]));
  const today = todayOf(root, now);
  return pages(root).map(({ file, address, front }) => {
    const { confirmed, updated } = front;
    if (confirmed === undefined && !addresses.has(address)) return "";
    if (!confirmed) return `${file} is not confirmed: read it, and write the day: confirmed: ${today}`;
    if (confirmed > today)
      return `${file} was confirmed on ${confirmed}, a day that has not come: read it, and write the day`;
    return confirmed < updated
      ? `${file} was confirmed on ${confirmed} and changed on ${updated}: read it again, and write the day`
      : "";
  });
}

/** A year in a name is over one day; and nothing was changed on a day to come. */
function wrongDates(root: string, now: Date): string[] {
  const today = todayOf(root, now);
  return pages(root).flatMap(({ file, front: { title, heading, updated } }) => {
    const [year = ""] = /\b20\d\d\b/.exec(`${title} ${heading}`) ?? [];
    return [
      year && year < today.slice(0, 4) ? `${file} is called after ${year}: '${title}'` : "",
      updated > today
        ? `${file} was changed on ${updated}, a day that has not come: write the day of the change`
        : "",
    ];
  });
}

/** The organization's day, as the pages say it. */
function todayOf(root: string, now: Date): string {
  return localDay(now, loadContent("site.yaml", root).timeZone);
}

function pages(root: string) {
  const folder = join(root, "content/pages");
  return globSync("**/*.mdx", { cwd: folder })
    .map((name) => name.split(sep).join("/"))
    .sort()
    .map((name) => {
      const file = `content/pages/${name}`;
      const { front } = readFrontMatter(readFileSync(join(root, file), "utf8"), file, root);
      return { file, address: `/${name.replace(/\.mdx$/, "")}`, front };
    });
}

function sampleAddresses(root: string): string[] {
  const site = loadContent("site.yaml", root);
  const addresses = [
    ["email", site.email] as const,
    ...site.security.contacts.map((contact, index) => [`security.contacts ${index + 1}`, contact] as const),
    ...outsideAddresses(site),
  ];
  return addresses.map(([name, address]) =>
    isSample(address) ? `${name} in content/site.yaml is a sample: ${address}` : "",
  );
}

/** After a change of the name, the events of the new one are others'. */
function hostsOfAnother(root: string): string[] {
  const { name, hosts } = loadContent("site.yaml", root);
  const plain = (text: string) => text.toLowerCase();
  const isNamed = hosts.some(
    (host) => plain(host).includes(plain(name)) || plain(name).includes(plain(host)),
  );
  return isNamed
    ? []
    : [
        `hosts in content/site.yaml (${few(hosts)}) do not name ${name}: events hosted by ${name} are not shown`,
      ];
}
