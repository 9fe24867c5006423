// The About part of an algo's page: its record in short, how it works, what could go wrong, when and what it trades.
import type { ReactNode } from "react";
import { EVIDENCE_NAMES, NOT_NOW_WORDS, WITHHELD_WORDS } from "../../evidence/disclosure-texts.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { positionRisk } from "../../evidence/position-risk.ts";
import { formatDay, formatMonths, formatWeekdays } from "../../format/dates.ts";
import { formatCount } from "../../format/rupees.ts";
import { cachedPart } from "../../ui/cached-part.tsx";
import { filled } from "../../ui/filled.tsx";
import { InstrumentLink } from "../../ui/instrument-link.tsx";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import { RecordInShort } from "./record-in-short.tsx";
import { RiskSection } from "./risk-section.tsx";
import { ROLE_WORDS } from "./role-words.ts";
import { aboutText as text } from "./text.ts";

type AboutProps = { strategy: Strategy; amountRupees: number; headline: Headline; path: string };

/** `prices` takes the place of the plain table of instruments. */
export function About({ prices, ...about }: AboutProps & { prices: ReactNode }) {
  return (
    <>
      <CachedAlgo {...about} />
      <section aria-labelledby="prices" className="mt-6 md:mt-12">
        <h2 id="prices" className="text-xl">
          {text.whatItTrades}
        </h2>
        {prices ?? <PlainInstruments strategy={about.strategy} />}
      </section>
      <div className="mt-6 max-w-[75ch] max-md:text-sm md:mt-12">
        <PhoneFold words={text.whatOfItsRecord}>
          <RecordText headline={about.headline} path={about.path} />
          {about.strategy.simulated ? <p className="mt-3 text-sm text-ink-muted">{text.isInvented}</p> : null}
        </PhoneFold>
      </div>
    </>
  );
}

/** The part that is the same for all readers with this amount. */
const CachedAlgo = cachedPart("about", AlgoText);

function AlgoText({ strategy, amountRupees, headline, path }: AboutProps) {
  const risk = positionRisk(strategy.structure);
  return (
    <>
      <p className="mb-4 max-w-[65ch] md:mb-5 md:text-lg">{strategy.summary}</p>
      <RecordInShort headline={headline} path={path} amountRupees={amountRupees} />
      <Rules strategy={strategy} />
      {risk === null ? null : (
        <RiskSection risk={risk} word={strategy.risk} rating={strategy.rating} amountRupees={amountRupees} />
      )}
      <Schedule strategy={strategy} />
      <Facts strategy={strategy} />
    </>
  );
}

