import texts from "#content/typography.yaml";

const { actions, text } = texts;
const { to } = text.link;

/** Buttons, links of their own and links among text, each as it is, under the pointer and with the focus. */
export function Actions({ isOnSpruce = false }: { isOnSpruce?: boolean }) {
  const button = isOnSpruce ? "button button-hot" : "button";
  return (
    <p className="actions">
      <a className={button} href={to}>
        {actions.primary}
      </a>
      <a className={`${button} show-hover`} href={to}>
        {actions.hover}
      </a>
      <a className={`${button} show-focus`} href={to}>
        {actions.focus}
      </a>
      {!isOnSpruce && (
        <button type="button" className="button" disabled>
          {actions.disabled}
        </button>
      )}
      {["quiet", "quiet show-hover", "quiet show-focus"].map((state) => (
        <a key={state} className={state} href={to}>
          {actions.quiet}
        </a>
      ))}
    </p>
  );
}
