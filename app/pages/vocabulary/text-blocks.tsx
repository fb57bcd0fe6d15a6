import type { ReactNode } from "react";

interface Children {
  children: ReactNode;
}

/** First paragraph of a page, larger. */
export function Lead({ children }: Children) {
  return <div className="opening">{children}</div>;
}

/** A short remark in the margin; on small screens it stands before the paragraph that it belongs to. */
export function SideNote({ children }: Children) {
  return <aside className="side-note">{children}</aside>;
}

/** A scene from working life, set apart. */
export function Scene({ children }: Children) {
  return <div className="scene">{children}</div>;
}

export function PullQuote({ children }: Children) {
  return <div className="pull-quote">{children}</div>;
}
