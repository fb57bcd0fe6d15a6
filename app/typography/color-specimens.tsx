import theme from "#content/theme.yaml";
import texts from "#content/typography.yaml";
import { sectionColors } from "#content-model/section-colors.ts";
import { measuredPairs } from "#content-model/theme/color-pairs.ts";

const { colors } = texts;
const surfaces = ["paper", "paper-2", "spruce", "marigold", ...sectionColors];

/** What lies on the dark field and on the spark has a color of its own. */
const grounds = [...surfaces, ...new Set(measuredPairs(theme.colors).map(({ ground }) => ground))];
export const groundsCss = grounds
  .map((name) => {
    const words = name === "spruce" || name === "marigold" ? `;color:var(--on-${name})` : "";
    return `.ground-${name}{background:var(--${name})${words}}`;
  })
  .join("");

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
          {measuredPairs(theme.colors).map(({ text, ground, light, dark, least }) => (
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
