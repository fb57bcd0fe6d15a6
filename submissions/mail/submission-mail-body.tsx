import type { CSSProperties } from "react";
import texts from "#content/mail.yaml";
import theme from "#content/theme.yaml";
import { language } from "#system/language.ts";
import type { AnsweredQuestion } from "../questions.ts";

export interface SubmissionMailProps {
  heading: string;
  intro: string;
  /** Name and value, above the answers. */
  facts: [string, string][];
  questions: AnsweredQuestion[];
  /** Paragraphs below the answers. */
  notes: string[];
  /** The sender's: such a mail begins with a drawn letter, and ends with the rings of this reference. */
  reference?: string | undefined;
}

/** A mail has the light theme only. */
const color = (name: keyof typeof theme.colors) => theme.colors[name].light;

/** Mail programs know little CSS, and some none but this: system fonts, no pictures, nothing from another host. */
const styles = {
  body: { margin: "0", padding: "24px 16px", backgroundColor: color("paper"), color: color("ink") },
  page: {
    maxWidth: "600px",
    margin: "0 auto",
    fontFamily: theme.faces.read.mail,
    fontSize: "17px",
    lineHeight: "1.55",
  },
  heading: {
    margin: "0 0 12px",
    borderTop: `6px solid ${color("marigold")}`,
    paddingTop: "16px",
    fontFamily: theme.faces.speak.mail,
    fontSize: "26px",
    lineHeight: "1.15",
  },
  facts: {
    margin: "0 0 24px",
    color: color("ink-2"),
    fontFamily: theme.faces.speak.mail,
    fontSize: "14px",
  },
  question: {
    margin: "0",
    borderTop: `1px solid ${color("line")}`,
    paddingTop: "12px",
    color: color("ink-2"),
    fontFamily: theme.faces.speak.mail,
    fontSize: "14px",
    fontWeight: "normal",
  },
  answer: { margin: "2px 0 14px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
  none: {
    margin: "0 0 24px",
    borderTop: `1px solid ${color("line")}`,
    paddingTop: "12px",
    color: color("ink-2"),
  },
} satisfies Record<string, CSSProperties>;

/** A letter of cut paper on a piece of wood: of boxes alone, since mail programs show no SVG, and pictures only to those who ask. */
const letter = {
  wood: {
    boxSizing: "border-box",
    width: "104px",
    height: "98px",
    margin: "0 0 24px",
    borderRadius: "47% 53% 55% 45% / 53% 46% 54% 47%",
    paddingTop: "17px",
    backgroundColor: color("leaf-lit"),
  },
  sheet: {
    boxSizing: "border-box",
    width: "54px",
    height: "64px",
    margin: "0 auto",
    border: `2px solid ${color("spruce")}`,
    padding: "11px 9px",
    backgroundColor: color("on-spruce"),
    transform: "rotate(-4deg)",
  },
  line: { height: "2px", marginBottom: "7px", fontSize: "0", backgroundColor: color("spruce") },
  seal: { width: "18px", height: "7px", fontSize: "0", backgroundColor: color("marigold") },
} satisfies Record<string, CSSProperties>;

function Letter() {
  return (
    <div aria-hidden="true" style={letter.wood}>
      <div style={letter.sheet}>
        <div style={letter.line} />
        <div style={letter.line} />
        <div style={letter.line} />
        <div style={letter.seal} />
      </div>
    </div>
  );
}

/** The ground of the rings that a reference makes, and its pith. */
const rings = {
  ground: {
    display: "inline-block",
    margin: "0 0 16px",
    borderRadius: "12px",
    padding: "14px",
    backgroundColor: color("spruce"),
  },
  pith: { width: "12px", height: "12px", borderRadius: "50%", backgroundColor: color("marigold") },
} satisfies Record<string, CSSProperties>;

/**
 * A cross-section for its sender to keep, of boxes, as the letter: each letter and digit of the reference is a year, which says how far
 * it is to the next one and how it leaves the circle; what all of them add up to says which one is lit.
 */
function Rings({ reference }: { reference: string }) {
  const years = [...reference].filter((char) => char !== "-").map((char) => char.charCodeAt(0));
  const lit = years.reduce((sum, year) => sum + year, 0) % years.length;
  let drawn = <div style={rings.pith} />;
  for (const [index, year] of years.entries()) {
    const [a, b] = [44 + (year % 13), 56 - (year % 11)];
    const style: CSSProperties = {
      border: index === lit ? `3px solid ${color("marigold")}` : `1px solid ${color("on-spruce-2")}`,
      borderRadius: `${a}% ${100 - a}% ${b}% ${100 - b}% / ${b}% ${a}% ${100 - a}% ${100 - b}%`,
      padding: `${5 + (year % 9)}px`,
    };
    drawn = <div style={style}>{drawn}</div>;
  }
  return (
    <div aria-hidden="true" style={rings.ground}>
      {drawn}
    </div>
  );
}

export function isAnswered({ answer }: AnsweredQuestion): boolean {
  return typeof answer === "boolean" || answer.length > 0;
}

/** The questions that were left empty, in one line: most of a form is optional, and what was written shall not be lost among them. */
export function unansweredLine(questions: readonly AnsweredQuestion[]): string {
  const open = questions.filter((one) => !isAnswered(one)).map(({ question }) => question);
  return `${texts.words.none}: ${open.join(", ")}`;
}

/** All answers under the form's own questions, and which have none; a mail about something else has no questions. */
export function SubmissionMail({ heading, intro, facts, questions, notes, reference }: SubmissionMailProps) {
  return (
    <html lang={language} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>{heading}</title>
      </head>
      <body style={styles.body}>
        <div style={styles.page}>
          {reference && <Letter />}
          <h1 style={styles.heading}>{heading}</h1>
          <p>{intro}</p>
          {facts.length > 0 && (
            <p style={styles.facts}>
              {facts.map(([name, value]) => (
                <span key={name}>
                  {name}: {value}
                  <br />
                </span>
              ))}
            </p>
          )}
          {questions.filter(isAnswered).map(({ name, question, answer }) => (
            <div key={name}>
              <h2 style={styles.question}>{question}</h2>
              <Answer answer={answer} />
            </div>
          ))}
          {!questions.every(isAnswered) && <p style={styles.none}>{unansweredLine(questions)}</p>}
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {reference && <Rings reference={reference} />}
        </div>
      </body>
    </html>
  );
}

function Answer({ answer }: Pick<AnsweredQuestion, "answer">) {
  const { yes, no } = texts.words;
  if (typeof answer === "boolean") return <p style={styles.answer}>{answer ? yes : no}</p>;
  return answer.map((one) => (
    // Right-to-left answers are shown from right to left.
    <p key={one} dir="auto" style={styles.answer}>
      {one}
    </p>
  ));
}
