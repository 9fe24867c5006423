// A list of algos as a dense table. Rupees refer to the part of the user's amount that the algo would use. Algos above
// the amount are grey. On phones each row becomes a block with labels.

import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { Strip } from "../evidence/evidence-strip.ts";
import { COMPARED_LABELS } from "../evidence/figure-texts.ts";
import { statedLossLimits } from "../evidence/limits-in-short.tsx";
import { amountAtWork } from "../evidence/loss.ts";
import { RiskMark } from "../evidence/risk-mark.tsx";
import { Sparkline, withheldText } from "../evidence/strip-view.tsx";
import { formatMonths } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees } from "../format/rupees.ts";
import { Amount } from "../ui/amount.tsx";
import { ArrowUpDown } from "../ui/icons.tsx";
import { StrategyGlyph, selectGlyph } from "../ui/strategy-glyph.tsx";
import { TableHead } from "../ui/table-head.tsx";
import type { LoadedList } from "./load-list.ts";
import { stateText } from "./state-texts.ts";
import { Fits } from "./strategy-card.tsx";
import { compareAddPath, strategyPath } from "./strategy-path.ts";
import { strategyTableText as text } from "./text.ts";

/** Tablets have no space for the curve, the glyph and the missing amount. */
const NOT_ON_TABLETS = "not-on-tablets";

const NUMBER_COLUMNS = [text.maxDrawdown, text.costsPerYear, text.netPerYear, text.live];

export function StrategyTable(props: {
  list: LoadedList;
  /** True for the table in a panel of a manager's page: rows omit the manager and state the minimum below the name. */
  isOfOneManager?: boolean;
}) {
  const { isOfOneManager = false } = props;
  const { page, strips, amount } = props.list;
  return (
    <div className={isOfOneManager ? "table-scroll" : "panel table-scroll"}>
      <table className="table stacked">
        <caption className="sr-only">{text.rupeesAreFor(formatRupees(amount))}</caption>
        <TableHead
          className="max-md:sr-only"
          columns={[
            text.algo,
            text.risk,
            { name: text.recordNet, className: NOT_ON_TABLETS },
            ...NUMBER_COLUMNS.map((number) => ({ number })),
            ...(isOfOneManager
              ? []
              : [{ number: text.minimum }, { name: text.compare, isHidden: true } as const]),
          ]}
        />
        <tbody>
          {page.items.map((strategy, index) => (
            <Row
              key={strategy.id}
              strategy={strategy}
              strip={strips[index] ?? { kind: "unreachable" }}
              amount={amount}
              isOfOneManager={isOfOneManager}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row(props: { strategy: StrategySummary; strip: Strip; amount: number; isOfOneManager: boolean }) {
  const { strategy, strip, amount } = props;
  return (
    <tr className={amount < strategy.minAmountRupees ? "above-amount" : undefined}>
      <th scope="row" className="md:min-w-30 lg:min-w-48">
        <div className="flex items-center gap-3">
          <span className={props.isOfOneManager ? "hidden lg:block" : "hidden xl:block"}>
            <StrategyGlyph kind={selectGlyph(strategy)} size="small" />
          </span>
          <div>
            <a href={strategyPath(strategy)} className="no-underline hover:underline">
              {strategy.name}
            </a>{" "}
            <span className="block text-sm font-normal text-ink-muted">
              {props.isOfOneManager
                ? text.minimumOf(formatRupees(strategy.minAmountRupees))
                : strategy.manager.name}
            </span>{" "}
            {strategy.status.state === "open" ? null : (
              <span className="badge badge-stopped">{stateText(strategy.status.state)}</span>
            )}
          </div>
        </div>
      </th>
      <td data-label={text.risk}>
        <RiskMark risk={strategy.risk} />
      </td>
      {strip.kind === "shown" ? (
        <Figures strip={strip} amount={amountAtWork(strategy.minAmountRupees, amount)} />
      ) : (
        <td colSpan={5} data-label={text.record} className="text-ink-muted">
          <div>
            {withheldText(strip)}{" "}
            <Limits strategy={strategy} amount={amountAtWork(strategy.minAmountRupees, amount)} />
          </div>
        </td>
      )}
      {props.isOfOneManager ? null : <MinimumAndCompare strategy={strategy} amount={amount} />}
    </tr>
  );
}

function MinimumAndCompare({ strategy, amount }: { strategy: StrategySummary; amount: number }) {
  return (
    <>
      <td data-label={text.minimum} className="number">
        <div>
          <Amount rupees={strategy.minAmountRupees} />{" "}
          <div className={NOT_ON_TABLETS}>
            <Fits minimum={strategy.minAmountRupees} amount={amount} />
          </div>
        </div>
      </td>
      <td className="stacked-action">
        <a href={compareAddPath([strategy.id])} className="icon-button">
          <ArrowUpDown />
          <span className="sr-only">
            {text.compare} {strategy.name}
          </span>
        </a>
      </td>
    </>
  );
}

/** Renders the stop and the largest loss of a position in one line. */
function Limits(props: { strategy: StrategySummary; amount: number }) {
  const limits = statedLossLimits(props.strategy, props.amount);
  if (limits.length === 0) return null;
  return (
    <span className="block text-xs">
      {limits.map(({ term, rupees, note }) => `${term}: ${rupees} (${note})`).join(" · ")}
    </span>
  );
}

function Figures(props: { strip: Extract<Strip, { kind: "shown" }>; amount: number }) {
  const { figures, live } = props.strip;
  const { growth } = figures;
  return (
    <>
      <td data-label={text.recordNet} className={NOT_ON_TABLETS}>
        <Sparkline figures={figures} className="h-8 w-30" />
      </td>
      <td data-label={text.maxDrawdown} className="number font-semibold text-loss">
        {formatRupees(Math.round(figures.maxDrawdown * props.amount))}
      </td>
      <td data-label={text.costsPerYear} className="number">
        {formatRupees(Math.round(figures.costShare * props.amount))}
      </td>
      <td data-label={text.netPerYear} className="number">
        {growth === null ? (
          "–"
        ) : (
          <span className={growth.share < 0 ? "text-loss" : "text-gain"}>
            {formatChange(growth.share, 1)}
            {growth.isYearly ? "" : ` ${text.inTotal}`}
          </span>
        )}
      </td>
      <td data-label={text.live} className="number">
        {live === null ? (
          <span className="text-ink-muted">{text.noneShown}</span>
        ) : (
          <div>
            <span className={live.share < 0 ? "text-loss" : undefined}>{formatChange(live.share, 1)}</span>{" "}
            <span className="block text-xs whitespace-normal text-ink-muted">
              {formatMonths(live.months)}
              {live.isFormer ? COMPARED_LABELS.ofEarlierVersions : ""}
              {live.earlier === null ? "" : text.afterEarlier(formatChange(live.earlier.share, 1))}
            </span>
          </div>
        )}
      </td>
    </>
  );
}
