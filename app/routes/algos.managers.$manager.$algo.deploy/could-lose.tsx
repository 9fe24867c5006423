// Largest loss in the record at this capital, largest loss of one position, and yearly costs.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { lossStatement } from "../../evidence/loss.ts";
import { WORST_CASE_SENTENCES } from "../../evidence/performance-words.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import type { SeenLosses } from "./seen-losses.ts";
import { StartButtons } from "./terms-form.tsx";
import { couldLoseText as text } from "./text.ts";

export function CouldLose(props: {
  strategy: Pick<Strategy, "minAmountRupees" | "lossLimits" | "structure">;
  /** A multiple of the minimum amount. */
  capitalRupees: number;
  /** Losses in the record. Null if no record may be shown. */
  seen: SeenLosses | null;
}) {
  const { strategy, capitalRupees, seen } = props;
  const loss = lossStatement(strategy, capitalRupees);
  const risk = positionRisk(strategy.structure);
  return (
    <aside aria-labelledby="could-lose" className="panel panel-edge-loss panel-body self-start lg:order-last">
      <h2 id="could-lose" className="panel-title">
        {text.whatYouCouldLose}
      </h2>
      <dl className="facts mt-2">
        {seen === null ? null : (
          <div>
            <dt>{text.deepestFall}</dt>
            <dd className="figure figure-large shrink-0 text-loss">{formatRupees(-seen.fallRupees)}</dd>
          </div>
        )}
        {risk === null ? null : (
          <Loss
            label={positionLossTerm(risk.perPosition)}
            rupees={lossRupees(risk.perPosition.share, loss.workingRupees)}
          />
        )}
        <Loss label={text.onOneTrade} rupees={loss.perTradeRupees} />
        <Loss label={text.onOneDay} rupees={loss.perDayRupees} />
        {seen === null ? null : (
          <div>
            <dt>{text.costsAYear}</dt>
            <dd className="figure shrink-0">{formatRupees(seen.costsAYearRupees)}</dd>
          </div>
        )}
      </dl>
      <div className="max-lg:hidden">
        <StartButtons />
      </div>
      <p className="mt-3 text-sm text-ink-muted">
        {text.forCapital({
          capital: formatRupees(loss.workingRupees),
          multiples: loss.multiples,
          minimum: formatRupees(strategy.minAmountRupees),
        })}{" "}
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
