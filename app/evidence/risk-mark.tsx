// Shows a risk level as label, bars and colour. An unknown level has only the label.

import { RISKS, riskRank } from "../domain/vocabulary.ts";
import { formatRisk } from "../format/risk.ts";

export function RiskMark(props: { risk: string }) {
  const rank = riskRank(props.risk);
  const isKnown = rank < RISKS.length;
  return (
    <span className="risk" data-risk={isKnown ? rank : undefined}>
      {isKnown ? (
        <svg viewBox="0 0 17 12" aria-hidden="true" focusable="false">
          {RISKS.map((level, index) => (
            <rect
              key={level}
              x={index * 4.5}
              y={7.5 - index * 2.5}
              width={3.5}
              height={4.5 + index * 2.5}
              rx={1}
              data-off={index > rank ? "" : undefined}
            />
          ))}
        </svg>
      ) : null}
      {formatRisk(props.risk)}
    </span>
  );
}
