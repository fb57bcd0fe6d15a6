// docs/specification.md, 'Interest form', 'Lengths of answers'

import { describe, expect, it, vi } from "vitest";
import errors from "#content/forms/errors.yaml";
import form from "#content/forms/interest.yaml";
import { longest } from "#content-model/forms/field.ts";
import { interestFields } from "#content-model/forms/interest-fields.ts";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import { language } from "#system/language.ts";
import { defineForm, toSubmission } from "./form.ts";
import { interestForm, mastermindForm } from "./forms.ts";

const required = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };

/** What is said of an answer; a label that is a sentence of its own stands in quotation marks. */
function said(error: keyof typeof errors, name: keyof typeof form.fields, length = 0): string {
  const { label } = form.fields[name];
  return errors[error]
    .replace("{label}", /[.?!]$/.test(label) ? `'${label}'` : label)
    .replace("{length}", length.toLocaleString(language));
}

function parse(fields: Record<string, string | string[]>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) data.append(name, one);
  return interestForm.check(data);
}

describe("interestForm", () => {
  it("needs name, e-mail and agreement only", () => {
    expect(parse(required)).toMatchObject({ kind: "valid" });
  });

  it("says what is missing, in the words that visitors know", () => {
    expect(parse({})).toMatchObject({
      errors: {
        firstName: form.fields.firstName.wrong,
        lastName: form.fields.lastName.wrong,
        email: form.fields.email.missing,
        agreeToTerms: form.fields.agreeToTerms.missing,
      },
    });
  });

  it.each([
    ["firstName", "A", form.fields.firstName.wrong],
    ["firstName", "  A ", form.fields.firstName.wrong],
    ["firstName", "\u200B\u200B\u200B", form.fields.firstName.wrong],
    ["firstName", "A\nda", said("unstorable", "firstName")],
    ["role", "Nurse\u0007", said("unstorable", "role")],
    ["firstName", "x".repeat(longest.line + 1), said("tooLong", "firstName", longest.line)],
    ["email", "ada@", errors.email],
    ["email", "ada@visitor.example\r\nBcc: x@y.example", errors.email],
    ...[
      ...['"a b"@x.example', "a b@x.example", "a@x.example.", "a@x..example", "a@.x.example", "a@-x.example"],
      ...[
        "a@x-.example",
        "a@[192.0.2.1]",
        "a@192.0.2.11",
        "a@x%2ey.example",
        "a@x!y.example",
        "a@b@x.example",
      ],
      ...["a\u202E@x.example", "a@x\u2066.example"],
    ].map((email): [string, string, string] => ["email", email, errors.email]),
    ["email", "a@x.example-", errors.email],
    ["email", `a@${"x".repeat(64)}.example`, errors.email],
    ["email", `a@x.${"x".repeat(64)}`, errors.email],
    ["firstName", `A\n${"x".repeat(longest.line + 1)}`, said("unstorable", "firstName")],
    ["email", `${"a".repeat(longest.email)}@b.example`, said("tooLong", "email", longest.email)],
    ["phone", "call me", errors.phone],
    ["phone", "(1) 23-45", errors.phone],
    ["phone", "415 555 0142 after six", errors.phone],
    ["linkedinUrl", "javascript:alert(1)", form.fields.linkedinUrl.wrong],
    ["personalWebsite", "my site", form.fields.personalWebsite.wrong],
    ["calendarLink", "ftp://calendar.example/me", form.fields.calendarLink.wrong],
    ["motivation", "x".repeat(longest.area + 1), said("tooLong", "motivation", longest.area)],
    ["motivation", "a\0b", said("unstorable", "motivation")],
    ["experienceLevel", "guru", said("choose", "experienceLevel")],
    ["preferredContact", "pigeon", said("choose", "preferredContact")],
  ])("refuses %s, case %#", (name, value, message) => {
    const checked = parse({ ...required, [name]: value });
    expect(checked.kind === "invalid" && checked.errors).toEqual({ [name]: message });
  });

  it.each(["no", "0", "off", "false"])("takes %s for no agreement", (agreeToTerms) => {
    const checked = parse({ ...required, agreeToTerms });
    expect(checked.kind === "invalid" && checked.errors).toEqual({
      agreeToTerms: form.fields.agreeToTerms.missing,
    });
  });

  it("counts a line break as one character, as people do", () => {
    const motivation = "x\r\n".repeat(2_500);
    expect(parse({ ...required, motivation }).kind).toBe("valid");
    expect(parse({ ...required, motivation: `${motivation}x` }).kind).toBe("invalid");
  });

  it.each(Object.keys(form.fields))("says nothing technical when %s comes twice", (name) => {
    const fields = new FormData();
    for (const [key, value] of Object.entries(required)) fields.set(key, value);
    for (const value of ["x", "x"]) fields.append(name, value);
    const checked = interestForm.check(fields);
    const messages = checked.kind === "invalid" ? Object.values(checked.errors) : [];
    for (const message of messages) expect(message).not.toMatch(/invalid type|expected|received/i);
  });

  it("takes a tab that came along with a name for a space", () => {
    const written = { ...required, firstName: "Ada\t", lastName: "de\tMoreno" };
    expect(parse(written)).toMatchObject({ answers: { firstName: "Ada", lastName: "de Moreno" } });
  });

  it.each([
    ["linkedin.com/in/ada", "https://linkedin.com/in/ada"],
    ["  www.visitor.example  ", "https://www.visitor.example"],
    ["HTTP://visitor.example", "HTTP://visitor.example"],
    ["visitor.example/a:b", "https://visitor.example/a:b"],
  ])("completes the address %s", (written, value) => {
    for (const name of ["linkedinUrl", "personalWebsite", "calendarLink"] as const)
      expect(parse({ ...required, [name]: written })).toMatchObject({ answers: { [name]: value } });
  });

  it("writes a domain beyond ASCII in one way, as some browsers do", () => {
    for (const email of ["ada@bücher.example", "ada@xn--bcher-kva.example"])
      expect(parse({ ...required, email })).toMatchObject({
        answers: { email: "ada@xn--bcher-kva.example" },
      });
  });

  it.each([
    "ada@visitor.example",
    "localhost",
    "visitor.",
    "//visitor.example\\x",
    "data:text/html,x",
    "ada moreno.example",
    "ftp://visitor.example/https://visitor.example",
    "https://visitor.example/a b",
    "https://visitor.example.x",
  ])("takes %s for no address", (written) => {
    const checked = parse({ ...required, personalWebsite: written });
    expect(checked.kind === "invalid" && checked.errors).toEqual({
      personalWebsite: form.fields.personalWebsite.wrong,
    });
  });

  it.each(["text", "phone"])("asks for a phone number when it is to be used: %s", (preferredContact) => {
    const checked = parse({ ...required, preferredContact });
    expect(checked.kind === "invalid" && checked.errors).toEqual({ phone: form.fields.phone.missing });
    expect(parse({ ...required, preferredContact, phone: " " }).kind).toBe("invalid");
    expect(parse({ ...required, preferredContact, phone: "+1 415 555 0142" }).kind).toBe("valid");
    expect(parse({ ...required, preferredContact: "email" }).kind).toBe("valid");
  });

  it("reads nothing but its own fields, each as flat texts", () => {
    const { given, kind } = parse({
      ...required,
      "areasOfInterest[10000000]": "1",
      "firstName.__proto__.x": "1",
      __proto__: "1",
      constructor: "1",
    });
    expect(kind).toBe("valid");
    expect(Object.keys(given)).toEqual(Object.keys(required));
  });

  it("reads no file that is sent in the place of a text", () => {
    const fields = new FormData();
    for (const [name, value] of Object.entries(required)) fields.set(name, value);
    fields.append("role", new File(["x"], "role.txt"));
    const { kind, given } = interestForm.check(fields);
    expect([kind, Object.keys(given)]).toEqual(["valid", Object.keys(required)]);
  });

  describe.each([
    ["firstName", "A", "First name is required"],
    ["email", "ada", errors.email],
    ["phone", "what?", errors.phone],
    ["personalWebsite", "my site", errors.web],
  ])("says of %s", (name, value, usual) => {
    const errorsWith = (said: object) => {
      const { wrong: _, missing: __, ...words } = (form as FormTexts).fields[name] ?? { label: "" };
      const texts: FormTexts = { ...form, fields: { ...form.fields, [name]: { ...words, ...said } } };
      const { check } = defineForm({
        ...{ id: "interest", path: "/contact", texts, constants: { reason_for_contact: "" } },
        table: "contact_submissions",
        fields: interestFields,
      });
      return (answers: Record<string, string>) => {
        const fields = new FormData();
        for (const [key, one] of Object.entries({ ...required, ...answers })) fields.set(key, one);
        const checked = check(fields);
        return checked.kind === "invalid" && checked.errors;
      };
    };

    it("what is wrong in the form's own words, or else in the usual ones", () => {
      expect(errorsWith({})({ [name]: value })).toEqual({ [name]: usual });
      expect(errorsWith({ wrong: "Not that." })({ [name]: value })).toEqual({ [name]: "Not that." });
    });

    it("that it is missing, where it has to be there", () => {
      const isNeeded = name !== "personalWebsite";
      const none = { [name]: "", preferredContact: "text", ...(name !== "phone" && { phone: "555-0142" }) };
      const label = (form as FormTexts).fields[name]?.label;
      expect(errorsWith({})(none)).toEqual(isNeeded && { [name]: `${label} is required` });
    });
  });

  it("counts by a question's own limit where it has one", () => {
    const fields = Object.entries(interestFields).map(([name, field]) => [name, { ...field, longest: 30 }]);
    const short = defineForm({
      ...{ id: "interest", path: "/contact", texts: form, constants: { reason_for_contact: "" } },
      table: "contact_submissions",
      fields: Object.fromEntries(fields) as typeof interestFields,
    });
    const errorsOf = (words: string) => {
      const data = new FormData();
      const number = words.replaceAll("x", "1");
      const answers = {
        ...{ firstName: words, lastName: words, role: words, motivation: words, phone: number },
        ...{ email: `${words.slice(10)}@b.example`, personalWebsite: `http://b.example/${words.slice(17)}` },
      };
      for (const [name, value] of Object.entries({ ...required, ...answers })) data.append(name, value);
      const checked = short.check(data);
      return checked.kind === "invalid" ? checked.errors : undefined;
    };
    expect(errorsOf("x".repeat(30))).toBeUndefined();
    const asked = [
      "firstName",
      "lastName",
      "email",
      "phone",
      "role",
      "motivation",
      "personalWebsite",
    ] as const;
    expect(errorsOf("x".repeat(31))).toEqual(
      Object.fromEntries(asked.map((name) => [name, said("tooLong", name, 30)])),
    );
  });

  it("takes a box for ticked when one of its values says so, and an empty choice for none", () => {
    const choices = { newsletterSignup: ["off", "on"], communicationChannels: ["", "Signal Community"] };
    expect(parse({ ...required, ...choices })).toMatchObject({
      kind: "valid",
      answers: { newsletterSignup: true, communicationChannels: ["Signal Community"] },
    });
  });

  it("says what is wrong with an e-mail address that comes twice", () => {
    const twice = parse({ ...required, email: ["ada@visitor.example", "ada@visitor.example"] });
    expect(twice).toMatchObject({
      kind: "invalid",
      errors: { email: errors.single.replace("{label}", "Email") },
    });
  });

  it("says what is wrong with a phone number that is asked for and comes twice", () => {
    const checked = parse({ ...required, preferredContact: "text", phone: ["1", "2"] });
    expect(checked.kind === "invalid" && Object.keys(checked.errors)).toEqual(["phone"]);
  });

  it("refuses an option that is not on the list", () => {
    expect(parse({ ...required, communicationChannels: ["Signal Community", "Other"] }).kind).toBe("invalid");
  });

  it.each([
    ["firstName", "Al"],
    ["email", "ada-.moreno@mail.visitor.example"],
    ["email", "ada@visitor.4you"],
    ["email", `ada@${"x".repeat(63)}.example`],
    ["email", "ada@Visitor.example"],
    ["email", "adä@Visitor.example"],
    ["phone", "555-0142"],
    ["phone", "+1 (415) 555-0142 x12"],
    ["phone", "030/1234567"],
    ["phone", "415.555.0142 ext. 12"],
    ["phone", "415-555-0142 Extension 12"],
    ["phone", "(415) 555-0142 #12"],
    ["phone", "415 555 0142x12"],
    ["phone", "+1\u00A0415\u2011555\u20110142"],
    ["linkedinUrl", "https://www.linkedin.com/in/ada"],
    ["motivation", "🌲".repeat(longest.area)],
    ["organization", "‮שלום 组织 <b>&amp;</b> =1+1"],
  ])("takes %s as it is", (name, value) => {
    expect(parse({ ...required, [name]: value })).toMatchObject({
      kind: "valid",
      answers: { [name]: value },
    });
  });
});

