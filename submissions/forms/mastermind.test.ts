// docs/specification.md, 'Mastermind application', 'Required answers'

import { expect, it } from "vitest";
import form from "#content/forms/mastermind.yaml";
import { toSubmission } from "./form.ts";
import { interestForm, mastermindForm } from "./forms.ts";

const complete = {
  firstName: "Ada",
  lastName: "Moreno",
  email: "ada@visitor.example",
  organization: "Clinic",
  role: "Nurse",
  organizationSize: "small",
  industry: "health care",
  leadershipExperience: "ten years",
  careBasedLeadership: "shorter shifts",
  challengesDescription: "handovers",
  transformationGoals: "rest",
  learningExpectations: "company",
  timeCommitment: "two hours",
  investmentLevel: "high",
  agreeToTerms: "on",
};

function check(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return mastermindForm.check(data);
}

it("says of each answer that is missing or blank that it is required, and what the agreement is for", () => {
  const { agreeToTerms: _, ...others } = complete;
  const labels = Object.keys(others).map((name) => [
    name,
    `${form.fields[name as "role"].label} is required`,
  ]);
  const errors = { ...Object.fromEntries(labels), agreeToTerms: form.messages.terms.text };
  expect(check({})).toMatchObject({ kind: "invalid", errors });
  expect(check({ role: "  ", timeCommitment: "\n" })).toMatchObject({ errors });
});

it("is stored with the agreement, in its own table", () => {
  const checked = check(complete);
  if (checked.kind !== "valid") throw new Error("expected a valid form");
  const { table, row } = toSubmission(mastermindForm, checked.answers, undefined, false);
  expect(table).toBe("mastermind_applications");
  expect(row).toMatchObject({
    ...{ first_name: "Ada", last_name: "Moreno", email: "ada@visitor.example", phone: null },
    ...{ organization: "Clinic", role: "Nurse", experience: "ten years", challenges: "handovers" },
    ...{ motivation: "rest", expectations: "company", commitment: "two hours", availability: "high" },
    agree_to_terms: true,
  });
  expect(interestForm).toMatchObject({ table: "contact_submissions", type: "contact_submission" });
});

it("is checked by the browser first, unlike the other form, and has an id of its own", () => {
  expect(
    [mastermindForm, interestForm].map(({ id, isCheckedByBrowser }) => [id, isCheckedByBrowser]),
  ).toEqual([
    ["application", true],
    ["interest", false],
  ]);
});
