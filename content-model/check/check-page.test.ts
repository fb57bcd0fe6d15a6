// docs/specification.md, 'Content files'

import { describe, expect, it } from "vitest";
import { problemLine } from "../content-error.ts";
import { sectionColors } from "../section-colors.ts";
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
    [
      "an element of HTML",
      '<div class="x">x</div>',
      "found <div>; there is no such block; take its tags out",
    ],
    [
      "a drawing that there is not",
      '<Figure name="two-lops" caption="x" />',
      '<Figure name="two-lops">: write two-loops',
    ],
    [
      "a block whose letters have changed places",
      "<TeamGird />",
      "found <TeamGird>; there is no such block; write <TeamGrid>",
    ],
    [
      "a headline in the text",
      "# Hello",
      "found a heading with one #; the headline of a page stands in its line 'heading': write ## here",
    ],
    ["a heading that is too small", "#### Hello", "found a heading with 4 #; write ## for a heading"],
    [
      "a footnote with its text",
      "Hello[^1].\n\n[^1]: yes",
      "found [^1]; write the remark after the paragraph, in <SideNote> and </SideNote>",
    ],
    [
      "a color that there is not",
      '<Cards><Card title="a" to="/team" action="b" color="red">x</Card></Cards>',
      `<Card color="red">: write one of ${sectionColors.join(", ")}`,
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
      "a fact that no offer has",
      '<Offer of="journey" facts="start price" />',
      '<Offer facts="start price">: write some of what, forWhom, start, deadline, fee, hours, groupSize, included, howToGetIn, whoDecides, with spaces between them',
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
    [
      "words between blocks that hold no words",
      "<Facts>Twelve months</Facts>",
      "<Facts> holds nothing but <Fact>; write this between <Fact> and </Fact>, or below </Facts>",
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
    [
      "a table",
      "| Tier | Fee |\n| --- | :-- |\n| General | Free |",
      "found a table; the text of a page has none: write <Comparison",
    ],
    ["a heading without a space", "##Hello", "found ##Hello; write a space after the last # of a heading"],
    [
      "a small heading without a larger one",
      "### Hello",
      "found a heading with ### before any with ##; write ##",
    ],
    [
      "stars that stress nothing",
      "It is **free.",
      "found **, which stresses nothing here; write it directly",
    ],
    ["a list with dots", "• One\n• Two", "found • One; begin each line of a list with - and a space"],
    ["a list without spaces", "-One\n-Two", "found -One; begin each line of a list with - and a space"],
    ["a link with a space", "See [us] (/team).", "found [us] (/team); write a link as [words](address)"],
    ["a link the other way round", "See (us)[/team].", "found (us)[/team]; write a link as [words](address)"],
    [
      "an address among the words",
      "See https://a.example/b, too.",
      "found https://a.example/b, which nobody can click; write a link as [words](https://a.example/b)",
    ],
    [
      "bold of HTML",
      "It is <b>free</b>.",
      "found <b>; there is no such block; write **words** for strong ones",
    ],
    [
      "a link of HTML",
      '<a href="/team">us</a>',
      "found <a>; there is no such block; write a link as [words](address)",
    ],
    [
      "a film",
      '<iframe src="https://a.example" />',
      "found <iframe>; there is no such block; nothing of other sites",
    ],
    ["steps without one", "<Steps></Steps>", "found no <Step> in <Steps>; write one, or take <Steps> out"],
    [
      "a row with one side",
      '<Comparison left="a" right="b"><Row label="c"><Cell>d</Cell></Row></Comparison>',
      "found 1 <Cell> in a <Row>; write two, for the left and the right side",
    ],
    ["words struck out", "It is ~~not~~ free.", "found ~~not~~; words cannot be struck out here"],
    ["a list to tick", "- [ ] Call Ada", "found [ ]; a list has no boxes to tick"],
    ["a footnote", "It is known.[^1]", "found [^1]; write the remark after the paragraph, in <SideNote>"],
    [
      "a block within a line of words",
      'See <Facts><Fact value="12" label="months" /></Facts> of it.',
      "found <Facts> within a line of words; write it on a line of its own, with an empty line before and after it",
    ],
    [
      "a block within a heading",
      "## <PullQuote>Hello</PullQuote>",
      "found <PullQuote> within a line of words",
    ],
    [
      "a block within a link",
      "See [<PullQuote>Hello</PullQuote>](/team) here.",
      "found <PullQuote> within a line of words",
    ],
    ["a picture", "![A hill](hill.jpg)", "found the picture hill.jpg; the text of a page shows drawings"],
  ])("stops at %s", async (_what, text, message) => {
    const [first, ...more] = await ofPage(text);
    expect(first?.slice(0, at.length + message.length)).toBe(at + message);
    expect(more).toEqual([]);
  });

  it.each([
    ["<PulQuote>\nCare.\n</PullQuote>", 10, "found <PulQuote>; there is no such block; write <PullQuote>"],
    ["<PullQuote>\nCare.\n</PulQuote>", 12, "found </PulQuote>; there is no such block; write </PullQuote>"],
    ["<Steps>\n<Stp>\nCare.\n</Steps>", 11, "found <Stp>; there is no such block; write <Step>"],
  ])("names the misspelled one of two tags: %s", async (text, line, message) => {
    expect(await ofPage(text)).toEqual([`content/pages/retreat.mdx:${line}: ${message}`]);
  });

  it.each([
    ["It is <b>free</b>.<br>Come.", "10: found It is <b>", "10: found <b>; "],
    ["<b>Come<br>\nin</b>", "10: found <b>Come<br>; a line break", "10: found <b>; "],
    ["One<br>two\n\nThree<br>four, <b>five</b>", "10: found One", "12: found Three", "12: found <b>; "],
    ["<Lead>One<br>two, `<br>`</Lead>", "10: found <Lead>One<br>two, `<br>`</Lead>; a line break"],
    ["<PulQuote>One<br>two</PulQuote>", "10: found <PulQuote>One", "10: found <PulQuote>; there is no"],
    ['One<br class="x">two', '10: found One<br class="x">two; a line break has another form here'],
  ])("names what else is wrong beside a break of HTML: %s", async (text, ...mistakes) => {
    expect(await ofPage(text)).toEqual(
      mistakes.map((mistake) => expect.stringContaining(`retreat.mdx:${mistake}`)),
    );
  });

  it("stops at a heading that is there already", async () => {
    expect(await ofPage("## Where\n\n### Why\n\n## *where*")).toEqual([
      "content/pages/retreat.mdx:14: found the heading where a second time; write other words, as links lead to the first alone",
    ]);
  });

  it("names the line of a mark in the midst of a paragraph", async () => {
    const [found] = await ofPage("Hello\nthere\n\nTiers:\n| Tier | Fee |\n| --- | --- |");
    expect(found).toMatch(/^content\/pages\/retreat\.mdx:14: found a table/);
  });

  it("may have counts, names and facts within a line of words, and blocks on one line of their own", async () => {
    const line = 'Ask <Name /> or <Email />: <Count of="pods" /> at <OfferFact of="journey" fact="fee" />.';
    const block = '<Facts><Fact value="12" label="months" /></Facts>';
    const list = "- <Lead>Hello</Lead>\n\n> <PullQuote>Hello</PullQuote>";
    expect(await ofPage(`${line}\n\n${block}\n\n${list}\n\n<Lead>Hello **you**.</Lead>`)).toEqual([]);
  });

  it("may have remarks between blocks that hold no words", async () => {
    const fact = '<Fact value="12" label="months" />';
    expect(await ofPage(`<Facts>\n  {/* Ask Ada. */}\n  ${fact} {/* or 13 */}\n</Facts>`)).toEqual([]);
  });

  it("may have an address as the words of a link, and marks that are only like others", async () => {
    const links =
      '[https://a.example](https://a.example), <SiteLink name="aiPlatform">https://b.example</SiteLink> and [a] or (b) [c] at 5-7, -3 or #4, 2 * 3';
    expect(await ofPage(`## Here\n\n### There\n\n${links}\n\n* One\n* Two`)).toEqual([]);
  });

  it("takes what is written as code for what it is", async () => {
    expect(await ofPage("Write `~~x~~` or `[^1]`.\n\n```\n| a | b |\n| --- | --- |\n```")).toEqual([]);
  });

  it("names the line of a closing tag that belongs to another block", async () => {
    expect(await ofPage("<Scene>\n\nHello\n\n</Scen>")).toEqual([
      "content/pages/retreat.mdx:14: found </Scen>; there is no such block; write </Scene>",
    ]);
  });
});
