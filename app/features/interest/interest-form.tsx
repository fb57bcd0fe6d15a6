import { useForm } from "@conform-to/react";
import { Choices, Select, TextArea, TextField, Tick } from "#app/forms/fields.tsx";
import { FormSection, FormShell, type FormState, formOptions } from "#app/forms/form-shell.tsx";
import form from "#content/forms/interest.yaml";
import { parseInterest, requiredFields } from "./interest.schema.ts";

const { fields: texts, options, sections, words } = form;
const sameLabels = (labels: string[]) => Object.fromEntries(labels.map((label) => [label, label]));

export function InterestForm({ state }: { state: FormState }) {
  const [meta, fields] = useForm({ id: "interest", ...formOptions(state, parseInterest, requiredFields) });
  return (
    <FormShell
      meta={meta}
      state={state}
      texts={form}
      agreement={{ field: fields.agreeToTerms, text: options.agreeToTerms, isRequired: true }}
      parse={parseInterest}
    >
      <FormSection title={sections.personal}>
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
      </FormSection>
      <FormSection title={sections.professional}>
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
      </FormSection>
      <FormSection title={sections.channels}>
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
      </FormSection>
      <FormSection title={sections.communities}>
        <Choices
          type="checkbox"
          field={fields.connectedCommunities}
          {...texts.connectedCommunities}
          words={words}
          options={sameLabels(options.connectedCommunities)}
        />
        <TextArea field={fields.otherCommunities} {...texts.otherCommunities} words={words} rows={3} />
      </FormSection>
      <FormSection title={sections.interests}>
        <Choices
          type="checkbox"
          field={fields.areasOfInterest}
          {...texts.areasOfInterest}
          words={words}
          options={sameLabels(options.areasOfInterest)}
        />
      </FormSection>
      <FormSection title={sections.contact}>
        <Choices
          type="radio"
          field={fields.preferredContact}
          {...texts.preferredContact}
          words={words}
          options={options.preferredContact}
        />
        <TextField field={fields.bestTimes} {...texts.bestTimes} words={words} />
        <TextField field={fields.calendarLink} {...texts.calendarLink} words={words} type="url" />
      </FormSection>
      <FormSection title={sections.final}>
        <TextArea field={fields.finalThoughts} {...texts.finalThoughts} words={words} rows={4} />
      </FormSection>
    </FormShell>
  );
}
