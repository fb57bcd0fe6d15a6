import type { MetaDescriptor } from "react-router";
import { rings } from "#app/design/rings.ts";
import { Style } from "#app/design/style.tsx";
import problems from "#content/problems.yaml";
import site from "#content/site.yaml";
import css from "./problem-page.css?inline";

const ringPaths = rings({ seed: "broken", cx: 500, cy: 420, innerRadius: 20, outerRadius: 480, count: 10 });
const brokenRing = 6;

/** The page for a refused request or an error: what happened, and where to go on. The broken ring is decoration. */
export function ProblemPage({ status }: { status: number }) {
  const { heading, text } = problemOf(status);
  return (
    <section className="problem spruce">
      <Style name="problem-page" css={css} />
      <div className="wrap">
        <h1>{heading}</h1>
        <p className="lead">{text}</p>
        <p className="actions">
          <a className="button button-hot" href={problems.home.to}>
            {problems.home.label}
          </a>
        </p>
        <ul>
          {problems.links.map((link) => (
            <li key={link.to}>
              <a href={link.to}>{link.label}</a>
            </li>
          ))}
        </ul>
      </div>
      <svg className="rings" viewBox="0 0 1000 840" aria-hidden="true">
        <path d={ringPaths.filter((_, index) => index !== brokenRing).join("")} />
        <path className="lit" strokeDasharray="1240 190 620 90" d={ringPaths[brokenRing]} />
      </svg>
    </section>
  );
}

export function problemMeta(status: number): MetaDescriptor[] {
  return [{ title: `${problemOf(status).title} | ${site.name}` }, { name: "robots", content: "noindex" }];
}

function problemOf(status: number) {
  return (problems as Record<string, typeof problems.other>)[status] ?? problems.other;
}