describe("toSubmission", () => {
  it("maps the answers to the row, with the keys of the message in the order of the declarations", () => {
    const parsed = parse({
      ...required,
      newsletterSignup: "on",
      linkedinUrl: "https://www.linkedin.com/in/ada",
      communicationChannels: ["Signal Community"],
      preferredContact: "text",
      phone: "+1 415 555 0142",
    });
    if (parsed.kind !== "valid") throw new Error("expected a valid form");
    const { row } = toSubmission(interestForm, parsed.answers, undefined, false);
    const message = JSON.parse("message" in row ? row.message : "");
    expect(row).toMatchObject({
      full_name: "Ada Moreno",
      email: "ada@visitor.example",
      linkedin_url: "https://www.linkedin.com/in/ada",
      reason_for_contact: form.reason,
      newsletter_signup: true,
    });
    const declared = Object.entries(interestFields).filter(([, { stored }]) => stored === "message");
    expect(Object.keys(message)).toEqual(declared.map(([name]) => name));
    expect(message).toMatchObject({
      communicationChannels: ["Signal Community"],
      connectedCommunities: [],
      preferredContact: "text",
    });
  });

  it.each([interestForm, mastermindForm])(
    "tells nobody of the agreement, which each has given: $type",
    (each) => {
      const answers = { ...required, agreeToTerms: true };
      const submission = toSubmission(each, answers, undefined, false);
      expect(submission.answers).toMatchObject({ firstName: "Ada" });
      expect(submission.answers).not.toHaveProperty("agreeToTerms");
    },
  );
});

