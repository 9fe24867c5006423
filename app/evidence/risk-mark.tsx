// A risk level in words with a four-step mark. The words carry it; the mark only repeats them.
import { formatRisk } from "../format/risk.ts";
import { RISKS, type Risk } from "../wire/vocabulary.ts";

export function RiskMark(props: { risk: Risk }) {
  const rank = RISKS.indexOf(props.risk) + 1;
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 26 12" className="h-3 w-6.5 shrink-0" aria-hidden="true" focusable="false">
        {RISKS.map((level, index) => (
          <rect
            key={level}
            x={index * 7}
            y={9 - index * 3}
            width={5}
            height={3 + index * 3}
            rx={1}
            className={index < rank ? "fill-ink" : "fill-line"}
          />
        ))}
      </svg>
      {formatRisk(props.risk)}
    </span>
  );
}
