import { EmailLink } from "#app/design/email-and-phone.tsx";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";

/** What happens with a form that was received, and how to reach a person. */
export function WhatFollows({ texts: { received } }: { texts: FormTexts }) {
  return (
    <>
      <p>{received.next}</p>
      <p>
        {received.reach} <EmailLink />
      </p>
    </>
  );
}
