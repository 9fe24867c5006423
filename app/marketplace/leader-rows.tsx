// The first algo by each of four orders, none of them a return: where a reader may begin without a filter.
import { Sparkline } from "../evidence/strip-view.tsx";
import { formatDay } from "../format/dates.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import type { Leader } from "./examples.ts";
import { strategyPath } from "./strategy-path.ts";
import { leaderRowsText as text } from "./text.ts";

/** `amount` is the reader's, in whole rupees. */
export function LeaderRows(props: { leaders: readonly Leader[]; amount: number }) {
  return (
    <ul className="relative z-10 mb-5 divide-y divide-line border-y border-line">
      {props.leaders.map((leader) => (
        <li key={leader.order} className="leader-row py-2 text-sm">
          <span className="text-ink-muted">{leader.order}</span>{" "}
          <a
            href={strategyPath(leader.strategy)}
            className="inline-flex min-h-6 items-center font-semibold no-underline hover:underline"
          >
            {leader.strategy.name}
          </a>{" "}
          <Sparkline figures={leader.figures} className="h-6 w-20 max-sm:hidden" />{" "}
          <span className="number text-end">{textsOf(leader, props.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

function textsOf({ order, strategy, figures }: Leader, amount: number): string {
  if (order === "Most deployed") return formatCount(strategy.deployedCount);
  if (order === "Smallest max drawdown") return formatRupees(Math.round(figures.maxDrawdown * amount));
  if (order === "Lowest minimum") return formatRupees(strategy.minAmountRupees);
  return text.since(formatDay(strategy.liveSince));
}