describe("defineForm", () => {
  const define = (texts: unknown, fields = interestFields) =>
    defineForm({
      ...{ id: "interest", path: "/contact", constants: { reason_for_contact: "" } },
      texts: texts as FormTexts,
      table: "contact_submissions",
      fields,
    });
  const asking = (...names: string[]) => ({ ...form, sections: [{ ...form.sections[0], names }] });

  it("says which of the questions in the words is none of the fields, or has no words", () => {
    expect(() => define(asking("shoeSize"))).toThrow("the form has no question 'shoeSize'");
    const { role: _, ...fields } = form.fields;
    expect(() => define({ ...asking("role"), fields })).toThrow("the form has no question 'role'");
    const shoeSize = { label: "Size", help: "" };
    expect(() => define({ ...asking("shoeSize"), fields: { ...form.fields, shoeSize } })).toThrow(
      "the form has no question 'shoeSize'",
    );
  });

  it("counts one value for each question, and one for each box of a list", () => {
    const { mostValues } = define(asking("firstName", "communicationChannels"));
    // With the agreement.
    expect(mostValues).toBe(2 + Object.keys(form.fields.communicationChannels.options).length);
  });

  it("has answers read that are three times as long as its longest may be", () => {
    expect(define(form).longestValue).toBe(15_000);
    const motivation = { ...interestFields.motivation, longest: 8_000 };
    expect(define(form, { ...interestFields, motivation }).longestValue).toBe(24_000);
  });

  it("formats no number before somebody writes too much: a slow phone's first one takes a tenth of a second", () => {
    const format = vi.spyOn(Number.prototype, "toLocaleString");
    const { check } = define(form);
    check(new FormData());
    expect(format).not.toHaveBeenCalled();
    const tooLong = new FormData();
    tooLong.set("role", "x".repeat(201));
    check(tooLong);
    expect(format).toHaveBeenCalledOnce();
    format.mockRestore();
  });

  it("does not compile without a question that says who has sent the form", () => {
    const { email: _, ...fields } = interestFields;
    const define = () =>
      defineForm({
        ...{ id: "interest", path: "/contact", texts: form, constants: { reason_for_contact: "" } },
        table: "contact_submissions",
        // @ts-expect-error: `email` is missing
        fields,
      });
    expect(define).toThrow("the form has no question 'email'");
  });
});
