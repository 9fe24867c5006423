// One tracklist: its algos, and its name, sharing and end as forms behind a disclosure.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Strip } from "../../evidence/evidence-strip.ts";
import type { SinceAdded } from "../../evidence/since-added.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatRupees } from "../../format/rupees.ts";
import { StrategyCard } from "../../marketplace/strategy-card.tsx";
import { COMPARE_MAX, COMPARE_MIN, compareAddPath, comparePath } from "../../marketplace/strategy-path.ts";
import type { StrategySummary } from "../../wire/strategy.ts";
import { TRACKLIST_NAME_CHARS, type Tracklist } from "../../wire/tracklist.ts";
import type { Refused } from "./route.tsx";

const PAGE = "/algos/tracklist";

export function ListSection(props: {
  list: Tracklist & {
    strategies: StrategySummary[];
    missing: number;
    strips: Record<string, Strip | null>;
    since: Record<string, SinceAdded>;
  };
  /** The reader's amount in whole rupees. */
  amount: number;
  /** A new name that was typed before a sign-in came in between. */
  typedName: string | null;
  xsrf: string;
  refused: Refused | null;
  origin: string;
}) {
  const { list, xsrf, refused } = props;
  const id = `list-${list.id}`;
  const share = list.shareId === null ? null : `${PAGE}/shared/${list.shareId}`;
  return (
    <section aria-labelledby={id} className="mb-12">
      <div className="flex flex-wrap items-baseline justify-between gap-3 border-b border-line pb-2">
        <h2 id={id} className="text-xl">
          {list.name}
        </h2>
        <p className="text-sm text-ink-muted">
          {list.strategyIds.length === 1 ? "1 algo" : `${list.strategyIds.length} algos`}
          {share === null ? "" : ", shared"}
          {list.strategies.length < COMPARE_MIN ? null : (
            <>
              {" · "}
              <a href={comparePath(list.strategyIds.slice(0, COMPARE_MAX))} className="link">
                {list.strategies.length > COMPARE_MAX ? `Compare the first ${COMPARE_MAX}` : "Compare all"}
              </a>
            </>
          )}
        </p>
      </div>
      {share === null ? null : (
        <p className="mt-3 text-sm">
          Anybody with this address may read it:{" "}
          <a href={share} className="link break-all">
            {props.origin}
            {share}
          </a>
        </p>
      )}
      {list.strategies.length === 0 ? (
        <p className="mt-3 text-ink-muted">
          Nothing on it yet.{" "}
          <a href="/algos" className="link">
            Find algos
          </a>
        </p>
      ) : (
        <ul className="card-grid mt-4">
          {list.strategies.map((strategy) => (
            <li key={strategy.id}>
              <StrategyCard
                strategy={strategy}
                compareHref={compareAddPath([strategy.id])}
                isTracked
                evidence={{ strip: list.strips[strategy.id] ?? { kind: "away" }, amount: props.amount }}
              />
              <div className="flex flex-col">
                <SinceWords since={list.since[strategy.id]} amount={props.amount} />
                <form action={PAGE} method="post" className="mt-1 self-end">
                  <input type="hidden" name="xsrf" value={xsrf} />
                  <input type="hidden" name="list" value={list.id} />
                  <input type="hidden" name="strategy" value={strategy.id} />
                  <button
                    type="submit"
                    name="intent"
                    value="untrack"
                    className="link inline-flex min-h-8 items-center px-1 text-sm"
                  >
                    Take off<span className="sr-only"> {strategy.name}</span>
                  </button>
                </form>
              </div>
            </li>
          ))}
        </ul>
      )}
      {list.missing === 0 ? null : (
        <p className="mt-3 text-sm text-ink-muted">{list.missing} more cannot be shown just now.</p>
      )}
      <details className="no-print mt-4" open={refused !== null || props.typedName !== null}>
        <summary className="link inline-flex min-h-8 items-center text-sm">
          Rename, share or delete<span className="sr-only"> {list.name}</span>
        </summary>
        <form action={PAGE} method="post" className="mt-3 max-w-xl">
          <input type="hidden" name="xsrf" value={xsrf} />
          <input type="hidden" name="list" value={list.id} />
          <label htmlFor={`${id}-name`} className="text-sm font-semibold">
            Name
          </label>
          <div className="mt-1.5 flex gap-2">
            <input
              id={`${id}-name`}
              name="name"
              defaultValue={refused?.name || props.typedName || list.name}
              maxLength={TRACKLIST_NAME_CHARS}
              aria-invalid={refused === null ? undefined : true}
              aria-describedby={refused === null ? undefined : `${id}-fault`}
              className="field min-w-0"
            />
            <button type="submit" name="intent" value="rename" className="button button-quiet">
              Rename
            </button>
          </div>
          {refused === null ? null : (
            <p id={`${id}-fault`} className="mt-1.5 text-sm font-semibold text-loss">
              {refused.words}
            </p>
          )}
          <p className="mt-4 flex flex-wrap gap-3">
            <button
              type="submit"
              name="intent"
              value={share === null ? "share" : "unshare"}
              className="button button-quiet"
            >
              {share === null ? "Share for reading" : "Stop sharing"}
            </button>
            <button type="submit" name="intent" value="delete" className="button button-quiet">
              Delete
            </button>
          </p>
        </form>
      </details>
    </section>
  );
}

/** What has happened since it was put on the list; nothing where nothing may be shown. */
function SinceWords(props: { since: SinceAdded | undefined; amount: number }) {
  const { since, amount } = props;
  if (since === undefined) return null;
  return (
    <p className="mt-1 text-sm">
      Since {formatDay(since.addedOn)}:{" "}
      {since.days === 0 ? (
        "no trading day in its record yet"
      ) : (
        <>
          <strong className={since.share < 0 ? "text-loss" : "text-gain"}>
            {formatRupees(Math.round(since.share * amount))}
          </strong>{" "}
          ({formatChange(since.share, 2)}) in {since.days === 1 ? "1 day" : `${since.days} days`},{" "}
          {EVIDENCE_NAMES[since.evidence].toLowerCase()}
        </>
      )}
    </p>
  );
}
