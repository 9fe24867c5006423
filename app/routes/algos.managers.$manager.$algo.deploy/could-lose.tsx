// Losses of the typed capital: by the algo's own stops, of one position, and the worst case.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { lossStatement, WORST_CASE_SENTENCES } from "../../evidence/loss.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { couldLoseText as text } from "./text.ts";

export function CouldLose(props: {
  strategy: Pick<Strategy, "minAmountRupees" | "lossLimits" | "structure">;
  /** Whole multiples of the minimum. */
  capitalRupees: number;
}) {
  const { strategy, capitalRupees } = props;
  const loss = lossStatement(strategy, capitalRupees);
  const risk = positionRisk(strategy.structure);
  return (
    <aside aria-labelledby="could-lose" className="panel panel-edge-loss panel-body self-start lg:order-last">
      <h2 id="could-lose" className="panel-title">
        {text.whatYouCouldLose}
      </h2>
      <dl className="facts mt-2">
        {risk === null ? null : (
          <Loss
            label={positionLossTerm(risk.perPosition)}
            rupees={lossRupees(risk.perPosition.share, loss.workingRupees)}
          />
        )}
        <Loss label={text.onOneTrade} rupees={loss.perTradeRupees} />
        <Loss label={text.onOneDay} rupees={loss.perDayRupees} />
      </dl>
      <p className="mt-2 text-xs text-ink-muted">
        {text.forCapital({
          capital: formatRupees(loss.workingRupees),
          multiples: loss.multiples,
          minimum: formatRupees(strategy.minAmountRupees),
        })}
      </p>
      <p className="mt-3 border-t border-line pt-3 text-sm">
        {WORST_CASE_SENTENCES[strategy.lossLimits.worstCase]}
      </p>
    </aside>
  );
}

function Loss(props: { label: string; rupees: number | null }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd className="figure shrink-0 text-loss">
        {props.rupees === null ? text.noStop : formatRupees(-props.rupees)}
      </dd>
    </div>
  );
}