/** The algo's rules and risks, which are shown independently of its record. */
export function Rules({ strategy }: { strategy: Pick<Strategy, "howItWorks" | "whatCouldGoWrong"> }) {
  return (
    <>
      <section aria-labelledby="how">
        <h2 id="how" className="text-xl">
          {text.howItWorks}
        </h2>
        <ol className="mt-2 max-w-[70ch] list-decimal space-y-2 ps-8 marker:font-semibold marker:text-ink-muted md:mt-4 md:space-y-3">
          {strategy.howItWorks.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="wrong" className="mt-6 md:mt-12">
        <h2 id="wrong" className="text-xl">
          {text.whatCouldGoWrong}
        </h2>
        <ul className="mt-2 max-w-[70ch] space-y-2 md:mt-4 md:space-y-3">
          {strategy.whatCouldGoWrong.map((risk) => (
            <li key={risk} className="border-s-2 border-loss ps-4">
              {risk}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Schedule({ strategy }: { strategy: Strategy }) {
  return (
    <section aria-labelledby="schedule" className="mt-6 md:mt-12">
      <h2 id="schedule" className="text-xl">
        {text.whenItTrades}
      </h2>
      <PhoneFold
        words={text.daysAndEntries({
          days: formatWeekdays(strategy.tradingDays),
          from: strategy.entryWindow.from,
          to: strategy.entryWindow.to,
        })}
      >
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:gap-x-8 sm:gap-y-4">
          <Fact label={text.tradingDays}>{text.daysWhenOpen(formatWeekdays(strategy.tradingDays))}</Fact>
          <Fact label={text.frequency}>{strategy.tradeFrequency}</Fact>
          <Fact label={text.entries}>
            {text.entriesFromTo({ from: strategy.entryWindow.from, to: strategy.entryWindow.to })}
          </Fact>
          <Fact label={text.exitsBy}>
            {text.exitsFromTo({ from: strategy.exitWindow.from, to: strategy.exitWindow.to })}
          </Fact>
          <Fact label={text.holds}>{strategy.holdingPeriod}</Fact>
          <Fact label={text.largestExposure}>
            {strategy.leverage === 1 ? text.noLeverage : text.upToTimes(strategy.leverage)}
          </Fact>
        </dl>
      </PhoneFold>
    </section>
  );
}

function Facts({ strategy }: { strategy: Strategy }) {
  const version = {
    version: strategy.version,
    day: formatDay(strategy.versions[0]?.since ?? strategy.liveSince),
  };
  return (
    <section aria-labelledby="facts" className="mt-6 md:mt-12">
      <h2 id="facts" className="text-xl">
        {text.facts}
      </h2>
      <PhoneFold words={text.versionAndMore(version)}>
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:gap-x-8 sm:gap-y-4">
          <Fact label={text.version}>{text.versionSince(version)}</Fact>
          <Fact label={text.liveSince}>{formatDay(strategy.liveSince)}</Fact>
          <Fact label={text.deployedBy}>{formatCount(strategy.deployedCount)}</Fact>
          <Fact label={text.trackedBy}>{formatCount(strategy.trackedCount)}</Fact>
          <Fact label={text.logic}>{strategy.box === "white" ? text.whiteBox : text.blackBox}</Fact>
          <Fact label={text.exchangeAlgoId}>
            {strategy.exchangeAlgoIds.map((algo) => algo.id).join(", ")}
          </Fact>
          <Fact label={text.researchReport}>
            {strategy.researchReport ? text.keptOnRequest : text.notRequired}
          </Fact>
          <Fact label={text.tags}>{strategy.tags.join(", ")}</Fact>
        </dl>
      </PhoneFold>
    </section>
  );
}

function PlainInstruments(props: { strategy: Strategy }) {
  const { strategy } = props;
  return (
    <TableScroll label={text.instruments} className="mt-2">
      <table className="table rows-table">
        <thead>
          <tr>
            <th scope="col">{text.instrument}</th>
            <th scope="col">{text.symbol}</th>
            <th scope="col">{text.segmentAndId}</th>
            <th scope="col">{text.role}</th>
          </tr>
        </thead>
        <tbody>
          {strategy.instruments.map((instrument) => (
            <tr key={`${instrument.exchangeSegment}:${instrument.securityId}`}>
              <th scope="row" className="row-name">
                {instrument.name}
              </th>
              <td>
                <InstrumentLink of={instrument} />
              </td>
              <td>
                {instrument.exchangeSegment}:{instrument.securityId}
              </td>
              <td>{ROLE_WORDS[instrument.role]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** What there is of a record, and where: true of what this reader may see now. */
function RecordText(props: { headline: Headline; path: string }) {
  const { headline } = props;
  const performance = (
    <a href={`${props.path}?tab=performance#parts`} className="link">
      {text.performance}
    </a>
  );
  if (headline.kind !== "shown")
    return (
      <p>
        {filled(text.why, {
          why: headline.kind === "withheld" ? WITHHELD_WORDS[headline.reason] : NOT_NOW_WORDS[headline.kind],
          performance,
        })}
      </p>
    );
  const { evidence, from, to, live } = headline.figures;
  return (
    <p>
      {filled(text.recordFromTo, {
        evidence: EVIDENCE_NAMES[evidence],
        from: formatDay(from),
        to: formatDay(to),
        live: live === null || evidence === "live" ? "" : text.andLive(formatMonths(live.months)),
        performance,
      })}
    </p>
  );
}

function Fact(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
