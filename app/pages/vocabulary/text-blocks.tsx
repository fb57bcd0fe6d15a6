import type { ReactNode } from "react";
import { StillLife } from "#app/diagrams/still-lifes/still-life.tsx";
import type { StillLifeName } from "#content-model/still-lifes.ts";

interface Children {
  children: ReactNode;
}

/** First paragraph of a page, larger. */
export function Lead({ children }: Children) {
  return <div className="opening">{children}</div>;
}

/** A short remark in the margin; beside the paragraph before it, and below that on small screens. */
export function SideNote({ children }: Children) {
  return <aside className="side-note">{children}</aside>;
}

/** A button among the text, where the reader knows enough to take the step. */
export function Action({ to, children }: Children & { to: string }) {
  return (
    <p>
      <a className="button" href={to}>
        {children}
      </a>
    </p>
  );
}

/** A scene from working life, set apart, with something of it drawn beside it. */
export function Scene({ picture, children }: Children & { picture?: StillLifeName }) {
  return (
    <div className={picture ? "scene staged wide" : "scene wide"}>
      {picture && <StillLife name={picture} />}
      <div className="scene-text">{children}</div>
    </div>
  );
}

/** Two scenes that face each other, as two rooms do; a heading of theirs may stand before them. */
export function Scenes({ children }: Children) {
  return <div className="scenes wide">{children}</div>;
}

export function PullQuote({ children }: Children) {
  return <div className="pull-quote">{children}</div>;
}
