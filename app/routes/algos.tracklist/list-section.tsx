// One tracklist: its algos, and its name, sharing and end as forms behind a disclosure.
import { StrategyCard } from "../../strategies/strategy-card.tsx";
import { comparePath } from "../../strategies/strategy-path.ts";
import type { StrategySummary } from "../../wire/strategy.ts";
import { TRACKLIST_NAME_CHARS, type Tracklist } from "../../wire/tracklist.ts";
import type { Refused } from "./route.tsx";

const PAGE = "/algos/tracklist";

export function ListSection(props: {
  list: Tracklist & { strategies: StrategySummary[]; missing: number };
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
        <ul className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {list.strategies.map((strategy) => (
            <li key={strategy.id} className="flex flex-col">
              <StrategyCard strategy={strategy} compareHref={comparePath([strategy.id])} isTracked />
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
            </li>
          ))}
        </ul>
      )}
      {list.missing === 0 ? null : (
        <p className="mt-3 text-sm text-ink-muted">{list.missing} more cannot be shown just now.</p>
      )}
      <details className="no-print mt-4" open={refused !== null}>
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
              defaultValue={refused?.name || list.name}
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
