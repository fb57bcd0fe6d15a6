import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import { OwnRings } from "./own-rings.tsx";
import css from "./received-page.css?inline";
import { WhatFollows } from "./what-follows.tsx";

/** Metadata of the page that follows a form sent without JavaScript; search engines are asked not to list it. */
export function receivedInfo(texts: FormTexts, path: string): PageInfo {
  return {
    path,
    title: texts.received.title,
    heading: texts.messages.success.title,
    description: texts.page.description,
    keywords: [],
    isHidden: true,
  };
}

/** The answer to a form sent without JavaScript. */
export function ReceivedPage({
  texts,
  path,
  reference,
  ringsFile,
}: {
  texts: FormTexts;
  path: string;
  reference: string;
  /** Address of the reference's rings as a file. */
  ringsFile: string;
}) {
  const { messages, received } = texts;
  const { title, heading } = receivedInfo(texts, path);
  return (
    <PageHead
      path={path}
      title={title}
      heading={heading}
      lead={messages.success.text}
      picture={
        <div className="head-drawing">
          <OwnRings reference={reference} />
        </div>
      }
    >
      <Style name="received-page" css={css} />
      <div className="page-head-more">
        <p>
          <strong>{messages.reference.replace("{reference}", reference)}</strong>
        </p>
        <WhatFollows texts={texts} />
        <p>
          {received.rings}{" "}
          <a href={ringsFile} download={`${reference}.svg`}>
            {received.keepRings}
          </a>
        </p>
        <p className="actions">
          <a className="button button-hot" href={received.home.to}>
            {received.home.label}
          </a>
        </p>
      </div>
    </PageHead>
  );
}
