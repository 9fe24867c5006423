// Limits of the trading API as tiles.
import { FEATURE_TILES } from "./audiences.ts";
import { featureTilesText as text } from "./text.ts";

export function FeatureTiles() {
  return (
    <section aria-labelledby="limits">
      <h2 id="limits" className="text-xl">
        {text.limitsAndFigures}
      </h2>
      <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-3">
        {FEATURE_TILES.map((tile) => (
          <div key={tile.title} className="flex flex-col-reverse justify-end bg-surface-raised p-4 sm:p-5">
            <dt className="text-sm text-ink-muted">{tile.title}</dt>
            <dd className="text-lg font-semibold sm:text-xl">{tile.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
