// The About part of an algo's page: how it works, what could go wrong, when and what it trades, and what is not shown.

import type { ReactNode } from "react";
import { formatWeekdays } from "../../format/dates.ts";
import { positionRisk } from "../../strategies/position-risk.ts";
import { InstrumentLink } from "../../ui/instrument-link.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
import { RiskSection } from "./risk-section.tsx";
import { ROLE_WORDS } from "./role-words.ts";

/** `prices` takes the place of the plain table of instruments. */
export function About(props: { strategy: Strategy; prices: ReactNode; amountRupees: number }) {
  const { strategy } = props;
  const risk = positionRisk(strategy.structure);
  return (
    <>
      <section aria-labelledby="how">
        <h2 id="how" className="text-xl">
          How it works
        </h2>
        <ol className="mt-4 max-w-[70ch] space-y-3">
          {strategy.howItWorks.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span aria-hidden className="w-6 shrink-0 text-end font-semibold text-ink-muted">
                {index + 1}.
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="wrong" className="mt-12">
        <h2 id="wrong" className="text-xl">
          What could go wrong
        </h2>
        <ul className="mt-4 max-w-[70ch] space-y-3">
          {strategy.whatCouldGoWrong.map((risk) => (
            <li key={risk} className="border-s-2 border-loss ps-4">
              {risk}
            </li>
          ))}
        </ul>
      </section>
      {risk === null ? null : (
        <RiskSection risk={risk} word={strategy.risk} amountRupees={props.amountRupees} />
      )}
      <section aria-labelledby="schedule" className="mt-12">
        <h2 id="schedule" className="text-xl">
          When it trades
        </h2>
        <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
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
      </section>
      <section aria-labelledby="prices" className="mt-12">
        <h2 id="prices" className="text-xl">
          What it trades
        </h2>
        {props.prices ?? <PlainInstruments strategy={strategy} />}
      </section>
      <div className="mt-12 max-w-[75ch]">
        <p>{evidenceSentence(strategy)}</p>
        {strategy.simulated ? (
          <p className="mt-3 text-sm text-ink-muted">
            This algo and its manager belong to the sandbox's catalogue. They are invented; the rules of its
            record are real.
          </p>
        ) : null}
      </div>
    </>
  );
}

function PlainInstruments(props: { strategy: Strategy }) {
  const { strategy } = props;
  return (
    <TableScroll label="Instruments, scrolls sideways" className="mt-2">
      <table className="table">
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
              <th scope="row">{instrument.name}</th>
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

function evidenceSentence(strategy: Strategy): string {
  switch (strategy.disclosureBasis) {
    case "none":
      return "The performance of this algo isn't disclosed.";
    case "one_to_one":
      return "The record of this algo is given only to a signed-in client who requests it, on its Performance tab.";
    case "verified":
      return strategy.verification === null
        ? "Only independently verified figures may be published for this algo, and none have been yet."
        : "Only independently verified figures of this algo are published, on its Performance tab.";
    case "backtest":
      return "Backtests and records of this algo may be published with the regulator's texts; see its Performance tab.";
  }
}

function Fact(props: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
