import { expect, it } from "vitest";
import form from "#content/forms/mastermind.yaml";
import { answeredQuestions } from "./questions.ts";

const { fields } = form;
const ask = (answers: Record<string, string | string[] | boolean>) =>
  answeredQuestions("mastermind_application", answers);

it("gives the questions in the form's words, with the choices that people saw", () => {
  expect(ask({ role: "Nurse", organizationSize: "small" })).toEqual([
    { name: "role", question: fields.role.label, answer: ["Nurse"] },
    {
      name: "organizationSize",
      question: fields.organizationSize.label,
      answer: [fields.organizationSize.options.small],
    },
  ]);
});

it("has no answer where the text or the choice was left empty, and keeps yes and no", () => {
  expect(ask({ role: "", industry: ["", "care"], agreeToTerms: true }).map(({ answer }) => answer)).toEqual([
    [],
    ["care"],
    true,
  ]);
});

it("tells a question and a choice that the form no longer has by what was stored", () => {
  expect(ask({ shoeSize: "42" })).toEqual([{ name: "shoeSize", question: "shoeSize", answer: ["42"] }]);
  for (const choice of ["enormous", "toString"])
    expect(ask({ organizationSize: choice })[0]?.answer).toEqual([choice]);
});
