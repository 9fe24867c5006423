// The comparison itself: a row a fact, a column an algo; a row whose values differ says so in words and by weight.

import { positionRisk } from "../../evidence/position-risk.ts";
import { formatDay, formatWeekdays } from "../../format/dates.ts";
import { formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { stateWords } from "../../marketplace/state-words.ts";
import { compareColumns } from "../../ui/compare-columns.ts";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";

type Row = {
  label: string;
  value: (strategy: Strategy) => string;
  /** A difference here changes no decision, such as that of two registration numbers: it is not marked. */
  isByTheWay?: true;
};
type Section = { title: string; rows: Row[] };
type Sections = readonly Section[];

function percent(value: number | null): string {
  return value === null ? "no stop" : `${value}% of the amount`;
}

const WORST: Record<Strategy["lossLimits"]["worstCase"], string> = {
  capped: "Fixed when a position is opened",
  gap: "A jump can pass the stop",
  open: "Sold options without cover: can exceed the amount",
};

/** What decides. */
const FIRST: Sections = [
  {
    title: "What you could lose",
    rows: [
      { label: "Risk", value: (s) => formatRisk(s.risk) },
      {
        label: "Per trade, by its stop",
        value: (s) => percent(s.lossLimits.perTradePercent),
      },
      { label: "Per day, by its stop", value: (s) => percent(s.lossLimits.perDayPercent) },
      {
        label: "Largest loss of one position",
        value: (s) => {
          const loss = positionRisk(s.structure)?.perPosition;
          return loss === undefined
            ? "not described"
            : `${formatShare(loss.share)} of the amount, ${loss.kind === "defined" ? "the largest possible" : "under stress, not a limit"}`;
        },
      },
      { label: "At worst", value: (s) => WORST[s.lossLimits.worstCase] },
      {
        label: "Largest exposure",
        value: (s) => (s.leverage === 1 ? "No leverage" : `${s.leverage} times`),
      },
    ],
  },
  {
    title: "What it needs",
    rows: [
      { label: "Minimum amount", value: (s) => formatRupees(s.minAmountRupees) },
      { label: "Margin or purchase", value: (s) => formatRupees(s.minimum.marginRupees), isByTheWay: true },
      { label: "Buffer", value: (s) => formatRupees(s.minimum.bufferRupees), isByTheWay: true },
      {
        label: "Manager's fee",
        value: (s) => (s.fee.monthlyRupees === 0 ? "none" : `${formatRupees(s.fee.monthlyRupees)} a month`),
      },
    ],
  },
];

/** What explains it; on phones behind a line. */
const MORE: Sections = [
  {
    title: "How it trades",
    rows: [
      { label: "Trades", value: (s) => s.instrument },
      { label: "Product", value: (s) => s.product },
      { label: "Tags", value: (s) => s.tags.join(", "), isByTheWay: true },
      { label: "Main instrument", value: (s) => s.mainInstrument.name, isByTheWay: true },
      { label: "Holds", value: (s) => s.holdingPeriod },
      { label: "Frequency", value: (s) => s.tradeFrequency, isByTheWay: true },
      { label: "Trading days", value: (s) => formatWeekdays(s.tradingDays), isByTheWay: true },
      {
        label: "Entries (IST)",
        value: (s) => `${s.entryWindow.from} to ${s.entryWindow.to}`,
        isByTheWay: true,
      },
    ],
  },
  {
    title: "Who and since when",
    rows: [
      { label: "Registration", value: (s) => s.manager.registration, isByTheWay: true },
      { label: "Logic", value: (s) => (s.box === "white" ? "White box" : "Black box") },
      { label: "Version", value: (s) => s.version, isByTheWay: true },
      { label: "Live since", value: (s) => formatDay(s.liveSince) },
      {
        label: "Status",
        value: (s) =>
          s.status.state === "open"
            ? stateWords("open")
            : `${stateWords(s.status.state)} since ${formatDay(s.status.since)}`,
      },
      { label: "Deployed by", value: (s) => formatCount(s.deployedCount), isByTheWay: true },
      { label: "Tracked by", value: (s) => formatCount(s.trackedCount), isByTheWay: true },
    ],
  },
];

/** The facts that an algo states of itself. */
export function CompareTable(props: { strategies: Strategy[] }) {
  const { strategies } = props;
  return (
    <div className="mt-10">
      <SectionsTable label="Facts, side by side" sections={FIRST} strategies={strategies} />
      <PhoneFold words="How they trade, who and since when">
        <SectionsTable label="More facts, side by side" sections={MORE} strategies={strategies} isMore />
      </PhoneFold>
    </div>
  );
}

/** `isMore`: it goes on with a table whose columns are named. */
function SectionsTable(props: {
  label: string;
  sections: Sections;
  strategies: Strategy[];
  isMore?: boolean;
}) {
  const { strategies } = props;
  return (
    <TableScroll label={props.label}>
      <table className={`table compare-table ${compareColumns(strategies.length)}`}>
        <caption className="sr-only">
          {strategies.length === 1
            ? "One algo, to compare with others"
            : "Algos side by side; rows that differ are marked"}
        </caption>
        <Columns count={strategies.length} />
        <thead className={props.isMore === true ? "sr-only" : "max-md:sr-only"}>
          <tr>
            <Corner />
            {strategies.map(({ id, name }) => (
              <NameHead key={id}>{name}</NameHead>
            ))}
          </tr>
        </thead>
        {props.sections.map((section) => (
          <tbody key={section.title}>
            <tr>
              <th scope="rowgroup" colSpan={strategies.length + 1} className="pt-6! text-base">
                {section.title}
              </th>
            </tr>
            {section.rows.map((row) => (
              <CompareRow key={row.label} row={row} strategies={strategies} />
            ))}
          </tbody>
        ))}
      </table>
    </TableScroll>
  );
}

/** The same widths in each table, also in one whose headings are not seen. */
export function Columns(props: { count: number }) {
  return (
    <colgroup>
      <col className="md:w-44" />
      <col span={props.count} />
    </colgroup>
  );
}

export function NameHead(props: { children: string }) {
  return (
    <th scope="col" className="md:min-w-32">
      {props.children}
    </th>
  );
}

export function Corner() {
  return (
    <th scope="col" className="compare-corner sticky start-0 w-44 bg-surface">
      <span className="sr-only">Fact</span>
    </th>
  );
}

function CompareRow(props: { row: Row; strategies: Strategy[] }) {
  const values = props.strategies.map(props.row.value);
  const isDifferent = props.row.isByTheWay !== true && new Set(values).size > 1;
  return (
    <tr className={isDifferent ? "differs" : undefined}>
      <th scope="row" className="sticky start-0 bg-surface font-normal! text-ink-muted">
        {props.row.label}
        {isDifferent ? <span className="compare-mark text-xs font-semibold text-accent">differs</span> : null}
      </th>
      {props.strategies.map((strategy, index) => (
        <td key={strategy.id} data-name={strategy.name} className={isDifferent ? "font-semibold" : ""}>
          {values[index]}
        </td>
      ))}
    </tr>
  );
}
