import { Children, isValidElement, type ReactNode, useContext } from "react";
import { SectionMark, Seed } from "#app/design/cross-section-figure.tsx";
import { placeInSection } from "#app/design/place-in-section.ts";
import { Style } from "#app/design/style.tsx";
import type { SectionColor } from "#content-model/section-colors.ts";
import callCss from "./call.css?inline";
import cardsCss from "./cards.css?inline";
import columnsCss from "./columns.css?inline";
import comparisonCss from "./comparison.css?inline";
import factsCss from "./facts.css?inline";
import stepsCss from "./steps.css?inline";

export function Steps({ children }: { children: ReactNode }) {
  return (
    <ol className="steps wide">
      <Style name="steps" css={stepsCss} />
      {children}
    </ol>
  );
}

interface StepProps {
  title: string;
  /** Time of the step, for example "Months 1–3". */
  when?: string;
  /** Which ring it is, where each step reaches further than the one before, for example "2 of 5". */
  ring?: string;
  children: ReactNode;
}

export function Step({ title, when, ring, children }: StepProps) {
  const [place, count] = ring?.split(" of ").map(Number) ?? [];
  return (
    <li>
      <div className="step-title">
        <h3>{title}</h3>
        {when && <p>{when}</p>}
      </div>
      <div className="step-text">{children}</div>
      {place && count && <SectionMark place={{ index: place - 1, count }} />}
    </li>
  );
}

interface ComparisonProps {
  left: string;
  right: string;
  /** `loss-and-gain`: the left side is what one does not want; `tiers`: the colors of the community's two tiers. */
  colors?: "loss-and-gain" | "tiers";
  children: ReactNode;
}

/** Two columns on two fields of color; the rows of both sides stand beside each other. */
export function Comparison({ left, right, colors, children }: ComparisonProps) {
  return (
    <div className={`comparison wide${colors ? ` comparison-${colors}` : ""}`}>
      <Style name="comparison" css={comparisonCss} />
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{left}</th>
            <th scope="col">{right}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children}
    </tr>
  );
}

export function Cell({ children }: { children: ReactNode }) {
  return <td>{children}</td>;
}

/** Parts that belong together, under headings of the third level: from large windows on beside each other. */
export function Columns({ children }: { children: ReactNode }) {
  const before: ReactNode[] = [];
  const parts: ReactNode[][] = [];
  for (const child of Children.toArray(children)) {
    if (isValidElement(child) && child.type === "h3") parts.push([]);
    (parts.at(-1) ?? before).push(child);
  }
  return (
    <>
      {before}
      <div className="columns wide">
        <Style name="columns" css={columnsCss} />
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are made once
          <div key={index}>{part}</div>
        ))}
      </div>
    </>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="facts wide">
      <Style name="facts" css={factsCss} />
      {children}
    </dl>
  );
}

export function Fact({ value, label }: { value: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function Cards({ children }: { children: ReactNode }) {
  return (
    <ul className="cards wide">
      <Style name="cards" css={cardsCss} />
      {children}
    </ul>
  );
}

interface CardProps {
  title: string;
  to: string;
  /** What the link does, in two to four words. */
  action: string;
  color?: SectionColor;
  children: ReactNode;
}

/** A field of color that is one link. */
export function Card({ title, to, action, color = "leaf", children }: CardProps) {
  return (
    <li className={`card section-${color}`}>
      <h3>
        <a href={to}>{title}</a>
      </h3>
      <div className="card-text">{children}</div>
      <p className="card-action" aria-hidden="true">
        {action}
      </p>
    </li>
  );
}

interface CallToActionProps {
  heading: string;
  to: string;
  action: string;
  /** A sentence between heading and button. */
  children?: ReactNode;
}

/** The next step at the end of a page; on wide screens the section in small rises beside it. */
export function CallToAction({ heading, to, action, children }: CallToActionProps) {
  return (
    <section className="call wide">
      <Style name="call" css={callCss} />
      <h2>{heading}</h2>
      {children}
      <a className="button" href={to}>
        {action}
      </a>
      <SectionMark place={placeInSection(useContext(Seed))} />
    </section>
  );
}
