import { expect, it } from "vitest";
import { FormTemplate } from "./form-template.ts";

it("fills in each visitor's values, whatever they mean in a pattern or a replacement", () => {
  const page = (values: { submissionId: string; stamp: string; nonce: string }) =>
    `<script nonce="${values.nonce}">"${values.submissionId}"</script>` +
    `<input name="submissionId" value="${values.submissionId}"/><input name="stamp" value="${values.stamp}"/>`;
  const template = new FormTemplate(
    page({ submissionId: "a.b-1", stamp: "mb1.x-_y", nonce: "q+/w(==" }),
    "q+/w(==",
  );
  const visitor = { submissionId: "c-2", stamp: "$&.$1", nonce: "z+/$'==" };
  expect(template.fill(visitor)).toBe(page(visitor));
});

it("takes no page for a form's that has no such fields", () => {
  expect(() => new FormTemplate('<input name="stamp" value="a"/>', "n")).toThrow("submissionId");
});
