import theme from "#content/theme.yaml";
import texts from "#content/typography.yaml";
import { sectionColors } from "#content-model/section-colors.ts";
import { measuredPairs } from "#content-model/theme/color-pairs.ts";

const { colors } = texts;
const surfaces = ["paper", "paper-2", "spruce", "marigold", ...sectionColors];

const pairs = measuredPairs(theme.colors);
/** The least contrast of words. */
const ofWords = 4.5;
/** What lies on the dark field and on the spark has a color of its own. */
const grounds = [...surfaces, ...new Set(pairs.map(({ ground }) => ground))].map((name) => {
  const words = name === "spruce" || name === "marigold" ? `;color:var(--on-${name})` : "";
  return `.ground-${name}{background:var(--${name})${words}}`;
});
const words = new Set(pairs.filter(({ least }) => least >= ofWords).map(({ text }) => text));
export const specimensCss = [
  ...grounds,
  ...[...words].map((name) => `.text-${name}{color:var(--${name})}`),
].join("");

export function Surfaces() {
  return (
    <ul className="swatches">
      {surfaces.map((surface) => (
        <li key={surface} className={`ground-${surface}`}>
          {surface}
        </li>
      ))}
    </ul>
  );
}

/** Measured at build from the colors themselves. */
export function Contrasts() {
  return (
    <div className="contrasts">
      <table>
        <caption>{colors.caption}</caption>
        <thead>
          <tr>
            {colors.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ text, ground, light, dark, least }) => (
            <tr key={text + ground}>
              <th scope="row" className={`ground-${ground} text-${text}`}>
                {colors.pair.replace("{text}", text).replace("{ground}", ground)}
              </th>
              <td>{light.toFixed(1)}</td>
              <td>{dark.toFixed(1)}</td>
              <td>{least}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
