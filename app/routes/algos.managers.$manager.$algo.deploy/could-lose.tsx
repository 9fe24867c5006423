// Loss before anything else: what the reader's capital can lose by the algo's own stops, with one position, and at worst.
import { lossStatement, WORST_CASE_SENTENCES } from "../../evidence/loss.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import type { Strategy } from "../../wire/strategy.ts";
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
    <aside
      aria-labelledby="could-lose"
      className="panel self-start border-t-4 border-t-loss p-5 lg:order-last"
    >
      <h2 id="could-lose" className="text-lg">
        {text.whatYouCouldLose}
      </h2>
      <dl className="mt-3 space-y-2">
        <Loss label={text.onOneTrade} rupees={loss.perTradeRupees} />
        <Loss label={text.onOneDay} rupees={loss.perDayRupees} />
        {risk === null ? null : (
          <Loss
            label={positionLossTerm(risk.perPosition)}
            rupees={lossRupees(risk.perPosition.share, loss.workingRupees)}
          />
        )}
      </dl>
      <p className="mt-2 text-xs text-ink-muted">
        {text.forCapital({
          capital: formatRupees(loss.workingRupees),
          multiples: loss.multiples,
          minimum: formatRupees(strategy.minAmountRupees),
        })}
      </p>
      <p className="mt-3 border-t border-line pt-3 text-sm">
        <strong className="font-semibold">{text.atWorst}</strong>{" "}
        {WORST_CASE_SENTENCES[strategy.lossLimits.worstCase]}
      </p>
    </aside>
  );
}

function Loss(props: { label: string; rupees: number | null }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{props.label}</dt>
      <dd className="number shrink-0 font-semibold text-loss">
        {props.rupees === null ? text.noStop : formatRupees(-props.rupees)}
      </dd>
    </div>
  );
}
