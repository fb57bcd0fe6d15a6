import { describe, expect, it } from "vitest";
import { receivedValues } from "./received-values.server.tsx";

function valuesOf(reference: string) {
  const values = receivedValues(new URL(`https://x.example/contact/received?reference=${reference}`));
  if (!values) throw new Error("expected a reference");
  return values;
}

const drawn = (reference: string) =>
  decodeURIComponent(valuesOf(reference).ringsFile).replace("data:image/svg+xml,", "");

describe("the rings of a reference", () => {
  it("are the same each time, and others for another reference", () => {
    const rings = ["ABCD-2345", "ABCD-2346", "ZYXW-9876"].map(drawn);
    expect(new Set(rings.map((svg) => svg.match(/ d="M-?\d+ -?\d+c[^"]+"/)?.[0])).size).toBe(3);
    expect(rings.map((svg) => svg.match(/<use /g)?.length)).toEqual([22, 22, 22]);
    expect(drawn("ABCD-2345")).toBe(rings[0]);
  });

  it("are a file that needs nothing else: its own names and colors, and no word but the reference", () => {
    const svg = drawn("ABCD-2345");
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toMatch(/var\(|url\(|https?:(?!\/\/www\.w3\.org)/);
    expect([...svg.matchAll(/>([^<>]+)</g)].map(([, text]) => text)).toEqual(["ABCD-2345"]);
  });

  it("are whole in their address, in which no sign ends them early", async () => {
    const file = await fetch(valuesOf("ABCD-2345").ringsFile);
    expect(file.headers.get("content-type")).toBe("image/svg+xml");
    expect(await file.text()).toBe(drawn("ABCD-2345"));
  });
});
