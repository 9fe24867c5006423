// The compared algos with their actions, and the figures of their records for the user's amount, with the best and
// worst marked. For an algo whose record may not be shown, the reason and the loss limits are shown instead.

import type { ReactNode } from "react";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { COMPARED_TERMS, type ComparedFigure, MAIN_TERM_COUNT } from "../../evidence/compared.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { statedLossLimits } from "../../evidence/limits-in-short.tsx";
import type { JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { PERFORMANCE_TEXTS } from "../../evidence/performance-texts.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { withheldText } from "../../evidence/strip-view.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatRupees } from "../../format/rupees.ts";
import { COMPARE_TRAY_PATH, managerPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { strategyTableText } from "../../marketplace/text.ts";
import { compareColumns } from "../../ui/compare-columns.ts";
import { StrategyGlyph, selectGlyph } from "../../ui/strategy-glyph.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { Columns, CornerCell, NameRow } from "./compare-table.tsx";
import { compareFiguresText as text } from "./text.ts";

type Column = { strategy: Strategy; shown: JointEvidence["shown"][number] | undefined };

export function CompareFigures(props: {
  strategies: Strategy[];
  view: JointEvidence | null;
  /** The user's amount in whole rupees. */
  amount: number;
}) {
  const { strategies, view, amount } = props;
  const columns = buildColumns(strategies, view);
  const hasFigures = columns.some(({ shown }) => shown !== undefined);
  const kind = `table compare-table ${compareColumns(strategies.length, "figures")}`;
  return (
    <TableScroll label={text.recordsSideBySide} className="panel">
      <table className={`${kind} decides`}>
        <caption className="sr-only">{strategyTableText.rupeesAreFor(formatRupees(amount))}</caption>
        <Columns count={strategies.length} />
        <thead>
          <tr>
            <CornerCell title={text.decides} />
            {strategies.map((strategy, index) => (
              <Head key={strategy.id} strategy={strategy} index={index} isNarrow={strategies.length > 2} />
            ))}
          </tr>
        </thead>
        <tbody>
          {view === null || (view.withheld.length === 0 && !isDifferent(view)) ? null : (
            <RecordRow
              columns={columns}
              missing={(strategy) => <MissingFigures view={view} strategy={strategy} amount={amount} />}
            />
          )}
          {view !== null && hasFigures ? (
            <Figures columns={columns} extremes={view.extremes} from={0} to={MAIN_TERM_COUNT} />
          ) : null}
          <AmountRows strategies={strategies} amount={amount} />
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Renders ratios, trades and exposure, computed from the same records as the main figures. */
export function MoreFigures(props: { strategies: Strategy[]; view: JointEvidence }) {
  const { strategies, view } = props;
  const columns = buildColumns(strategies, view);
  return (
    <TableScroll label={text.moreSideBySide}>
      <table className={`table compare-table ${compareColumns(strategies.length, "figures")}`}>
        <caption className="sr-only">{text.moreCaption}</caption>
        <Columns count={strategies.length} />
        <thead>
          <NameRow strategies={strategies} />
        </thead>
        <tbody>
          {isDifferent(view) ? <RecordRow columns={columns} missing={() => "–"} /> : null}
          <Figures
            columns={columns}
            extremes={view.extremes}
            from={MAIN_TERM_COUNT}
            to={COMPARED_TERMS.length}
          />
        </tbody>
      </table>
    </TableScroll>
  );
}

function buildColumns(strategies: Strategy[], view: JointEvidence | null): Column[] {
  return strategies.map((strategy) => ({
    strategy,
    shown: view?.shown.find(({ id }) => id === strategy.id),
  }));
}

/** True if the records differ in class or period. */
const isDifferent = ({ shown }: JointEvidence) =>
  new Set(shown.map(({ evidence, from, to }) => `${evidence} ${from} ${to}`)).size > 1;

/** Renders the class and period of each record, or the text of `missing` for an algo without figures. */
function RecordRow(props: { columns: Column[]; missing: (strategy: Strategy) => ReactNode }) {
  return (
    <tr>
      <RowHead>{text.record}</RowHead>
      {props.columns.map(({ strategy, shown }) => (
        <td key={strategy.id} data-name={strategy.name}>
          {shown === undefined
            ? props.missing(strategy)
            : `${EVIDENCE_NAMES[shown.evidence]}, ${PERFORMANCE_TEXTS.fromTo({ from: formatDay(shown.from), to: formatDay(shown.to) })}`}
        </td>
      ))}
    </tr>
  );
}

/** Renders the rows of `COMPARED_TERMS` from index `from` to index `to`. */
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
          <td key={strategy.id} data-name={strategy.name} className="tabular-nums">
            <Figure figure={shown?.figures[props.from + index] ?? null} />{" "}
            {marks?.best === strategy.id ? <span className="mark-best">{text.best}</span> : null}
            {marks?.worst === strategy.id ? <span className="mark-worst">{text.worst}</span> : null}
          </td>
        ))}
      </tr>
    );
  });
}

