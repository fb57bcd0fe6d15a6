import type { MetaDescriptor } from "react-router";
import { yearOutline, years } from "#app/design/cross-section.ts";
import { Style } from "#app/design/style.tsx";
import problems from "#content/problems.yaml";
import site from "#content/site.yaml";
import css from "./problem-page.css?inline";

/** The years of the drawing, without those beside the broken one. */
const rings = years("broken ring", 26).filter((at) => Math.abs(at - 50) > 3);
const outline = yearOutline("broken ring");

/** The page for a refused request or an error: what happened, and where to go on. The broken ring is decoration. */
export function ProblemPage({ status }: { status: number }) {
  const { heading, text } = problemOf(status);
  return (
    <section className="problem section-lilac">
      <Style name="problem-page" css={css} />
      <div className="wrap">
        <h1>{heading}</h1>
        <p className="lead">{text}</p>
        <ul>
          {problems.links.map((link) => (
            <li key={link.to}>
              <a href={link.to}>{link.label}</a>
            </li>
          ))}
        </ul>
        <p className="actions">
          <a className="button" href={problems.home.to}>
            {problems.home.label}
          </a>
        </p>
      </div>
      <div className="cross-section">
        <svg className="rings" viewBox="-440 -440 880 880" aria-hidden="true">
          {rings.map((at) => (
            <use key={at} href="#year" transform={`scale(${at / 100})`} />
          ))}
          <path className="lit" d={outline} transform="scale(.5)" strokeDasharray="510 390 2000" />
          <circle className="seed" cx="-128" cy="290" r="56" />
        </svg>
      </div>
    </section>
  );
}

export function problemMeta(status: number): MetaDescriptor[] {
  return [{ title: `${problemOf(status).title} | ${site.name}` }, { name: "robots", content: "noindex" }];
}

function problemOf(status: number) {
  return (problems as Record<string, typeof problems.other>)[status] ?? problems.other;
}
