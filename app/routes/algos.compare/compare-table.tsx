// Comparison table with one row per property and one column per algo. Rows with different values are labelled and bold.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { instrumentText, productText, tagText } from "../../domain/filter-texts.ts";
import { missingStopText } from "../../evidence/limits-in-short.tsx";
import { positionRisk } from "../../evidence/position-risk.ts";
import { formatDay, formatWeekdays } from "../../format/dates.ts";
import { formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { stateText } from "../../marketplace/state-texts.ts";
import { compareColumns } from "../../ui/compare-columns.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { compareTableText as text } from "./text.ts";

type Row = {
  label: string;
  value: (strategy: Strategy) => string;
  /**
   * True for rows that do not matter for a decision, such as registration numbers. Differences in these rows are not
   * marked.
   */
  isMinor?: true;
};
type Section = { title: string; rows: Row[] };
type Sections = readonly Section[];

function percent(limits: Strategy["lossLimits"], value: number | null): string {
  return value === null ? missingStopText(limits, text.noStop) : text.percentOfAmount(value);
}

const WORST: Record<Strategy["lossLimits"]["worstCase"], string> = {
  capped: text.fixedWhenOpened,
  gap: text.jumpCanPass,
  unstated: text.worstCaseUnstated,
  open: text.canExceed,
};

/** Sections with the most important rows. */
const MAIN_SECTIONS: Sections = [
  {
    title: text.whatYouCouldLose,
    rows: [
      { label: text.risk, value: (s) => formatRisk(s.risk) },
      {
        label: text.perTradeByItsStop,
        value: (s) => percent(s.lossLimits, s.lossLimits.perTradePercent),
      },
      { label: text.perDayByItsStop, value: (s) => percent(s.lossLimits, s.lossLimits.perDayPercent) },
      {
        label: text.largestLossOfOnePosition,
        value: (s) => {
          const loss = positionRisk(s.structure)?.perPosition;
          return loss === undefined
            ? text.notDescribed
            : text.shareOfAmount({
                share: formatShare(loss.share),
                kind: loss.kind === "defined" ? text.typical : text.underStress,
              });
        },
      },
      { label: text.atWorst, value: (s) => WORST[s.lossLimits.worstCase] },
      {
        label: text.largestExposure,
        value: (s) => (s.leverage === 1 ? text.noLeverage : text.times(s.leverage)),
      },
    ],
  },
  {
    title: text.whatItNeeds,
    rows: [
      { label: text.minimumAmount, value: (s) => formatRupees(s.minAmountRupees) },
      { label: text.marginOrPurchase, value: (s) => formatRupees(s.minimum.marginRupees), isMinor: true },
      { label: text.buffer, value: (s) => formatRupees(s.minimum.bufferRupees), isMinor: true },
      {
        label: text.managersFee,
        value: (s) =>
          s.fee.monthlyRupees === 0 ? text.none : text.aMonth(formatRupees(s.fee.monthlyRupees)),
      },
    ],
  },
];

/** Sections with explanations, which phones show only after a tap on a link. */
const MORE_SECTIONS: Sections = [
  {
    title: text.howItTrades,
    rows: [
      { label: text.trades, value: (s) => instrumentText(s.instrument) },
      { label: text.product, value: (s) => productText(s.product) },
      { label: text.tags, value: (s) => s.tags.map(tagText).join(", "), isMinor: true },
      { label: text.mainInstrument, value: (s) => s.mainInstrument.name, isMinor: true },
      { label: text.holds, value: (s) => s.holdingPeriod },
      { label: text.frequency, value: (s) => s.tradeFrequency, isMinor: true },
      { label: text.tradingDays, value: (s) => formatWeekdays(s.tradingDays), isMinor: true },
      {
        label: text.entriesIst,
        value: (s) => text.fromTo({ from: s.entryWindow.from, to: s.entryWindow.to }),
        isMinor: true,
      },
    ],
  },
  {
    title: text.whoAndSinceWhen,
    rows: [
      { label: text.registration, value: (s) => s.manager.registration, isMinor: true },
      { label: text.logic, value: (s) => (s.box === "white" ? text.whiteBox : text.blackBox) },
      { label: text.version, value: (s) => s.version, isMinor: true },
      { label: text.liveSince, value: (s) => formatDay(s.liveSince) },
      {
        label: text.status,
        value: (s) =>
          s.status.state === "open"
            ? stateText("open")
            : text.stateSince({ state: stateText(s.status.state), day: formatDay(s.status.since) }),
      },
      { label: text.deployedBy, value: (s) => formatCount(s.deployedCount), isMinor: true },
      { label: text.trackedBy, value: (s) => formatCount(s.trackedCount), isMinor: true },
    ],
  },
];

/** Renders properties from the algos' descriptions, without figures of their records. */
export function CompareTable(props: { strategies: Strategy[] }) {
  const { strategies } = props;
  return (
    <>
      <SectionsTable label={text.factsSideBySide} sections={MAIN_SECTIONS} strategies={strategies} />
      <SectionsTable label={text.moreFacts} sections={MORE_SECTIONS} strategies={strategies} isMore />
    </>
  );
}

/** `isMore` is true if another table above already has visible column headings. */
function SectionsTable(props: {
  label: string;
  sections: Sections;
  strategies: Strategy[];
  isMore?: boolean;
}) {
  const { strategies } = props;
  return (
    <TableScroll label={props.label}>
      <table className={`table compare-table ${compareColumns(strategies.length, "facts")}`}>
        <caption className="sr-only">
          {strategies.length === 1 ? text.oneAlgoToCompare : text.tableCaption}
        </caption>
        <Columns count={strategies.length} />
        <thead className={props.isMore === true ? "sr-only" : "max-md:sr-only"}>
          <NameRow strategies={strategies} />
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

/** Sets the column widths, so that the columns of all tables on the page are aligned. */
export function Columns(props: { count: number }) {
  return (
    <colgroup>
      <col className="md:w-44" />
      <col span={props.count} />
    </colgroup>
  );
}

/** Renders the algos' names as column headings. */
export function NameRow(props: { strategies: readonly { id: string; name: string }[] }) {
  return (
    <tr>
      <CornerCell />
      {props.strategies.map(({ id, name }) => (
        <NameHead key={id}>{name}</NameHead>
      ))}
    </tr>
  );
}

function NameHead(props: { children: string }) {
  return (
    <th scope="col" className="md:min-w-32">
      {props.children}
    </th>
  );
}

export function CornerCell(props: { title?: string }) {
  return (
    <th scope="col" className="compare-corner sticky start-0 w-44 bg-surface-raised">
      {props.title === undefined ? (
        <span className="sr-only">{text.fact}</span>
      ) : (
        <span className="panel-title text-ink">{props.title}</span>
      )}
    </th>
  );
}

function CompareRow(props: { row: Row; strategies: Strategy[] }) {
  const values = props.strategies.map(props.row.value);
  const isDifferent = props.row.isMinor !== true && new Set(values).size > 1;
  return (
    <tr className={isDifferent ? "differs" : undefined}>
      <th scope="row" className="sticky start-0 bg-surface-raised font-normal! text-ink-muted">
        {props.row.label}{" "}
        {isDifferent ? (
          <span className="block max-md:ms-2 max-md:inline text-xs font-semibold text-accent">
            {text.differs}
          </span>
        ) : null}
      </th>
      {props.strategies.map((strategy, index) => (
        <td key={strategy.id} data-name={strategy.name} className={isDifferent ? "font-semibold" : ""}>
          {values[index]}
        </td>
      ))}
    </tr>
  );
}