const TONES = { loss: "text-loss", gain: "text-gain" };

function Figure({ figure }: { figure: ComparedFigure | null }) {
  if (figure === null) return "–";
  const { value, note, tone } = figure;
  return (
    <>
      <span className={`text-[1rem] font-[640] ${tone === undefined ? "" : TONES[tone]}`}>{value}</span>
      {note === undefined ? null : <span className="text-sm text-ink-muted"> {note}</span>}
    </>
  );
}

/** Renders each algo's lots for the user's amount, its risk level, and its actions. */
function AmountRows(props: { strategies: Strategy[]; amount: number }) {
  const { strategies, amount } = props;
  return (
    <>
      <tr>
        <RowHead>{text.atWork(formatRupees(amount))}</RowHead>
        {strategies.map(({ id, name, minAmountRupees }) => {
          const atWork = amountAtWork(minAmountRupees, amount);
          return (
            <td key={id} data-name={name} className="tabular-nums">
              <span className="text-[1rem] font-[640]">{formatRupees(atWork)}</span>{" "}
              <span className="block text-sm text-ink-muted">
                {atWork > amount
                  ? text.needsMore(formatRupees(atWork - amount))
                  : text.lots({ count: atWork / minAmountRupees, minimum: formatRupees(minAmountRupees) })}
              </span>
            </td>
          );
        })}
      </tr>
      <tr>
        <RowHead>{text.risk}</RowHead>
        {strategies.map(({ id, name, risk }) => (
          <td key={id} data-name={name}>
            <RiskMark risk={risk} />
          </td>
        ))}
      </tr>
      <tr className="no-print">
        <RowHead isHidden>{text.actions}</RowHead>
        {strategies.map((strategy) => (
          <td key={strategy.id} data-name={strategy.name}>
            <Actions strategy={strategy} all={strategies} />
          </td>
        ))}
      </tr>
    </>
  );
}

function RowHead(props: { children: string; isHidden?: boolean }) {
  return (
    <th scope="row" className="sticky start-0 bg-surface-raised font-normal! text-ink-muted">
      {props.isHidden ? <span className="sr-only">{props.children}</span> : props.children}
    </th>
  );
}

/** Renders the reason why an algo has no figures, and its loss limits. */
function MissingFigures(props: { view: JointEvidence; strategy: Strategy; amount: number }) {
  const { view, strategy } = props;
  const reason = view.withheld.find(({ id }) => id === strategy.id)?.reason ?? "unreachable";
  const strip =
    reason === "being_made" || reason === "unreachable"
      ? ({ kind: reason } as const)
      : ({ kind: "withheld", reason } as const);
  return (
    <>
      {withheldText(strip)}.
      {statedLossLimits(strategy, amountAtWork(strategy.minAmountRupees, props.amount)).map(
        ({ term, rupees, note }) => (
          <span key={term} className="block text-xs text-ink-muted">
            {term}: {rupees} ({note}){" "}
          </span>
        ),
      )}
    </>
  );
}

/** `isNarrow` is true if phones show more than two columns, which have no space for the manager. */
function Head(props: { strategy: Strategy; index: number; isNarrow: boolean }) {
  const { strategy, isNarrow } = props;
  return (
    <th scope="col" className="md:min-w-32">
      <span className="flex items-center gap-3">
        <span className={isNarrow ? "hidden lg:block" : "max-md:hidden"}>
          <StrategyGlyph kind={selectGlyph(strategy)} size="small" />
        </span>
        <span>
          <span className="share-key" data-part={props.index + 1} />
          <a
            href={strategyPath(strategy)}
            className={`${isNarrow ? "" : "text-base "}text-ink no-underline hover:underline`}
          >
            {strategy.name}
          </a>{" "}
          <a
            href={managerPath(strategy.manager)}
            className={`${isNarrow ? "max-md:hidden " : ""}block text-sm font-normal text-ink-muted no-underline hover:underline`}
          >
            {strategy.manager.name}
          </a>
        </span>
      </span>
    </th>
  );
}

function Actions(props: { strategy: Strategy; all: Strategy[] }) {
  const { strategy } = props;
  return (
    <>
      {strategy.status.state === "open" ? (
        <a
          href={`${strategyPath(strategy)}/deploy`}
          rel="nofollow"
          className="button button-main me-3 px-3 py-1 max-sm:me-1 max-sm:px-1"
        >
          {text.deploy}
          <span className="sr-only"> {strategy.name}</span>
        </a>
      ) : null}{" "}
      <a
        href={removalPath(props.all.map(({ id }) => id).filter((id) => id !== strategy.id))}
        rel="nofollow"
        className="link inline-flex min-h-11 items-center"
      >
        {text.remove}
        <span className="sr-only"> {strategy.name}</span>
      </a>
    </>
  );
}

/** Returns the address that compares these ids and also stores them as the user's comparison. */
const removalPath = (ids: readonly string[]) =>
  `${COMPARE_TRAY_PATH}?${ids.length === 0 ? "clear=1" : new URLSearchParams(ids.map((id) => ["id", id]))}`;
