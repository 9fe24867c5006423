// Correlations of the daily results of several algos: one line per pair, highest first.
import { formatRatio } from "../format/percent.ts";
import type { JointView } from "./joint.ts";
import { correlationsText as text } from "./text.ts";

/** Classes of correlations: lower bound, label, and style of the tint. */
const CORRELATION_CLASSES = [
  { from: 0.6, word: text.mostly, tint: "heat-loss-3" },
  { from: 0.3, word: text.often, tint: "heat-loss-2" },
  { from: 0.1, word: text.sometimes, tint: "heat-loss-1" },
  { from: -0.1, word: text.rarely, tint: "heat-gain-1" },
  { from: -1, word: text.opposite, tint: "heat-gain-2" },
];

/** Renders the correlations. Pairs whose correlation is undefined are omitted. */
export function Correlations(props: { correlations: JointView["correlations"]; names: string[] }) {
  const { names } = props;
  const pairs = props.correlations
    .flatMap((row, index) =>
      row
        .slice(index + 1)
        .flatMap((value, offset) =>
          value === null
            ? []
            : [{ value, names: text.pair([names[index] ?? "", names[index + 1 + offset] ?? ""]) }],
        ),
    )
    .sort((one, other) => other.value - one.value);
  return (
    <dl className="facts">
      {pairs.map((pair) => {
        const step = CORRELATION_CLASSES.find(({ from }) => pair.value >= from);
        return (
          <div key={pair.names}>
            <dt>{pair.names}</dt>
            <dd className={`alike ${step?.tint}`}>
              {step?.word} {formatRatio(pair.value)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
