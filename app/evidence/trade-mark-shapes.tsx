// Marks of trades on a chart: triangles of fixed size, below the curve for entries and above it for exits.
import { percent } from "./plot.tsx";
import { PHONE_TRADES_MAX, type TradeMark } from "./trade-marks.ts";

const SHAPES = { entry: "M0 6l5 8h-10z", gain: "M0-6l5-8h-10z", loss: "M0-6l5-8h-10z" };

export function TradeMarkShapes(props: {
  marks: readonly TradeMark[];
  scales: { x: (day: string) => number; y: (paise: number) => number };
}) {
  const { marks, scales } = props;
  return (
    <svg
      className="curve-over trade-marks max-md:data-many:hidden"
      data-many={marks.length > 2 * PHONE_TRADES_MAX ? "" : undefined}
      aria-hidden="true"
    >
      <defs>
        {Object.entries(SHAPES).map(([kind, d]) => (
          <path key={kind} id={`mark-${kind}`} d={d} className={`trade-${kind}`} />
        ))}
      </defs>
      {marks.map(({ kind, day, paise }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two trades may have equal marks
        <use key={index} href={`#mark-${kind}`} x={percent(scales.x(day))} y={percent(scales.y(paise))} />
      ))}
    </svg>
  );
}
