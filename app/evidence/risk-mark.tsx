// A risk level as text with a four-step mark. The mark repeats the text and is empty for an unknown level.
import { formatRisk } from "../format/risk.ts";
import { RISKS, riskRank } from "../wire/vocabulary.ts";

export function RiskMark(props: { risk: string }) {
  const rank = riskRank(props.risk);
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
            className={rank < RISKS.length && index <= rank ? "fill-ink" : "fill-line"}
          />
        ))}
      </svg>
      {formatRisk(props.risk)}
    </span>
  );
}
