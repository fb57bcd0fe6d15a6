import { CrossSection, Year } from "#app/design/cross-section-figure.tsx";
import { StillLife } from "#app/diagrams/still-lifes/still-life.tsx";
import home from "#content/home.yaml";
import site from "#content/site.yaml";
import { Months, ornaments } from "./ornaments.tsx";

export function Hero() {
  const { eyebrow, heading, lead, primary, secondary } = home.hero;
  return (
    <section className="hero spruce">
      <div className="wrap">
        <p className="over">{eyebrow}</p>
        <h1>{heading}</h1>
        <p className="lead">{lead}</p>
        <Actions primary={primary} secondary={secondary} />
      </div>
      {/* One ring of it highlighted; within it the colors of the ways in. */}
      <div className="cross-section hero-rings">
        <CrossSection seed="home" count={24} pages={[54]} lit={0}>
          {["clay", "lilac", "sky", "leaf"].map((color, index) => (
            <Year key={color} at={54 - 12 * index} className={`section-${color}`} />
          ))}
        </CrossSection>
      </div>
    </section>
  );
}

export function Philosophy() {
  const { heading, paragraphs, picture } = home.philosophy;
  return (
    <section className="philosophy section-clay">
      <div className="wrap">
        <h2>{heading}</h2>
        <div className="philosophy-text">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {picture && <StillLife name={picture} />}
      </div>
    </section>
  );
}

export function Pillars() {
  return (
    <section className="wrap">
      <h2>{home.pillars.heading}</h2>
      <ul className="pillars">
        {home.pillars.cards.map((card, index) => {
          const Ornament = ornaments[index];
          return (
            <li key={card.to} className={`pillar section-${card.color}`}>
              <a href={card.to}>
                <h3>{card.title}</h3>
                <p>{card.text}</p>
                <span className="pillar-action">{card.action}</span>
                {Ornament && <Ornament />}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The organization's platform, and at its end the separate one, if there are any. */
export function Platforms() {
  if (!home.platform)
    return (
      <div className="wrap">
        <Altruism />
      </div>
    );
  const { eyebrow, heading, text, action, instruments } = home.platform;
  return (
    <section className="platform">
      <div className="wrap">
        <div>
          <p className="over">{eyebrow}</p>
          <h2>{heading}</h2>
          <p>{text}</p>
          <a className="button" href={action.to}>
            {action.label}
          </a>
        </div>
        <Months />
        <dl>
          {instruments.map((instrument) => (
            <div key={instrument.name}>
              <dt>{instrument.name}</dt>
              <dd>{instrument.text}</dd>
            </div>
          ))}
        </dl>
        <Altruism />
      </div>
    </section>
  );
}

function Altruism() {
  const platform = site.links.altruismPlatform;
  if (!home.altruism || !platform) return null;
  const { heading, text, action } = home.altruism;
  return (
    <section className="altruism">
      <h2>{heading}</h2>
      <p>{text}</p>
      <a className="quiet" href={platform.url} rel="noopener">
        {action} <span aria-hidden="true">↗</span>
      </a>
    </section>
  );
}

export function Closing() {
  const { heading, text, primary, secondary } = home.closing;
  return (
    <section className="closing spruce">
      <div className="wrap">
        <h2>{heading}</h2>
        <p className="lead">{text}</p>
        <Actions primary={primary} secondary={secondary} />
      </div>
      <ClosedRings />
    </section>
  );
}

/** The one action of a section on spruce, and a quieter one beside it. */
function Actions({ primary, secondary }: Pick<typeof home.hero, "primary" | "secondary">) {
  return (
    <p className="actions">
      <a className="button button-hot" href={primary.to}>
        {primary.label}
      </a>
      <a className="quiet" href={secondary.to}>
        {secondary.label}
      </a>
    </p>
  );
}

/** The end's decoration: the whole trunk, with a ring in the color of each of the cards. */
function ClosedRings() {
  const { cards } = home.pillars;
  return (
    <div className="closing-rings">
      <svg className="rings" viewBox="-440 -440 880 880" aria-hidden="true">
        {[12, 21, 33, 39, 51, 57, 69, 75, 87, 93].map((at) => (
          <Year key={at} at={at} />
        ))}
        {cards.map(({ to, color }, card) => (
          <Year key={to} at={27 + 18 * card} className={`lit section-${color}`} />
        ))}
      </svg>
    </div>
  );
}
