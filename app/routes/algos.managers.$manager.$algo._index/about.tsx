// The About tab: what the algo does, its possible losses, its results and its manager. Collapsed sections contain its
// rules, risks, schedule, instruments and facts.

import type { ReactNode } from "react";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { tagText } from "../../domain/filter-texts.ts";
import { EVIDENCE_NAMES, NOT_NOW_TEXTS, WITHHELD_TEXTS } from "../../evidence/disclosure-texts.ts";
import { DrawdownChart } from "../../evidence/drawdown-chart.tsx";
import { EvidenceText } from "../../evidence/evidence-notes.tsx";
import { missingStopText } from "../../evidence/limits-in-short.tsx";
import type { Headline, HeadlineFigures } from "../../evidence/load-headline.ts";
import {
  lossRupees,
  type PositionRisk,
  positionLossTerm,
  positionRisk,
} from "../../evidence/position-risk.ts";
import { Waterfall } from "../../evidence/waterfall.tsx";
import { formatDay, formatWeekdays } from "../../format/dates.ts";
import { formatChange, formatRatio, formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { managerKindText } from "../../marketplace/manager-texts.ts";
import { managerPath } from "../../marketplace/strategy-path.ts";
import { FaqList } from "../../ui/faq-list.tsx";
import { Fact } from "../../ui/figure.tsx";
import { Fold } from "../../ui/fold.tsx";
import { InstrumentLink } from "../../ui/instrument-link.tsx";
import { LinkButton, TextLink } from "../../ui/link-button.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { StrategyGlyph, selectGlyph } from "../../ui/strategy-glyph.tsx";
import { RowName, TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { RiskSection } from "./risk-section.tsx";
import { ROLE_LABELS } from "./role-texts.ts";
import { aboutText as text } from "./text.ts";

type AboutProps = { strategy: Strategy; amountRupees: number; headline: Headline; path: string };

export function About({ strategy, amountRupees, headline, path }: AboutProps) {
  const risk = positionRisk(strategy.structure);
  return (
    <div className="split-stack">
      <NumberedSection id="does" number={1} title={text.whatItDoes}>
        <div className="grid items-center gap-6 sm:grid-cols-[minmax(0,1fr)_auto]">
          <div>
            <p className="text-lg">{strategy.summary}</p>
            <p className="mt-3 flex flex-wrap gap-2">
              <span className="tag">{strategy.holdingPeriod}</span>{" "}
              <span className="tag">
                {strategy.leverage === 1 ? text.noLeverage : text.upToTimes(strategy.leverage)}
              </span>{" "}
              <span className="tag">{strategy.tradeFrequency}</span>
            </p>
          </div>
          <div className="payoff-picture max-sm:hidden">
            <StrategyGlyph kind={selectGlyph(strategy)} />
          </div>
        </div>
      </NumberedSection>
      <NumberedSection id="lose" number={2} title={text.whatItCanLose}>
        <Losses strategy={strategy} risk={risk} headline={headline} amountRupees={amountRupees} />
      </NumberedSection>
      <NumberedSection id="earned" number={3} title={text.whatItEarned}>
        <RecordResult headline={headline} amountRupees={amountRupees} path={path} />
      </NumberedSection>
      <Manager strategy={strategy} headline={headline} />
    </div>
  );
}

function NumberedSection(props: { id: string; number: number; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={props.id} className="panel panel-body">
      <h2 id={props.id} className="panel-title mb-3">
        <span className="me-1 text-accent tabular-nums">{props.number}</span> {props.title}
      </h2>
      {props.children}
    </section>
  );
}

function Losses(props: {
  strategy: Strategy;
  risk: PositionRisk | null;
  headline: Headline;
  amountRupees: number;
}) {
  const { strategy, risk, headline, amountRupees } = props;
  const { perTradePercent, perDayPercent } = strategy.lossLimits;
  const none = missingStopText(strategy.lossLimits, text.none);
  const stop = (percent: number | null) =>
    percent === null ? none : formatRupees(-Math.ceil((amountRupees * percent) / 100));
  return (
    <>
      {headline.kind === "shown" ? (
        <LargestDrawdown figures={headline.figures} amountRupees={amountRupees} />
      ) : (
        <MissingRecord headline={headline} />
      )}
      <dl className="mt-4 grid gap-4 sm:grid-cols-3">
        {risk === null ? null : (
          <Loss
            label={positionLossTerm(risk.perPosition)}
            value={formatRupees(-lossRupees(risk.perPosition.share, amountRupees))}
          />
        )}
        <Loss label={text.stopPerTrade} value={stop(perTradePercent)} isMissing={perTradePercent === null} />
        <Loss label={text.stopPerDay} value={stop(perDayPercent)} isMissing={perDayPercent === null} />
      </dl>
    </>
  );
}

function Loss(props: { label: string; value: string; isMissing?: boolean }) {
  return (
    <div>
      <dt className="figure-name">{props.label}</dt>
      <dd className={`figure ${props.isMissing ? "" : "text-loss"}`}>{props.value}</dd>
    </div>
  );
}

function LargestDrawdown({ figures, amountRupees }: { figures: HeadlineFigures; amountRupees: number }) {
  const { deepest } = figures;
  return (
    <>
      <p className="figure figure-answer text-loss">
        {formatRupees(Math.round(figures.maxDrawdown * amountRupees))}
      </p>
      {deepest === null ? null : (
        <p className="figure-note mb-3">
          {text.deepestFall({
            from: formatDay(deepest.peakDay),
            to: formatDay(deepest.troughDay),
            end: deepest.recoveredDay === null ? text.notBack : text.backOn(formatDay(deepest.recoveredDay)),
          })}
        </p>
      )}
      <DrawdownChart falls={figures.drawdowns} amountRupees={amountRupees} />
    </>
  );
}

function MissingRecord({ headline }: { headline: Exclude<Headline, { kind: "shown" }> }) {
  return (
    <p>{headline.kind === "withheld" ? WITHHELD_TEXTS[headline.reason] : NOT_NOW_TEXTS[headline.kind]}</p>
  );
}

function RecordResult(props: { headline: Headline; amountRupees: number; path: string }) {
  const { headline, amountRupees } = props;
  if (headline.kind !== "shown") return <MissingRecord headline={headline} />;
  const { figures } = headline;
  const { steps, trades } = figures;
  return (
    <>
      <p className={`figure figure-answer ${steps.net < 0 ? "text-loss" : "text-gain"}`}>
        {formatRupees(Math.round(steps.net * amountRupees))}
      </p>
      <p className="figure-note mb-3">
        {text.netOver({
          evidence: EVIDENCE_NAMES[figures.evidence].toLowerCase(),
          years: steps.years.toFixed(1),
          share: formatChange(steps.net),
        })}{" "}
        <TextLink to={`${props.path}?tab=performance#parts`}>{text.wholeRecord}</TextLink>
      </p>
      <Waterfall steps={steps} amountRupees={amountRupees} />
      {trades === null ? null : (
        <p className="mt-3">
          {text.wins({
            rate: formatShare(trades.winRate, 0),
            count: formatCount(trades.count),
            payoff: trades.payoff === null ? "" : text.payoff(formatRatio(trades.payoff)),
          })}
        </p>
      )}
      <EvidenceText
        classes={
          figures.live === null || figures.evidence === "live"
            ? [figures.evidence]
            : [figures.evidence, "live"]
        }
        isSimulated={figures.isSimulated}
      />
    </>
  );
}

function Manager({ strategy, headline }: { strategy: Strategy; headline: Headline }) {
  const live = headline.kind === "shown" ? headline.figures.live : null;
  const firstDay = live === null ? null : (live.earlier?.from ?? live.from);
  const { manager } = strategy;
  return (
    <NumberedSection id="who" number={4} title={text.whoRunsIt}>
      <div className="flex flex-wrap items-center gap-3">
        <Monogram name={manager.name} isLarge />
        <p className="min-w-0 grow">
          <strong className="font-semibold">{manager.name}</strong>{" "}
          <span className="block text-ink-muted">
            {managerKindText(manager.kind)} {manager.registration}
          </span>
        </p>
        <LinkButton to={managerPath(manager)} kind="quiet">
          {text.seeTheManager}
        </LinkButton>
      </div>
      <dl className="figures mt-4 shadow-none">
        <Entry label={text.liveSince}>
          {formatDay(strategy.liveSince)}
          {firstDay === null || firstDay === strategy.liveSince ? null : (
            <span className="figure-note"> {text.liveRecordFrom(formatDay(firstDay))}</span>
          )}
        </Entry>
        <Entry label={text.deployedBy}>{formatCount(strategy.deployedCount)}</Entry>
        <Entry label={text.exchangeAlgoId}>{strategy.exchangeAlgoIds.map(({ id }) => id).join(", ")}</Entry>
      </dl>
    </NumberedSection>
  );
}

function Entry(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="figure-name">{props.label}</dt>
      <dd className="font-semibold [overflow-wrap:anywhere]">{props.children}</dd>
    </div>
  );
}

/** Renders collapsed sections with further facts about the algo. `prices` shows the instruments with live prices. */
export function Details(props: {
  strategy: Strategy;
  amountRupees: number;
  prices: ReactNode;
  /** True if the section with prices is initially expanded. */
  hasPricesOpen: boolean;
}) {
  const { strategy } = props;
  return (
    <div className="folds mt-4 md:mt-6">
      <RulesAndFacts strategy={strategy} amountRupees={props.amountRupees} />
      <Fold
        id="prices"
        title={text.instrumentsWithPrices(strategy.instruments.length)}
        hint={text.live}
        isOpen={props.hasPricesOpen}
      >
        {props.prices ?? <PlainInstruments strategy={strategy} />}
      </Fold>
      <Questions faqs={strategy.faqs} />
    </div>
  );
}

function RulesAndFacts({ strategy, amountRupees }: { strategy: Strategy; amountRupees: number }) {
  const risk = positionRisk(strategy.structure);
  return (
    <>
      <Rules strategy={strategy} />
      {risk === null ? null : (
        <Fold id="risk" title={text.howRiskIsRated} hint={formatRisk(strategy.risk)}>
          <RiskSection
            risk={risk}
            word={strategy.risk}
            rating={strategy.rating}
            amountRupees={amountRupees}
          />
        </Fold>
      )}
      <Fold
        id="schedule"
        title={text.whenItTrades}
        hint={text.fromTo({ from: strategy.entryWindow.from, to: strategy.exitWindow.to })}
      >
        <Schedule strategy={strategy} />
      </Fold>
      <Fold id="facts" title={text.facts} hint={text.versionShort(strategy.version)}>
        <Facts strategy={strategy} />
      </Fold>
    </>
  );
}

function Questions({ faqs }: { faqs: Strategy["faqs"] }) {
  if (faqs.length === 0) return null;
  return (
    <Fold id="faq" title={text.questions} hint={formatCount(faqs.length)}>
      <FaqList faqs={faqs} />
    </Fold>
  );
}

/** Renders the algo's rules and risks, which the page also shows if the record is not disclosed. */
export function Rules({ strategy }: { strategy: Pick<Strategy, "howItWorks" | "whatCouldGoWrong"> }) {
  return (
    <>
      <Fold id="how" title={text.howItWorks} hint={text.steps(strategy.howItWorks.length)}>
        <ol className="max-w-[70ch] list-decimal space-y-2 ps-6 marker:font-semibold marker:text-ink-muted">
          {strategy.howItWorks.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Fold>
      <Fold id="wrong" title={text.whatCouldGoWrong} hint={text.points(strategy.whatCouldGoWrong.length)}>
        <ul className="max-w-[70ch] space-y-2">
          {strategy.whatCouldGoWrong.map((risk) => (
            <li key={risk} className="border-s-2 border-loss ps-4">
              {risk}
            </li>
          ))}
        </ul>
      </Fold>
    </>
  );
}

function Schedule({ strategy }: { strategy: Strategy }) {
  return (
    <dl className="facts">
      <Fact label={text.tradingDays}>{text.daysWhenOpen(formatWeekdays(strategy.tradingDays))}</Fact>
      <Fact label={text.entries}>{text.entriesFromTo(strategy.entryWindow)}</Fact>
      <Fact label={text.exitsBy}>{text.exitsFromTo(strategy.exitWindow)}</Fact>
      <Fact label={text.frequency}>{strategy.tradeFrequency}</Fact>
      <Fact label={text.holds}>{strategy.holdingPeriod}</Fact>
    </dl>
  );
}

function Facts({ strategy }: { strategy: Strategy }) {
  const since = formatDay(strategy.versions[0]?.since ?? strategy.liveSince);
  return (
    <>
      <dl className="facts">
        <Fact label={text.version}>{text.versionSince({ version: strategy.version, day: since })}</Fact>
        <Fact label={text.logic}>{strategy.box === "white" ? text.whiteBox : text.blackBox}</Fact>
        <Fact label={text.researchReport}>
          {strategy.researchReport ? text.keptOnRequest : text.notRequired}
        </Fact>
        <Fact label={text.trackedBy}>{formatCount(strategy.trackedCount)}</Fact>
        <Fact label={text.tags}>{strategy.tags.map(tagText).join(", ")}</Fact>
      </dl>
      {strategy.simulated ? <p className="mt-3 text-sm text-ink-muted">{text.isInvented}</p> : null}
    </>
  );
}

function PlainInstruments({ strategy }: { strategy: Strategy }) {
  return (
    <TableScroll label={text.instruments}>
      <table className="table rows-table">
        <TableHead columns={[text.instrument, text.symbol, text.segmentAndId, text.role]} />
        <tbody>
          {strategy.instruments.map((instrument) => (
            <tr key={`${instrument.exchangeSegment}:${instrument.securityId}`}>
              <RowName>{instrument.name}</RowName>
              <td>
                <InstrumentLink of={instrument} />
              </td>
              <td>
                {instrument.exchangeSegment}:{instrument.securityId}
              </td>
              <td>{ROLE_LABELS[instrument.role]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
