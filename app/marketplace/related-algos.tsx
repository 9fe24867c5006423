// Similar algos and other algos of the manager, as rows with name, manager and largest drawdown.
import type { SiteContext } from "../context.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { loadStrips, type Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { withheldText } from "../evidence/strip-view.tsx";
import { formatRupees } from "../format/rupees.ts";
import { TouchLink } from "../ui/link-button.tsx";
import { StrategyGlyph, selectGlyph } from "../ui/strategy-glyph.tsx";
import { compareAddPath, strategyPath } from "./strategy-path.ts";
import { relatedAlgosText as text } from "./text.ts";

export const RELATED_ALGOS_SHOWN_MAX = 3;

type RelatedAlgo = { strategy: StrategySummary; strip: Strip };

/** Loads the summaries of the first algos' records, for the user's amount. */
export async function loadRelatedAlgos(
  context: Partial<SiteContext>,
  found: readonly StrategySummary[],
  amountRupees: number,
): Promise<RelatedAlgo[]> {
  const first = found.slice(0, RELATED_ALGOS_SHOWN_MAX);
  const strips = await loadStrips(evidenceForReader(context, amountRupees), first);
  return first.map((strategy, index) => ({ strategy, strip: strips[index] ?? { kind: "unreachable" } }));
}

export function RelatedAlgos(props: {
  id: string;
  title: string;
  algos: readonly RelatedAlgo[];
  /** The user's amount in whole rupees. */
  amount: number;
  /** Amount in the address, in rupees. Null if the address has none. */
  addressAmount?: number | null;
  /** Id of the page's algo. A link compares it with the first listed algo. */
  compareWith?: string;
}) {
  const { algos, compareWith } = props;
  if (algos.length === 0) return null;
  return (
    <section aria-labelledby={props.id} className="no-print panel">
      <h2 id={props.id} className="panel-title px-5 pt-4 pb-2">
        {props.title}
      </h2>
      <ul>
        {algos.map(({ strategy, strip }) => (
          <li
            key={strategy.id}
            className="relative flex flex-wrap items-center gap-3 border-t border-line px-5 py-3 hover:bg-surface-sunken"
          >
            <StrategyGlyph kind={selectGlyph(strategy)} size="small" />
            <div className="min-w-0 grow basis-32">
              {/* The link covers the row. */}
              <a
                href={strategyPath(strategy)}
                className="font-semibold no-underline after:absolute after:inset-0"
              >
                {strategy.name}
              </a>{" "}
              <span className="block text-sm text-ink-muted">{strategy.manager.name}</span>
            </div>
            <LargestDrawdown strategy={strategy} strip={strip} amount={props.amount} />
          </li>
        ))}
      </ul>
      {compareWith === undefined ? null : (
        <p className="border-t border-line px-5 py-2 text-sm">
          <TouchLink
            to={compareAddPath(
              [compareWith, ...algos.slice(0, 1).map(({ strategy }) => strategy.id)],
              props.addressAmount,
            )}
          >
            {text.compareWith(algos[0]?.strategy.name ?? "")}
          </TouchLink>
        </p>
      )}
    </section>
  );
}

function LargestDrawdown({ strategy, strip, amount }: RelatedAlgo & { amount: number }) {
  if (strip.kind !== "shown")
    return <span className="text-end text-sm text-ink-muted">{withheldText(strip)}</span>;
  const atWork = amountAtWork(strategy.minAmountRupees, amount);
  return (
    <span className="number font-semibold whitespace-nowrap text-loss">
      <span className="sr-only">{text.maxDrawdown} </span>
      {formatRupees(Math.round(strip.figures.maxDrawdown * atWork))}
    </span>
  );
}
