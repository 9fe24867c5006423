// Tracked algos on the home page, each with the result since it was tracked, in rupees of the used amount.
import type { SiteContext } from "../context.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { EVIDENCE_NAMES } from "../evidence/disclosure-texts.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { loadSinceAdded, type SinceAdded } from "../evidence/since-added.ts";
import { formatDay } from "../format/dates.ts";
import { formatRupees } from "../format/rupees.ts";
import { TextLink } from "../ui/link-button.tsx";
import { StrategyGlyph, selectGlyph } from "../ui/strategy-glyph.tsx";
import { Fits } from "./strategy-card.tsx";
import { strategyPath } from "./strategy-path.ts";
import { trackedChangesText as text } from "./text.ts";

const CHANGES_SHOWN_MAX = 3;

export type TrackedChange = { strategy: StrategySummary; since: SinceAdded | null };

/** Loads the most recently tracked algos, newest first. Empty for a signed-out user or without the provider. */
export async function loadTrackedChanges(context: Partial<SiteContext>): Promise<TrackedChange[]> {
  const { account, provider } = context;
  if (!account || !provider) return [];
  const lists = (await account.listTracklists().catch(nullIfRefused))?.items ?? [];
  const known = new Map((provider.allStrategies() ?? []).map((strategy) => [strategy.id, strategy]));
  // For an algo in several lists, the earliest date applies.
  const addedAt = Object.fromEntries(
    lists
      .flatMap((list) => Object.entries(list.addedAt ?? {}))
      .toSorted(([, one], [, other]) => other.localeCompare(one)),
  );
  const ids = [...new Set(lists.flatMap(({ strategyIds }) => strategyIds))];
  const strategies = ids
    .toSorted((one, other) => (addedAt[other] ?? "").localeCompare(addedAt[one] ?? ""))
    .flatMap((id) => known.get(id) ?? [])
    .slice(0, CHANGES_SHOWN_MAX);
  const since = await loadSinceAdded(evidenceForReader(context), strategies, addedAt);
  return strategies.map((strategy) => ({ strategy, since: since[strategy.id] ?? null }));
}

export function TrackedChanges(props: { tracked: readonly TrackedChange[]; amount?: number }) {
  const { tracked, amount = READER_AMOUNT_DEFAULT } = props;
  if (tracked.length === 0) return null;
  return (
    <section aria-labelledby="tracked" className="mt-6">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="tracked" className="text-xl">
          {text.heading}
        </h2>
        <TextLink to="/algos/tracklist">{text.tracklists}</TextLink>
      </div>
      <ul className="card-grid">
        {tracked.map(({ strategy, since }) => (
          <li key={strategy.id} className="panel panel-body flex items-center gap-4">
            <StrategyGlyph kind={selectGlyph(strategy)} />
            <div className="min-w-0 grow">
              <a href={strategyPath(strategy)} className="algo-name">
                {strategy.name}
              </a>
              <p>
                <Fits minimum={strategy.minAmountRupees} amount={amount} />
              </p>
            </div>
            <Change since={since} amount={amountAtWork(strategy.minAmountRupees, amount)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Change(props: { since: SinceAdded | null; amount: number }) {
  const { since, amount } = props;
  if (since === null) return null;
  const rupees = Math.round(since.share * amount);
  return (
    <p className="text-end">
      {since.days === 0 ? null : (
        <span className={`figure ${rupees < 0 ? "text-loss" : "text-gain"}`}>
          {rupees > 0 ? "+" : ""}
          {formatRupees(rupees)}{" "}
        </span>
      )}
      <span className="figure-note">
        {(since.days === 0 ? text.trackedOn : text.since)(formatDay(since.addedOn))}
        {since.days === 0 ? null : ` · ${EVIDENCE_NAMES[since.evidence].toLowerCase()}`}
      </span>
    </p>
  );
}
