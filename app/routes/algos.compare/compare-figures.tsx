// The compared algos with their actions, and the figures of their records for the user's amount, best and worst marked. A column without a
// permitted record states the reason, the stop and the largest loss.

import type { Strategy } from "../../contract/base-api/strategy.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { limitsInShort } from "../../evidence/limits-in-short.tsx";
import { COMPARED_TERMS, type JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { withoutFigures } from "../../evidence/strip-view.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatRupees } from "../../format/rupees.ts";
import { COMPARE_TRAY_PATH, managerPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { compareColumns } from "../../ui/compare-columns.ts";
import { glyphOf, StrategyGlyph } from "../../ui/strategy-glyph.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { Columns, Corner, NameRow } from "./compare-table.tsx";
import { compareFiguresText as text } from "./text.ts";

/** Up to the growth after costs; what comes after it is behind a line on phones. */
const FIRST_TERMS = COMPARED_TERMS.indexOf("CAGR, net") + 1;

type Column = { strategy: Strategy; shown: JointEvidence["shown"][number] | undefined };

export function CompareFigures(props: {
  strategies: Strategy[];
  view: JointEvidence | null;
  /** The reader's amount in whole rupees. */
  amount: number;
}) {
  const { strategies, view, amount } = props;
  const columns = columnsOf(strategies, view);
  const hasFigures = columns.some(({ shown }) => shown !== undefined);
  const kind = `table compare-table ${compareColumns(strategies.length)}`;
  return (
    <TableScroll label={text.recordsSideBySide} className="panel">
      <table className={kind}>
        <caption className="sr-only">{text.figuresFor(formatRupees(amount))}</caption>
        <Columns count={strategies.length} />
        <thead>
          <tr>
            <Corner />
            {strategies.map((strategy) => (
              <Head key={strategy.id} strategy={strategy} all={strategies} />
            ))}
          </tr>
        </thead>
        {view === null ? null : (
          <tbody>
            <tr>
              <RowHead>{text.record}</RowHead>
              {columns.map(({ strategy, shown }) => (
                <td key={strategy.id} data-name={strategy.name}>
                  {shown === undefined ? (
                    <Without view={view} strategy={strategy} amount={amount} />
                  ) : (
                    text.recordOf({
                      evidence: EVIDENCE_NAMES[shown.evidence],
                      from: formatDay(shown.from),
                      to: formatDay(shown.to),
                      amount: formatRupees(shown.atWork),
                    })
                  )}
                </td>
              ))}
            </tr>
            {hasFigures ? (
              <Figures columns={columns} extremes={view.extremes} from={0} to={FIRST_TERMS} />
            ) : null}
          </tbody>
        )}
      </table>
    </TableScroll>
  );
}

/** Ratios, trades and exposure of the same records. */
export function MoreFigures(props: { strategies: Strategy[]; view: JointEvidence }) {
  const { strategies, view } = props;
  const columns = columnsOf(strategies, view);
  return (
    <TableScroll label={text.moreSideBySide}>
      <table className={`table compare-table ${compareColumns(strategies.length)}`}>
        <caption className="sr-only">{text.moreCaption}</caption>
        <Columns count={strategies.length} />
        <thead>
          <NameRow strategies={strategies} />
        </thead>
        <tbody>
          <Figures columns={columns} extremes={view.extremes} from={FIRST_TERMS} to={COMPARED_TERMS.length} />
        </tbody>
      </table>
    </TableScroll>
  );
}

function columnsOf(strategies: Strategy[], view: JointEvidence | null): Column[] {
  return strategies.map((strategy) => ({
    strategy,
    shown: view?.shown.find(({ id }) => id === strategy.id),
  }));
}

/** Rows of `COMPARED_TERMS`, from one up to another. */
function Figures(props: {
  columns: Column[];
  extremes: JointEvidence["extremes"];
  from: number;
  to: number;
}) {
  return COMPARED_TERMS.slice(props.from, props.to).map((term, index) => {
    const marks = props.extremes[props.from + index];
    return (
      <tr key={term}>
        <RowHead>{term}</RowHead>
        {props.columns.map(({ strategy, shown }) => (
          <td key={strategy.id} data-name={strategy.name} className="font-semibold tabular-nums">
            {shown?.figures[props.from + index] ?? "–"}{" "}
            {marks?.best === strategy.id ? <span className="mark-best">{text.best}</span> : null}
            {marks?.worst === strategy.id ? <span className="mark-worst">{text.worst}</span> : null}
          </td>
        ))}
      </tr>
    );
  });
}

function RowHead(props: { children: string }) {
  return (
    <th scope="row" className="sticky start-0 bg-surface-raised font-normal! text-ink-muted">
      {props.children}
    </th>
  );
}

/** Reason for a missing figure, and the loss limits of the rules. */
function Without(props: { view: JointEvidence; strategy: Strategy; amount: number }) {
  const { view, strategy } = props;
  const reason = view.withheld.find(({ id }) => id === strategy.id)?.reason ?? "away";
  const strip =
    reason === "being_made" || reason === "away"
      ? ({ kind: reason } as const)
      : ({ kind: "withheld", reason } as const);
  return (
    <>
      {withoutFigures(strip)}.
      {limitsInShort(strategy, amountAtWork(strategy.minAmountRupees, props.amount)).map(
        ({ term, rupees, note }) => (
          <span key={term} className="block text-xs text-ink-muted">
            {term}: {rupees} ({note}){" "}
          </span>
        ),
      )}
    </>
  );
}

function Head(props: { strategy: Strategy; all: Strategy[] }) {
  const { strategy } = props;
  return (
    <th scope="col" className="md:min-w-32">
      <span className="mb-1 block max-md:hidden">
        <StrategyGlyph kind={glyphOf(strategy)} size="small" />
      </span>
      <a href={strategyPath(strategy)} className="link text-base">
        {strategy.name}
      </a>{" "}
      <span className="mt-1 block font-normal text-ink-muted">
        <a href={managerPath(strategy.manager)} className="no-underline hover:underline">
          {strategy.manager.name}
        </a>
      </span>{" "}
      {strategy.status.state === "open" ? (
        <a
          href={`${strategyPath(strategy)}/deploy`}
          rel="nofollow"
          className="button button-main no-print mt-2 min-h-9 px-3 py-1"
        >
          {text.deploy}
          <span className="sr-only"> {strategy.name}</span>
        </a>
      ) : null}{" "}
      <a
        href={withoutPath(props.all.map(({ id }) => id).filter((id) => id !== strategy.id))}
        rel="nofollow"
        className="link no-print ms-3 mt-1 inline-block py-1 font-normal"
      >
        {text.remove}
        <span className="sr-only"> {strategy.name}</span>
      </a>
    </th>
  );
}

/** The comparison without one, which then is what the reader has put aside. */
const withoutPath = (ids: readonly string[]) =>
  `${COMPARE_TRAY_PATH}?${ids.length === 0 ? "clear=1" : new URLSearchParams(ids.map((id) => ["id", id]))}`;
