// What stands first: who is compared with what can be done, and beneath it the figures of the records, aligned, for the reader's amount.
// Where a record may not be shown its column says so, and has the stop and the largest loss.
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { limitsInShort } from "../../evidence/limits-in-short.tsx";
import { COMPARED_TERMS, type JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { withoutFigures } from "../../evidence/strip-view.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatRupees } from "../../format/rupees.ts";
import { COMPARE_TRAY_PATH, managerPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { compareColumns } from "../../ui/compare-columns.ts";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import type { Strategy } from "../../wire/strategy.ts";
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
  const columns: Column[] = strategies.map((strategy) => ({
    strategy,
    shown: view?.shown.find(({ id }) => id === strategy.id),
  }));
  const hasFigures = columns.some(({ shown }) => shown !== undefined);
  const kind = `table compare-table ${compareColumns(strategies.length)}`;
  return (
    <>
      <TableScroll label={text.recordsSideBySide}>
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
                <th scope="rowgroup" colSpan={strategies.length + 1} className="pt-6! text-base">
                  {text.recordsFor(formatRupees(amount))}
                </th>
              </tr>
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
              {hasFigures ? <Figures columns={columns} from={0} to={FIRST_TERMS} /> : null}
            </tbody>
          )}
        </table>
      </TableScroll>
      {hasFigures ? (
        <PhoneFold words={text.moreTerms}>
          <TableScroll label={text.moreSideBySide}>
            <table className={kind}>
              <caption className="sr-only">{text.moreCaption}</caption>
              <Columns count={strategies.length} />
              <thead className="sr-only">
                <NameRow strategies={strategies} />
              </thead>
              <tbody>
                <Figures columns={columns} from={FIRST_TERMS} to={COMPARED_TERMS.length} />
              </tbody>
            </table>
          </TableScroll>
        </PhoneFold>
      ) : null}
    </>
  );
}

/** Rows of `COMPARED_TERMS`, from one up to another. */
function Figures(props: { columns: Column[]; from: number; to: number }) {
  return COMPARED_TERMS.slice(props.from, props.to).map((term, index) => (
    <tr key={term}>
      <RowHead>{term}</RowHead>
      {props.columns.map(({ strategy, shown }) => (
        <td key={strategy.id} data-name={strategy.name} className="tabular-nums">
          {shown?.figures[props.from + index] ?? "–"}
        </td>
      ))}
    </tr>
  ));
}

function RowHead(props: { children: string }) {
  return (
    <th scope="row" className="sticky start-0 bg-surface font-normal! text-ink-muted">
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
