// The one card for an algo, wherever it is listed: a link over the whole card and one button to compare it. What
// it shows of performance is an evidence strip, which the disclosure gate has let through.
import { type ReactNode, useContext } from "react";
import type { Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { RiskMark } from "../evidence/risk-mark.tsx";
import { StripOnCard } from "../evidence/strip-view.tsx";
import { formatCount } from "../format/rupees.ts";
import { Amount } from "../ui/amount.tsx";
import { cachedPart } from "../ui/cached-part.tsx";
import type { StrategySummary } from "../wire/strategy.ts";
import { OnViewContext, recordOnView } from "./on-view.ts";
import { stateText } from "./state-words.ts";
import { strategyPath } from "./strategy-path.ts";
import { strategyCardText as text } from "./text.ts";
import { TrackButton } from "./track-button.tsx";
import { TrackedContext } from "./tracked.ts";

export function StrategyCard(props: {
  strategy: StrategySummary;
  headingLevel?: "h2" | "h3";
  /** Address of the compare button; without it there is no button. */
  compareHref?: string;
  isChosen?: boolean;
  /** The algo is on a list of the reader. */
  isTracked?: boolean;
  /** The price line of its main instrument. */
  price?: ReactNode;
  /** Permitted figures of its record, and the amount of the figures. */
  evidence?: { strip: Strip; amount: number };
}) {
  const { strategy } = props;
  const record = recordOnView(strategy, useContext(OnViewContext));
  return (
    <article className="panel card hover:border-accent">
      <CardWording
        strategy={strategy}
        headingLevel={props.headingLevel ?? "h3"}
        evidence={
          props.evidence === undefined
            ? null
            : {
                strip: props.evidence.strip,
                amount: amountAtWork(strategy.minAmountRupees, props.evidence.amount),
              }
        }
      />
      <div>{props.price}</div>
      <CardFoot
        strategy={strategy}
        counts={text.deployedAndTracked({
          deployed: formatCount(strategy.deployedCount),
          tracked: formatCount(strategy.trackedCount),
        })}
        record={props.evidence === undefined ? record : null}
        compareHref={props.compareHref ?? null}
        isChosen={props.isChosen ?? false}
        isTracked={props.isTracked ?? false}
      />
    </article>
  );
}

type FootProps = {
  strategy: Pick<StrategySummary, "id" | "name">;
  counts: string;
  /** That there is a record to look at; null where the card shows it. */
  record: string | null;
  compareHref: string | null;
  isChosen: boolean;
  isTracked: boolean;
};

/** Foot of a card. For signed-out readers it is the same. */
function CardFoot(props: FootProps) {
  const isEverybodys = useContext(TrackedContext) === null;
  const { id, name } = props.strategy;
  return isEverybodys ? <CachedFoot {...props} strategy={{ id, name }} /> : <Foot {...props} />;
}

const CachedFoot = cachedPart("card foot", Foot);

function Foot(props: FootProps) {
  const { strategy } = props;
  return (
    <div className="flex self-end flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-1.5 text-xs sm:pt-3 text-ink-muted">
      <span>
        {props.counts}
        {props.record === null ? "" : ` · ${props.record}`}
      </span>{" "}
      <span className="flex gap-x-3 sm:gap-x-4">
        {props.isTracked ? null : <TrackButton strategy={strategy} />}
        {props.compareHref === null ? null : (
          <a
            href={props.compareHref}
            className="link relative z-10 inline-flex min-h-6 items-center font-semibold"
          >
            {props.isChosen ? text.chosen : text.compare}
            <span className="sr-only"> {strategy.name}</span>
          </a>
        )}
      </span>
    </div>
  );
}

/** The part of a card that is the same for all readers with this amount. */
const CardWording = cachedPart("card", CardText);

function CardText(props: {
  strategy: StrategySummary;
  headingLevel: "h2" | "h3";
  /** `amount`: what of the reader's would be at work, in rupees. */
  evidence: { strip: Strip; amount: number } | null;
}) {
  const { strategy, headingLevel: Heading, evidence } = props;
  return (
    <>
      <div>
        <Heading className="text-lg">
          <a
            href={strategyPath(strategy)}
            className="no-underline after:absolute after:inset-0 hover:underline"
          >
            {strategy.name}
          </a>
        </Heading>
        <p className="text-xs text-ink-muted">
          {strategy.manager.name} · {strategy.manager.registration}
        </p>
        <StatusNote strategy={strategy} />
      </div>
      <p className="mt-1 text-sm max-sm:line-clamp-2 sm:mt-2">{strategy.summary}</p>
      <dl className="mt-2 grid grid-cols-[9fr_11fr] content-start gap-x-3 gap-y-1 border-t border-line pt-2 text-sm sm:mt-3 sm:gap-y-2.5 sm:pt-3">
        <Fact label={text.minimumAmount}>
          <Amount rupees={strategy.minAmountRupees} className="text-base font-semibold" />
        </Fact>
        <Fact label={text.risk}>
          <RiskMark risk={strategy.risk} />
        </Fact>
        <Fact label={text.trades} isPlain>
          {strategy.instrument}, {strategy.product.toLowerCase()}
        </Fact>
        <Fact label={text.holds} isPlain>
          {strategy.holdingPeriod}
        </Fact>
      </dl>
      <div>
        {evidence === null ? null : (
          <StripOnCard strategy={strategy} strip={evidence.strip} amount={evidence.amount} />
        )}
      </div>
    </>
  );
}

function StatusNote(props: { strategy: StrategySummary }) {
  const { state } = props.strategy.status;
  if (state === "open") return null;
  return (
    <p className="mt-2 w-fit rounded-sm bg-warn-faint px-2 py-0.5 text-xs font-semibold text-warn">
      {stateText(state)}
    </p>
  );
}

/** `isPlain`: the value says what it is, so that a phone needs no label over it. */
function Fact(props: { label: string; isPlain?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className={`text-xs text-ink-muted ${props.isPlain === true ? "max-sm:sr-only" : ""}`}>
        {props.label}
      </dt>
      <dd>{props.children}</dd>
    </div>
  );
}
