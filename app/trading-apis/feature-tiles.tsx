// Limits of the trading API as tiles.
import { FEATURE_TILES } from "./audiences.ts";
import { featureTilesText as text } from "./text.ts";

export function FeatureTiles() {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits" className="sr-only">
        {text.limitsAndFigures}
      </h2>
      <dl className="figures">
        {FEATURE_TILES.map((tile) => (
          <div key={tile.title}>
            <dt className="figure-name">{tile.title}</dt>
            <dd className="figure max-sm:text-base">{tile.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
