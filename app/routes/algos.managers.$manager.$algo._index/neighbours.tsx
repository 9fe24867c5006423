// Other algos of the same manager, and similar ones. Cards as in every list, with the permitted figures of each record.
import type { SiteContext } from "../../context.ts";
import { loadStrips, type Strip } from "../../evidence/evidence-strip.ts";
import { isKept } from "../../evidence/load-evidence.ts";
import { StrategyCard } from "../../marketplace/strategy-card.tsx";
import { compareAddPath } from "../../marketplace/strategy-path.ts";
import { PhoneFold } from "../../ui/phone-fold.tsx";
import type { StrategySummary } from "../../wire/strategy.ts";

export const NEIGHBOURS_SHOWN = 3;

type Neighbour = { strategy: StrategySummary; strip: Strip };

/** The first of those found, each with its strip. */
export async function loadNeighbours(
  context: Partial<SiteContext>,
  found: readonly StrategySummary[],
): Promise<Neighbour[]> {
  const shown = found.slice(0, NEIGHBOURS_SHOWN);
  const strips = await loadStrips(isKept(context) ? undefined : context.evidence, shown);
  return shown.map((strategy, index) => ({ strategy, strip: strips[index] ?? { kind: "away" } }));
}

export function Neighbours(props: {
  id: string;
  title: string;
  neighbours: readonly Neighbour[];
  /** The reader's amount in whole rupees. */
  amount: number;
  compareWith?: string;
}) {
  if (props.neighbours.length === 0) return null;
  const { compareWith, amount } = props;
  return (
    <section aria-labelledby={props.id} className="no-print mt-6 md:mt-16">
      <h2 id={props.id} className="text-xl">
        {props.title}
      </h2>
      <PhoneFold words={props.neighbours.map(({ strategy }) => strategy.name).join(", ")}>
        <ul className="card-grid mt-4">
          {props.neighbours.map(({ strategy, strip }) => (
            <li key={strategy.id}>
              <StrategyCard
                strategy={strategy}
                compareHref={compareAddPath(
                  compareWith === undefined ? [strategy.id] : [compareWith, strategy.id],
                )}
                evidence={{ strip, amount }}
              />
            </li>
          ))}
        </ul>
      </PhoneFold>
    </section>
  );
}
