import type { Site } from "#content-model/schemas/site.schema.ts";

/** The addresses outside of the site that content/site.yaml names, each with its place in the file. */
export function outsideAddresses({
  eventPlatform,
  networks,
  links,
}: Site): [place: string, address: string][] {
  return [
    ["eventPlatform", eventPlatform],
    ...networks.map(({ url }, index): [string, string] => [`networks ${index + 1}`, url]),
    ...Object.entries(links).map(([name, { url }]): [string, string] => [`links.${name}`, url]),
  ];
}
