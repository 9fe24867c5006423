// Card of an algo, the same in every list: a link that covers the card, and buttons to track and compare. All
// performance figures on it have passed the disclosure gate.

import { useContext } from "react";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { RiskMark } from "../evidence/risk-mark.tsx";
import { Sparkline, StripFigure, withheldText } from "../evidence/strip-view.tsx";
import { formatRupees } from "../format/rupees.ts";
import { Amount } from "../ui/amount.tsx";
import { ArrowUpDown, Check } from "../ui/icons.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { StrategyGlyph, selectGlyph } from "../ui/strategy-glyph.tsx";
import { PublicBasesContext, publicRecordText } from "./on-view.ts";
import { stateText } from "./state-texts.ts";
import { strategyPath } from "./strategy-path.ts";
import { strategyCardText as text } from "./text.ts";
import { TrackButton } from "./track-button.tsx";

export function StrategyCard(props: {
  strategy: StrategySummary;
  headingLevel?: "h2" | "h3";
  /** Address of the compare button. Absent if the card has no such button. */
  compareHref?: string;
  isChosen?: boolean;
  /** True if a tracklist of the user contains the algo. */
  isTracked?: boolean;
  /** Permitted figures of the record, and the user's amount in rupees. */
  evidence?: { strip: Strip; amount: number };
}) {
  const { strategy } = props;
  const record = publicRecordText(strategy, useContext(PublicBasesContext));
  return (
    <article className="panel card">
      <CardSummary
        strategy={strategy}
        headingLevel={props.headingLevel ?? "h3"}
        evidence={props.evidence ?? null}
        record={props.evidence === undefined ? record : null}
      />
      <CardFoot
        strategy={strategy}
        compareHref={props.compareHref ?? null}
        isChosen={props.isChosen ?? false}
        isTracked={props.isTracked ?? false}
      />
    </article>
  );
}

type FootProps = {
  strategy: Pick<StrategySummary, "id" | "name" | "risk">;
  compareHref: string | null;
  isChosen: boolean;
  isTracked: boolean;
};

function CardFoot(props: FootProps) {
  const { strategy } = props;
  return (
    <div className="card-foot">
      <RiskMark risk={strategy.risk} /> {props.isTracked ? null : <TrackButton strategy={strategy} />}
      {props.compareHref === null ? null : (
        <a href={props.compareHref} className="icon-button relative z-10">
          <ArrowUpDown />
          {props.isChosen ? text.chosen : text.compare}
          <span className="sr-only"> {strategy.name}</span>
        </a>
      )}
    </div>
  );
}

/** Renders the content of a card that is the same for all users with this amount. */
function CardSummary(props: {
  strategy: StrategySummary;
  headingLevel: "h2" | "h3";
  /** Permitted figures of the record, and the user's amount in rupees. */
  evidence: { strip: Strip; amount: number } | null;
  /** Sentence about a public record, shown if the card has no figures. */
  record: string | null;
}) {
  const { strategy, headingLevel: Heading, evidence, record } = props;
  return (
    <>
      <div className="flex items-center gap-3">
        <StrategyGlyph kind={selectGlyph(strategy)} />
        <div className="min-w-0">
          <Heading className="text-[1.0625rem]/6">
            <a href={strategyPath(strategy)} className="no-underline after:absolute after:inset-0">
              {strategy.name}
            </a>
          </Heading>
          <p className="flex items-center gap-2 text-[0.9375rem]/6 wrap-anywhere text-ink-muted">
            <Monogram name={strategy.manager.name} /> {strategy.manager.name}
          </p>
          <StatusNote strategy={strategy} />
        </div>
      </div>
      <p className="card-summary">{strategy.summary}</p>
      <div className="card-curve">
        {evidence?.strip.kind === "shown" ? (
          <Sparkline figures={evidence.strip.figures} isStretched className="h-16 w-full" />
        ) : (
          <p className="text-sm text-ink-muted">
            {evidence === null ? record : `${withheldText(evidence.strip)}.`}
          </p>
        )}
      </div>
      <div className="grid card-figures gap-3">
        {evidence === null ? null : (
          <StripFigure
            strategy={strategy}
            strip={evidence.strip}
            amount={amountAtWork(strategy.minAmountRupees, evidence.amount)}
          />
        )}
        <div>
          <span className="figure-name">
            {text.minimum} <Amount rupees={strategy.minAmountRupees} />
          </span>{" "}
          {evidence === null ? null : <Fits minimum={strategy.minAmountRupees} amount={evidence.amount} />}
        </div>
      </div>
    </>
  );
}

/** States whether the user's amount reaches the minimum, or how many rupees are missing. */
export function Fits({ minimum, amount }: { minimum: number; amount: number }) {
  if (amount < minimum)
    return <span className="fits fits-not">{text.needsMore(formatRupees(minimum - amount))}</span>;
  return (
    <span className="fits">
      <Check className="size-4" />
      {text.fits(formatRupees(amount))}
    </span>
  );
}

function StatusNote(props: { strategy: StrategySummary }) {
  const { state } = props.strategy.status;
  return state === "open" ? null : <p className="badge badge-stopped mt-1">{stateText(state)}</p>;
}
