import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import type { InterestFieldName } from "#app/content/forms.schema.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { Choices, Select, TextArea, TextField, Tick } from "#app/forms/fields.tsx";
import form from "#content/forms/interest.yaml";
import site from "#content/site.yaml";
import { parseInterest, requiredFields } from "./interest.schema.ts";

const { fields: texts, options, sections, words } = form;
const constraint = Object.fromEntries(requiredFields.map((name) => [name, { required: true }]));
const sameLabels = (labels: string[]) => Object.fromEntries(labels.map((label) => [label, label]));

interface InterestFormProps {
  /** Made when the form is served; every attempt to send this form carries it. */
  submissionId: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** A sentence about the whole form, shown above it. */
  notice?: string | undefined;
  isSending: boolean;
  onSend: (data: FormData) => void;
}

export function InterestForm({ submissionId, lastResult, notice, isSending, onSend }: InterestFormProps) {
  const [attempts, setAttempts] = useState(0);
  const [meta, fields] = useForm({
    // Fixed, because the links of the error summary lead to ids that a page without JavaScript has as well.
    id: "interest",
    constraint,
    lastResult: lastResult ?? null,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseInterest(formData),
    onSubmit(event, { formData }) {
      event.preventDefault();
      onSend(formData);
    },
  });
  const { onSubmit, ...formProps } = getFormProps(meta);
  const errors = Object.entries(meta.allErrors).map(([name, messages]) => ({
    id: fields[name as InterestFieldName].id,
    message: messages?.[0] ?? "",
  }));

  return (
    // multipart: an answer in any script then takes its own bytes, not three times as many
    <form
      {...formProps}
      className="form"
      method="post"
      action="/contact"
      encType="multipart/form-data"
      onSubmit={(event) => {
        setAttempts((count) => count + 1);
        onSubmit(event);
      }}
    >
      <title>{`${errors.length > 0 || notice ? `${words.errorTitle} ` : ""}${form.page.title} | ${site.name}`}</title>
      <ErrorSummary heading={words.problem} errors={errors} attempts={attempts} notice={notice} />
      <div className="form-intro">
        <h2>{form.heading}</h2>
        <p>{form.intro}</p>
      </div>
      <input type="hidden" name="submissionId" value={submissionId} />

      <Section title={sections.personal}>
        <TextField field={fields.firstName} {...texts.firstName} words={words} autoComplete="given-name" />
        <TextField field={fields.lastName} {...texts.lastName} words={words} autoComplete="family-name" />
        <TextField field={fields.email} {...texts.email} words={words} type="email" autoComplete="email" />
        <TextField field={fields.phone} {...texts.phone} words={words} type="tel" autoComplete="tel" />
        <TextField field={fields.linkedinUrl} {...texts.linkedinUrl} words={words} type="url" />
        <TextField
          field={fields.personalWebsite}
          {...texts.personalWebsite}
          words={words}
          type="url"
          autoComplete="url"
        />
      </Section>
      <Section title={sections.professional}>
        <TextField
          field={fields.organization}
          {...texts.organization}
          words={words}
          autoComplete="organization"
        />
        <TextField field={fields.role} {...texts.role} words={words} autoComplete="organization-title" />
        <Select
          field={fields.experienceLevel}
          {...texts.experienceLevel}
          words={words}
          options={options.experienceLevel}
        />
        <TextArea field={fields.motivation} {...texts.motivation} words={words} rows={4} />
      </Section>
      <Section title={sections.channels}>
        <Tick
          field={fields.newsletterSignup}
          hint={texts.newsletterSignup.hint}
          text={options.newsletterSignup}
          words={words}
        />
        <Choices
          type="checkbox"
          field={fields.communicationChannels}
          {...texts.communicationChannels}
          words={words}
          options={sameLabels(options.communicationChannels)}
        />
      </Section>
      <Section title={sections.communities}>
        <Choices
          type="checkbox"
          field={fields.connectedCommunities}
          {...texts.connectedCommunities}
          words={words}
          options={sameLabels(options.connectedCommunities)}
        />
        <TextArea field={fields.otherCommunities} {...texts.otherCommunities} words={words} rows={3} />
      </Section>
      <Section title={sections.interests}>
        <Choices
          type="checkbox"
          field={fields.areasOfInterest}
          {...texts.areasOfInterest}
          words={words}
          options={sameLabels(options.areasOfInterest)}
        />
      </Section>
      <Section title={sections.contact}>
        <Choices
          type="radio"
          field={fields.preferredContact}
          {...texts.preferredContact}
          words={words}
          options={options.preferredContact}
        />
        <TextField field={fields.bestTimes} {...texts.bestTimes} words={words} />
        <TextField field={fields.calendarLink} {...texts.calendarLink} words={words} type="url" />
      </Section>
      <Section title={sections.final}>
        <TextArea field={fields.finalThoughts} {...texts.finalThoughts} words={words} rows={4} />
      </Section>

      <div className="form-end">
        <p className="hint">
          {words.termsLead} <a href={words.terms.to}>{words.terms.label}</a> {words.and}{" "}
          <a href={words.privacy.to}>{words.privacy.label}</a>.
        </p>
        <Tick field={fields.agreeToTerms} text={options.agreeToTerms} words={words} isRequired />
        <button className="button" type="submit" disabled={isSending}>
          {isSending ? words.submitting : words.submit}
        </button>
      </div>
    </form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="form-grid">{children}</div>
    </fieldset>
  );
}
