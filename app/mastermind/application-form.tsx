import { Choices, Select, TextArea, TextField } from "#app/forms/fields.tsx";
import { FormSection, FormShell, type FormState } from "#app/forms/form-shell.tsx";
import form from "#content/forms/mastermind.yaml";
import type { ApplicationFieldName } from "#content-model/schemas/forms.schema.ts";
import { checkApplication, requiredFields } from "./application.schema.ts";

const { fields: texts, options, sections } = form;
const field = (name: ApplicationFieldName) => ({ name, ...texts[name] });

export function ApplicationForm({ state }: { state: FormState }) {
  return (
    <FormShell
      id="application"
      state={state}
      texts={form}
      check={checkApplication}
      required={requiredFields}
      isCheckedByBrowser
      agreement={options.agreeToTerms}
    >
      <FormSection title={sections.about}>
        <TextField {...field("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} autoComplete="family-name" />
        <TextField {...field("email")} type="email" autoComplete="email" />
        <TextField {...field("phone")} type="tel" autoComplete="tel" />
      </FormSection>
      <FormSection title={sections.organization}>
        <TextField {...field("organization")} autoComplete="organization" />
        <TextField {...field("role")} autoComplete="organization-title" />
        <Select {...field("organizationSize")} options={options.organizationSize} />
        <TextField {...field("industry")} />
      </FormSection>
      <FormSection title={sections.experience}>
        <TextArea {...field("leadershipExperience")} rows={3} />
        <TextArea {...field("careBasedLeadership")} rows={3} />
        <TextArea {...field("previousExperience")} rows={3} />
      </FormSection>
      <FormSection title={sections.question}>
        <TextArea {...field("challengesDescription")} rows={4} />
        <TextArea {...field("transformationGoals")} rows={4} />
        <TextArea {...field("learningExpectations")} rows={4} />
      </FormSection>
      <FormSection title={sections.commitment}>
        <TextArea {...field("timeCommitment")} rows={3} />
        <Choices type="radio" {...field("investmentLevel")} options={options.investmentLevel} />
      </FormSection>
      <FormSection title={sections.final}>
        <TextArea {...field("additionalInfo")} rows={3} />
      </FormSection>
    </FormShell>
  );
}
