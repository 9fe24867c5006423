// Panel next to the deployment form: largest loss in the record, largest loss of one position, yearly costs, and the
// button that starts the algo. On phones a fixed bar contains the largest loss and the button.

import type { ReactNode } from "react";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { missingStopText } from "../../evidence/limits-in-short.tsx";
import { buildLossStatement } from "../../evidence/loss.ts";
import { WORST_CASE_SENTENCES } from "../../evidence/performance-texts.ts";
import { lossRupees, positionLossTerm, positionRisk } from "../../evidence/position-risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { filled } from "../../ui/filled.tsx";
import { ShareOfAmount } from "./of-amount.tsx";
import type { RecordLosses } from "./seen-losses.ts";
import { termsFormText as formText, couldLoseText as text } from "./text.ts";

type Props = {
  strategy: Pick<Strategy, "minAmountRupees" | "lossLimits" | "structure">;
  /** Deployed amount in rupees, a multiple of the minimum amount. */
  capitalRupees: number;
  /** Losses in the record. Null if no record may be shown. */
  seen: RecordLosses | null;
};

export function CouldLose(props: Props) {
  const { strategy, capitalRupees, seen } = props;
  const loss = buildLossStatement(strategy, capitalRupees);
  const { perTradePercent, perDayPercent, worstCase } = strategy.lossLimits;
  const none = missingStopText(strategy.lossLimits, text.noStop);
  return (
    <aside aria-labelledby="could-lose" className="panel panel-edge-loss panel-body self-start">
      <h2 id="could-lose" className="panel-title">
        {text.whatYouCouldLose}
      </h2>
      <dl className="facts mt-2">
        {largestLosses(props).map(({ label, figure }, index) => (
          <Row key={label} label={label} className={index === 0 ? "figure-large text-loss" : "text-loss"}>
            {figure}
          </Row>
        ))}
        <Stop none={none} label={text.onOneTrade} percent={perTradePercent} rupees={loss.perTradeRupees} />
        <Stop none={none} label={text.onOneDay} percent={perDayPercent} rupees={loss.perDayRupees} />
        {seen === null ? null : (
          <Row label={text.costsPerYear}>
            <ShareOfAmount share={seen.shares.costsPerYear} rupees={seen.costsAYearRupees} />
          </Row>
        )}
      </dl>
      <StartButton className="mt-4 w-full max-md:hidden" />
      <p className="mt-3 text-sm text-ink-muted">
        {filled(text.forCapital, {
          capital: <ShareOfAmount share={1} rupees={loss.workingRupees} />,
          multiples: <span data-multiples="">{loss.multiples}</span>,
          minimum: formatRupees(strategy.minAmountRupees),
        })}{" "}
        {WORST_CASE_SENTENCES[worstCase]}
      </p>
    </aside>
  );
}

/** Renders the fixed bar of phones with the largest loss and the button. */
export function StartBar(props: Props) {
  const [largest] = largestLosses(props);
  return (
    <div className="action-bar no-print">
      {largest === undefined ? null : (
        <p className="min-w-0 flex-1">
          <span className="figure-name">{largest.label}</span>{" "}
          <span className="figure text-loss">{largest.figure}</span>
        </p>
      )}
      <StartButton className={largest === undefined ? "flex-1" : ""} />
    </div>
  );
}

/** Returns the largest drawdown of the record and the largest loss of one position. Unknown figures are omitted. */
function largestLosses({ strategy, capitalRupees, seen }: Props): { label: string; figure: ReactNode }[] {
  const { workingRupees } = buildLossStatement(strategy, capitalRupees);
  const position = positionRisk(strategy.structure)?.perPosition;
  return [
    ...(seen === null
      ? []
      : [
          {
            label: text.deepestFall,
            figure: <ShareOfAmount share={seen.shares.fall} rupees={seen.fallRupees} isLoss />,
          },
        ]),
    ...(position === undefined
      ? []
      : [
          {
            label: positionLossTerm(position),
            figure: (
              <ShareOfAmount
                share={position.share}
                rupees={lossRupees(position.share, workingRupees)}
                isLoss
                roundsUp
              />
            ),
          },
        ]),
  ];
}

function Stop(props: { label: string; none: string; percent: number | null; rupees: number | null }) {
  const { percent, rupees } = props;
  return (
    <Row label={props.label} className="text-loss">
      {percent === null || rupees === null ? (
        props.none
      ) : (
        <ShareOfAmount share={percent / 100} rupees={rupees} isLoss roundsUp />
      )}
    </Row>
  );
}

function Row(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd className={`figure shrink-0 ${props.className ?? ""}`}>{props.children}</dd>
    </div>
  );
}

/**
 * Button that submits the terms form. Its text depends on the chosen mode. In browsers without `:has` it names both
 * modes.
 */
function StartButton({ className }: { className: string }) {
  return (
    <button type="submit" form="terms" className={`button button-main ${className}`}>
      <span className="when-paper">{formText.startOnPaper}</span>{" "}
      <span className="when-live">{formText.goToReview}</span>
    </button>
  );
}
