import { useForm } from "@conform-to/react";
import { Choices, Select, TextArea, TextField } from "#app/forms/fields.tsx";
import { FormSection, FormShell, type FormState, formOptions } from "#app/forms/form-shell.tsx";
import form from "#content/forms/mastermind.yaml";
import { parseApplication, requiredFields } from "./application.schema.ts";

const { fields: texts, options, sections, words } = form;

export function ApplicationForm({ state }: { state: FormState }) {
  const [meta, fields] = useForm({
    id: "application",
    ...formOptions(state, parseApplication, requiredFields),
  });
  const line = (name: "firstName" | "lastName" | "organization" | "role" | "industry") => ({
    field: fields[name],
    words,
    ...texts[name],
  });
  const area = (
    name:
      | "leadershipExperience"
      | "careBasedLeadership"
      | "previousExperience"
      | "challengesDescription"
      | "transformationGoals"
      | "learningExpectations"
      | "timeCommitment"
      | "additionalInfo",
  ) => ({ field: fields[name], words, ...texts[name] });

  return (
    <FormShell
      meta={meta}
      state={state}
      texts={form}
      agreement={{ field: fields.agreeToTerms, text: options.agreeToTerms, isRequired: true }}
      parse={parseApplication}
    >
      <FormSection title={sections.about}>
        <TextField {...line("firstName")} autoComplete="given-name" />
        <TextField {...line("lastName")} autoComplete="family-name" />
        <TextField field={fields.email} {...texts.email} words={words} type="email" autoComplete="email" />
        <TextField field={fields.phone} {...texts.phone} words={words} type="tel" autoComplete="tel" />
      </FormSection>
      <FormSection title={sections.organization}>
        <TextField {...line("organization")} autoComplete="organization" />
        <TextField {...line("role")} autoComplete="organization-title" />
        <Select
          field={fields.organizationSize}
          {...texts.organizationSize}
          words={words}
          options={options.organizationSize}
        />
        <TextField {...line("industry")} />
      </FormSection>
      <FormSection title={sections.experience}>
        <TextArea {...area("leadershipExperience")} rows={3} />
        <TextArea {...area("careBasedLeadership")} rows={3} />
        <TextArea {...area("previousExperience")} rows={3} />
      </FormSection>
      <FormSection title={sections.question}>
        <TextArea {...area("challengesDescription")} rows={4} />
        <TextArea {...area("transformationGoals")} rows={4} />
        <TextArea {...area("learningExpectations")} rows={4} />
      </FormSection>
      <FormSection title={sections.commitment}>
        <TextArea {...area("timeCommitment")} rows={3} />
        <Choices
          type="radio"
          field={fields.investmentLevel}
          {...texts.investmentLevel}
          words={words}
          options={options.investmentLevel}
        />
      </FormSection>
      <FormSection title={sections.final}>
        <TextArea {...area("additionalInfo")} rows={3} />
      </FormSection>
    </FormShell>
  );
}
