// Form that chooses the algos of a comparison or joint portfolio, and links to suggested pairs. A page shows it while
// fewer than two algos are chosen.
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { RiskMark } from "../evidence/risk-mark.tsx";
import { formatRupees } from "../format/rupees.ts";
import { ChevronDown } from "../ui/icons.tsx";
import { SubmitButton, TouchLink } from "../ui/link-button.tsx";
import type { SuggestedSet } from "./suggested-sets.ts";
import { pickAlgosText as text } from "./text.ts";

export type Pick = { id: string; name: string; risk: string; minAmountRupees: number };
export type Picks = { first: Pick[]; others: Pick[] };

/** Number of algos that the form shows without opening the list of all others. */
const FIRST = 6;

/**
 * Divides the algos that are not chosen yet into the first few and all others. `algos` must be in order of deployments;
 * those that need more than `most` rupees, or are not open, follow those that fit.
 */
export function picksOf(
  algos: readonly StrategySummary[],
  chosen: readonly { id: string }[],
  most: number,
): Picks {
  const remaining = algos.filter(({ id }) => !chosen.some((one) => one.id === id));
  const fits = ({ status, minAmountRupees }: StrategySummary) =>
    status.state === "open" && minAmountRupees <= most;
  const picks = [...remaining.filter(fits), ...remaining.filter((algo) => !fits(algo))].map(
    ({ id, name, risk, minAmountRupees }) => ({ id, name, risk, minAmountRupees }),
  );
  return {
    first: picks.slice(0, FIRST),
    others: picks.slice(FIRST).sort((one, other) => one.name.localeCompare(other.name)),
  };
}

export function PickAlgos(props: {
  /** Path of the page, without its query. */
  path: string;
  /** Ids of the algos that the address already contains. */
  ids: readonly string[];
  picks: Picks;
  /** Amount in the address, in rupees. Null if the address has none. */
  amount: number | null;
  /** Label of the button. */
  button: string;
}) {
  const { first, others } = props.picks;
  return (
    <form action={props.path} method="get" className="panel panel-body no-print">
      {props.ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      {props.amount === null ? null : <input type="hidden" name="amount" value={props.amount} />}
      <fieldset className="min-w-0">
        <legend className="panel-title mb-1">{text.choose}</legend>
        <Boxes picks={first} />
        {others.length === 0 ? null : (
          <details className="border-t border-line">
            <summary className="flex min-h-11 items-center justify-between font-semibold text-accent">
              {text.others(others.length)}
              <ChevronDown className="marker-turn size-4" />
            </summary>
            <div className="picks-more">
              <Boxes picks={others} />
            </div>
          </details>
        )}
      </fieldset>
      <SubmitButton className="mt-3 w-full">{props.button}</SubmitButton>
    </form>
  );
}

function Boxes({ picks }: { picks: readonly Pick[] }) {
  return (
    <div className="picks">
      {picks.map(({ id, name, risk, minAmountRupees }) => (
        <label key={id}>
          <input type="checkbox" name="id" value={id} className="size-5 shrink-0" />{" "}
          <span>
            {name}{" "}
            <span className="mt-1 block font-normal">
              <RiskMark risk={risk} />
            </span>
          </span>{" "}
          <span className="number text-sm font-normal text-ink-muted">
            {text.from(formatRupees(minAmountRupees))}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Renders links to the suggested pairs. `path` returns the address of the page with the algos. */
export function SuggestedSets(props: { sets: readonly SuggestedSet[]; path: (ids: string[]) => string }) {
  if (props.sets.length === 0) return null;
  return (
    <section aria-labelledby="sets" className="panel panel-body">
      <h2 id="sets" className="panel-title mb-1">
        {text.start}
      </h2>
      <ul className="pick-sets">
        {props.sets.map(({ kind, algos }) => (
          <li key={kind} className="py-2">
            <TouchLink to={props.path(algos.map(({ id }) => id))}>
              {text.pair(algos.map(({ name }) => name))}
            </TouchLink>{" "}
            <span className="block text-sm text-ink-muted">{text.kinds[kind]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
