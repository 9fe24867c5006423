// The About part of an algo's page: its record in short, how it works, what could go wrong, when and what it trades.
import type { ReactNode } from "react";
import { EVIDENCE_NAMES, NOT_NOW_WORDS, WITHHELD_WORDS } from "../../evidence/disclosure-texts.ts";
import type { Headline } from "../../evidence/load-headline.ts";
import { positionRisk } from "../../evidence/position-risk.ts";
import { formatDay, formatMonths, formatWeekdays } from "../../format/dates.ts";
import { formatCount } from "../../format/rupees.ts";
import { InstrumentLink } from "../../ui/instrument-link.tsx";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import { RecordInShort } from "./record-in-short.tsx";
import { RiskSection } from "./risk-section.tsx";
import { ROLE_WORDS } from "./role-words.ts";

/** `prices` takes the place of the plain table of instruments. */
export function About(props: {
  strategy: Strategy;
  prices: ReactNode;
  amountRupees: number;
  headline: Headline;
  path: string;
}) {
  const { strategy } = props;
  const risk = positionRisk(strategy.structure);
  return (
    <>
      <p className="mb-4 max-w-[65ch] md:mb-5 md:text-lg">{strategy.summary}</p>
      <RecordInShort headline={props.headline} path={props.path} amountRupees={props.amountRupees} />
      <Rules strategy={strategy} />
      {risk === null ? null : (
        <RiskSection
          risk={risk}
          word={strategy.risk}
          rating={strategy.rating}
          amountRupees={props.amountRupees}
        />
      )}
      <Schedule strategy={strategy} />
      <Facts strategy={strategy} />
      <section aria-labelledby="prices" className="mt-6 md:mt-12">
        <h2 id="prices" className="text-xl">
          What it trades
        </h2>
        {props.prices ?? <PlainInstruments strategy={strategy} />}
      </section>
      <div className="mt-6 max-w-[75ch] max-md:text-sm md:mt-12">
        <PhoneFold words="What there is of its record">
          <RecordWords headline={props.headline} path={props.path} />
          {strategy.simulated ? (
            <p className="mt-3 text-sm text-ink-muted">
              This algo and its manager belong to the sandbox's catalogue. They are invented; the rules of its
              record are real.
            </p>
          ) : null}
        </PhoneFold>
      </div>
    </>
  );
}

/** What it does, and what of it can go wrong: what there is to read of any algo, whatever may be shown of its record. */
export function Rules({ strategy }: { strategy: Pick<Strategy, "howItWorks" | "whatCouldGoWrong"> }) {
  return (
    <>
      <section aria-labelledby="how">
        <h2 id="how" className="text-xl">
          How it works
        </h2>
        <ol className="mt-2 max-w-[70ch] list-decimal space-y-2 ps-8 marker:font-semibold marker:text-ink-muted md:mt-4 md:space-y-3">
          {strategy.howItWorks.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="wrong" className="mt-6 md:mt-12">
        <h2 id="wrong" className="text-xl">
          What could go wrong
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
        When it trades
      </h2>
      <PhoneFold
        words={`${formatWeekdays(strategy.tradingDays)}, entries ${strategy.entryWindow.from} to ${strategy.entryWindow.to} IST`}
      >
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:gap-x-8 sm:gap-y-4">
          <Fact label="Trading days">{formatWeekdays(strategy.tradingDays)}, when the exchange is open</Fact>
          <Fact label="Frequency">{strategy.tradeFrequency}</Fact>
          <Fact label="Entries">
            {strategy.entryWindow.from} to {strategy.entryWindow.to} IST
          </Fact>
          <Fact label="Exits by">
            {strategy.exitWindow.from} to {strategy.exitWindow.to} IST, or by stop at any time
          </Fact>
          <Fact label="Holds">{strategy.holdingPeriod}</Fact>
          <Fact label="Largest exposure">
            {strategy.leverage === 1 ? "No leverage" : `Up to ${strategy.leverage} times the amount`}
          </Fact>
        </dl>
      </PhoneFold>
    </section>
  );
}

function Facts({ strategy }: { strategy: Strategy }) {
  return (
    <section aria-labelledby="facts" className="mt-6 md:mt-12">
      <h2 id="facts" className="text-xl">
        Facts
      </h2>
      <PhoneFold words={`Version ${strategy.version}, live since ${formatDay(strategy.liveSince)}, and more`}>
        <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:gap-x-8 sm:gap-y-4">
          <Fact label="Version">{strategy.version}</Fact>
          <Fact label="Live since">{formatDay(strategy.liveSince)}</Fact>
          <Fact label="Deployed by">{formatCount(strategy.deployedCount)}</Fact>
          <Fact label="Tracked by">{formatCount(strategy.trackedCount)}</Fact>
          <Fact label="Logic">
            {strategy.box === "white" ? "White box: disclosed" : "Black box: not disclosed"}
          </Fact>
          <Fact label="Exchange algo id">{strategy.exchangeAlgoIds.map((algo) => algo.id).join(", ")}</Fact>
          <Fact label="Research report">{strategy.researchReport ? "Kept, on request" : "Not required"}</Fact>
          <Fact label="Tags">{strategy.tags.join(", ")}</Fact>
        </dl>
      </PhoneFold>
    </section>
  );
}

function PlainInstruments(props: { strategy: Strategy }) {
  const { strategy } = props;
  return (
    <TableScroll label="Instruments" className="mt-2">
      <table className="table rows-table">
        <thead>
          <tr>
            <th scope="col">Instrument</th>
            <th scope="col">Symbol</th>
            <th scope="col">Segment and id</th>
            <th scope="col">Role</th>
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
function RecordWords(props: { headline: Headline; path: string }) {
  const { headline } = props;
  const performance = (
    <a href={`${props.path}?tab=performance#parts`} className="link">
      Performance
    </a>
  );
  if (headline.kind !== "shown")
    return (
      <p>
        {headline.kind === "withheld" ? WITHHELD_WORDS[headline.reason] : NOT_NOW_WORDS[headline.kind]} See{" "}
        {performance}.
      </p>
    );
  const { evidence, from, to, live } = headline.figures;
  return (
    <p>
      {EVIDENCE_NAMES[evidence]} from {formatDay(from)} to {formatDay(to)}
      {live === null || evidence === "live" ? "" : `, and a live record of ${formatMonths(live.months)}`}:
      curve, drawdowns, months, costs and every trade are under {performance}.
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
