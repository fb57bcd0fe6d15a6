import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ReceivedPage } from "#app/forms/received/received-page.tsx";
import { receivedValues } from "#app/forms/received/received-values.server.tsx";
import { servedIn } from "#app/forms/served-form.server.ts";
import { interestForm } from "#submissions/forms/forms.ts";
import { PageTemplate } from "./page-template.ts";

it("fills in each visitor's values, whatever they mean in a pattern or a replacement", () => {
  const page = (values: { submissionId: string; stamp: string; nonce: string }) =>
    `<script nonce="${values.nonce}">"${values.submissionId}"</script>` +
    `<input name="submissionId" value="${values.submissionId}"/><input name="stamp" value="${values.stamp}"/>`;
  const first = { submissionId: "a.b-1", stamp: "mb1.x-_y", nonce: "q+/w(==" };
  const template = new PageTemplate(page(first), { ...servedIn(page(first)), nonce: first.nonce });
  const visitor = { submissionId: "c-2", stamp: "$&.$1", nonce: "z+/$'==" };
  expect(template.fill(visitor)).toBe(page(visitor));
});

it("puts a value in as a whole that holds another one", () => {
  const template = new PageTemplate("<p>a1</p><i>1</i>", { whole: "<p>a1</p>", part: "1" });
  expect(template.fill({ whole: "<p>b2</p>", part: "2" })).toBe("<p>b2</p><i>2</i>");
});

it("takes no page for one with values that it does not have", () => {
  const html = '<input name="stamp" value="a"/>';
  expect(() => new PageTemplate(html, servedIn(html))).toThrow("submissionId");
  expect(() => new PageTemplate(html, { rings: "<svg>" })).toThrow("rings");
});

it("knows all in which the page that follows a form differs from visitor to visitor", () => {
  const valuesOf = (reference: string) => {
    const values = receivedValues(new URL(`https://x.example/contact/received?reference=${reference}`));
    if (!values) throw new Error("expected a reference");
    return { ...values };
  };
  const page = (reference: string) =>
    renderToStaticMarkup(
      <ReceivedPage texts={interestForm.texts} path="/contact/received" {...valuesOf(reference)} />,
    );
  const template = new PageTemplate(page("ABCD-2345"), valuesOf("ABCD-2345"));
  expect(template.fill(valuesOf("ZYXW-9876"))).toBe(page("ZYXW-9876"));
});
