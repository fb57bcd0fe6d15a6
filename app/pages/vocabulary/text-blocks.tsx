import type { ReactNode } from "react";

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

/** A scene from working life, set apart. */
export function Scene({ children }: Children) {
  return <div className="scene wide">{children}</div>;
}

export function PullQuote({ children }: Children) {
  return <div className="pull-quote">{children}</div>;
}
