import { Choices, Select, TextArea, TextField, Tick } from "#app/forms/fields.tsx";
import { FormSection, FormShell, type FormState } from "#app/forms/form-shell.tsx";
import form from "#content/forms/interest.yaml";
import type { InterestFieldName } from "#content-model/schemas/forms.schema.ts";
import { checkInterest, requiredFields } from "./interest.schema.ts";

const { fields: texts, options, sections } = form;
const field = (name: InterestFieldName) => ({ name, ...texts[name] });
const sameLabels = (labels: string[]) => Object.fromEntries(labels.map((label) => [label, label]));

export function InterestForm({ state }: { state: FormState }) {
  return (
    <FormShell
      id="interest"
      state={state}
      texts={form}
      check={checkInterest}
      required={requiredFields}
      agreement={options.agreeToTerms}
    >
      <FormSection title={sections.personal}>
        <TextField {...field("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} autoComplete="family-name" />
        <TextField {...field("email")} type="email" autoComplete="email" />
        <TextField {...field("phone")} type="tel" autoComplete="tel" />
        <TextField {...field("linkedinUrl")} type="url" />
        <TextField {...field("personalWebsite")} type="url" autoComplete="url" />
      </FormSection>
      <FormSection title={sections.professional}>
        <TextField {...field("organization")} autoComplete="organization" />
        <TextField {...field("role")} autoComplete="organization-title" />
        <Select {...field("experienceLevel")} options={options.experienceLevel} />
        <TextArea {...field("motivation")} rows={4} />
      </FormSection>
      <FormSection title={sections.channels}>
        <Tick name="newsletterSignup" hint={texts.newsletterSignup.hint} text={options.newsletterSignup} />
        <Choices
          type="checkbox"
          {...field("communicationChannels")}
          options={sameLabels(options.communicationChannels)}
        />
      </FormSection>
      <FormSection title={sections.communities}>
        <Choices
          type="checkbox"
          {...field("connectedCommunities")}
          options={sameLabels(options.connectedCommunities)}
        />
        <TextArea {...field("otherCommunities")} rows={3} />
      </FormSection>
      <FormSection title={sections.interests}>
        <Choices
          type="checkbox"
          {...field("areasOfInterest")}
          options={sameLabels(options.areasOfInterest)}
        />
      </FormSection>
      <FormSection title={sections.contact}>
        <Choices type="radio" {...field("preferredContact")} options={options.preferredContact} />
        <TextField {...field("bestTimes")} />
        <TextField {...field("calendarLink")} type="url" />
      </FormSection>
      <FormSection title={sections.final}>
        <TextArea {...field("finalThoughts")} rows={4} />
      </FormSection>
    </FormShell>
  );
}
