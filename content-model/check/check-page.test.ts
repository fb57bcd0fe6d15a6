// docs/specification.md, 'Content files'

import { describe, expect, it } from "vitest";
import { problemLine } from "../content-error.ts";
import { checkPage } from "./check-page.ts";

const ofPage = async (text: string) =>
  (await checkPage(`\n\n${text}\n`, "content/pages/retreat.mdx", 7)).problems.map(problemLine);

describe("the text of a page", () => {
  const at = "content/pages/retreat.mdx:10: ";

  it.each([
    [
      "a block that there is not",
      "<Quote>x</Quote>",
      "found <Quote>; there is no such block; write <PullQuote>",
    ],
    ["an element of HTML", '<div class="x">x</div>', "found <div>; there is no such block; write one of "],
    [
      "a drawing that there is not",
      '<Figure name="two-lops" caption="x" />',
      '<Figure name="two-lops">: write one of vuca-forces, two-loops, ',
    ],
    [
      "a color that there is not",
      '<Cards><Card title="a" to="/team" action="b" color="red">x</Card></Cards>',
      '<Card color="red">: write one of leaf, sky, lilac, clay',
    ],
    ["a count that there is not", '<Count of="helpers" />', '<Count of="helpers">: write one of faculty, '],
    [
      "one form of a word that is counted",
      '<Count of="pods" noun="pods" />',
      `<Count noun="pods">: write the words for one, 'or', those for more: noun="person or people"`,
    ],
    [
      "a word left out of a tag",
      '<CallToAction heading="a" to="/team" />',
      '<CallToAction>: action is missing; write action="…"',
    ],
    [
      "a word too many in a tag",
      '<Figure name="pods" caption="x" size="big" />',
      '<Figure size="big">: there is no size of this block; it has name, caption',
    ],
    [
      "braces in a tag",
      "<Count of={faculty} />",
      '<Count>: found braces or no text in the tag; write of="…"',
    ],
    [
      "a block out of its place",
      '<Step title="x">x</Step>',
      "found <Step> alone; write it between <Steps> and </Steps>",
    ],
    ["braces", "Hello {name}.", "found {name}; braces are for programs; write <Name />"],
    ["a brace", "Hello { there.", "found Hello { there.; braces are for programs; write \\{ for a brace"],
    [
      "a sign for less",
      "There are <5 people.",
      "found There are <5 people.; the sign < begins a block; write &lt; for the sign itself",
    ],
    [
      "an address in brackets",
      "Write to <a@b.example>.",
      "found Write to <a@b.example>.; write an e-mail address",
    ],
    [
      "a link in brackets",
      "See <https://a.example>.",
      "found See <https://a.example>.; write a link as [words](https://…)",
    ],
    [
      "a block that is not closed",
      "<PullQuote>\n\nHello",
      "found <PullQuote>; the block <PullQuote> is not closed; write </PullQuote> where it ends",
    ],
    [
      "a sentence that begins with import",
      "import your own question.",
      "found import your own question.; a line that begins with 'import' or 'export' is taken for a program",
    ],
    [
      "curly quotation marks in a tag",
      '<Figure name=“pods” caption="x" />',
      'found <Figure name=“pods” caption="x" />; what stands in a tag has the form name="text"',
    ],
    ["a break of HTML", "One<br>two", "found One<br>two; a line break has another form here; write <br />"],
    ["a remark of HTML", "<!-- later -->", "found <!-- later -->; a remark has another form here"],
    ["a picture", "![A hill](hill.jpg)", "found the picture hill.jpg; the text of a page shows drawings"],
  ])("stops at %s", async (_what, text, message) => {
    const [first, ...more] = await ofPage(text);
    expect(first?.slice(0, at.length + message.length)).toBe(at + message);
    expect(more).toEqual([]);
  });

  it("names the line of a closing tag that belongs to another block", async () => {
    expect(await ofPage("<Scene>\n\nHello\n\n</Scen>")).toEqual([
      "content/pages/retreat.mdx:14: found </Scen>; </Scen> ends a block, but the one that is open is <Scene>; write </Scene> first",
    ]);
  });
});
