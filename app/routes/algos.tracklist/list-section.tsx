// A tracklist: its algos, and collapsed forms that rename, share and delete it.

import { TRACKLIST_NAME_CHARS, type Tracklist } from "../../contract/base-api/tracklist.ts";
import { formatRupees } from "../../format/rupees.ts";
import { COMPARE_MAX, COMPARE_MIN, comparePath } from "../../marketplace/strategy-path.ts";
import { Figure } from "../../ui/figure.tsx";
import { TextLink } from "../../ui/link-button.tsx";
import { computeTotals, LIST_ORDERS, type ListOrder, type ListTotals, sortItems } from "./list-order.ts";
import type { Refused } from "./route.tsx";
import { jointPath } from "./save-joint.tsx";
import { listSectionText as text } from "./text.ts";
import { type Tracked, TrackedHead, TrackedItem } from "./tracked-item.tsx";

const PAGE = "/algos/tracklist";

type ListEntry = Tracklist & { items: Tracked[]; missing: number };
/** Text that the user entered before signing in again: a new name of the list, or a note on the algo `strategy`. */
export type Typed = { name: string; strategy: string | null };

export function ListSection(props: {
  list: ListEntry;
  /** The user's amount in whole rupees. */
  amount: number;
  typed: Typed | null;
  order: ListOrder;
  xsrf: string;
  refused: Refused | null;
  origin: string;
}) {
  const { list, xsrf, refused, typed, amount, order } = props;
  const totals = computeTotals(list.items, amount);
  const id = `list-${list.id}`;
  const share = list.shareId === null ? null : `${PAGE}/shared/${list.shareId}`;
  const typedNote = (strategy: string) =>
    refused?.strategy === strategy
      ? { note: refused.name, words: refused.words }
      : typed?.strategy === strategy
        ? { note: typed.name, words: null }
        : null;
  return (
    <section aria-labelledby={id} className="mb-10">
      <ListHead list={list} id={id} order={order} />
      {totals === null ? null : <Totals totals={totals} count={list.items.length} />}
      {share === null ? null : (
        <p className="mt-3 text-sm">
          {text.anybodyMayRead}{" "}
          <a href={share} className="link break-all">
            {props.origin}
            {share}
          </a>
        </p>
      )}
      {list.items.length === 0 ? (
        <p className="mt-3 text-ink-muted">
          {text.nothingYet} <TextLink to="/algos">{text.findAlgos}</TextLink>
        </p>
      ) : (
        <div className="panel mt-4 overflow-hidden">
          <TrackedHead />
          <ul className="divide-y divide-line">
            {sortItems(list.items, order, amount).map((item) => (
              <TrackedItem
                key={item.strategy.id}
                list={list.id}
                item={item}
                amount={amount}
                typed={typedNote(item.strategy.id)}
                xsrf={xsrf}
              />
            ))}
          </ul>
        </div>
      )}
      {list.missing === 0 ? null : (
        <p className="mt-3 text-sm text-ink-muted">{text.notShownNow(list.missing)}</p>
      )}
      <ListForms
        list={list}
        id={id}
        xsrf={xsrf}
        refused={refused?.strategy === null ? refused : null}
        typedName={typed?.strategy === null ? typed.name : null}
      />
    </section>
  );
}

function ListHead(props: { list: ListEntry; id: string; order: ListOrder }) {
  const { list, id, order } = props;
  const joint = jointPath(list.items);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="text-xl">
        {list.name}{" "}
        <span className="text-sm font-normal text-ink-muted">
          {text.algos(list.strategyIds.length)}
          {list.shareId === null ? "" : text.shared}
        </span>
      </h2>
      {list.items.length < COMPARE_MIN ? null : (
        <div className="no-print flex flex-wrap items-center gap-3">
          <ul aria-label={text.order} className="segments">
            {LIST_ORDERS.map((name) => (
              <li key={name}>
                <a href={`${PAGE}?order=${name}#${id}`} aria-current={name === order ? "true" : undefined}>
                  {text.orders[name]}
                </a>
              </li>
            ))}
          </ul>
          {joint === null ? null : (
            <a href={joint} className="button button-quiet button-small">
              {text.joint}
            </a>
          )}{" "}
          <a
            href={comparePath(list.strategyIds.slice(0, COMPARE_MAX))}
            className="button button-quiet button-small"
          >
            {list.items.length > COMPARE_MAX ? text.compareFirst(COMPARE_MAX) : text.compareAll}
          </a>
        </div>
      )}
    </div>
  );
}

/** Renders the totals of the list, with the result first. */
function Totals({ totals, count }: { totals: ListTotals; count: number }) {
  const { rupees, fell, rose, worst, best, deepest } = totals;
  const change = (value: number) => `${value > 0 ? "+" : ""}${formatRupees(value)}`;
  return (
    <dl className="figures mt-3">
      <Figure
        name={text.together(count)}
        value={change(rupees)}
        note={text.ofAmount(formatRupees(totals.investedRupees))}
        tone={rupees < 0 ? "text-loss" : "text-gain"}
        className={rupees < 0 ? "figure-loss" : undefined}
      />
      <Figure
        name={text.fell}
        value={fell}
        note={fell === 0 ? text.none : text.worst({ algo: worst.name, change: change(worst.rupees) })}
      />
      <Figure
        name={text.rose}
        value={rose}
        note={rose === 0 ? text.none : text.best({ algo: best.name, change: change(best.rupees) })}
      />
      {deepest === null ? null : (
        <Figure
          name={text.deepest}
          value={formatRupees(deepest.rupees)}
          note={deepest.name}
          tone="text-loss"
        />
      )}
    </dl>
  );
}

function ListForms(props: {
  list: ListEntry;
  id: string;
  xsrf: string;
  refused: Refused | null;
  typedName: string | null;
}) {
  const { list, id, refused } = props;
  return (
    <details className="no-print mt-4" open={refused !== null || props.typedName !== null}>
      <summary className="link inline-flex min-h-8 items-center text-sm">
        {text.renameShareOrDelete}
        <span className="sr-only"> {list.name}</span>
      </summary>
      <form action={PAGE} method="post" className="mt-3 max-w-xl">
        <input type="hidden" name="xsrf" value={props.xsrf} />
        <input type="hidden" name="list" value={list.id} />
        <label htmlFor={`${id}-name`} className="text-sm font-semibold">
          {text.name}
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
            {text.rename}
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
            value={list.shareId === null ? "share" : "unshare"}
            className="button button-quiet"
          >
            {list.shareId === null ? text.shareForReading : text.stopSharing}
          </button>{" "}
          <button type="submit" name="intent" value="delete" className="button button-quiet">
            {text.remove}
          </button>
        </p>
      </form>
    </details>
  );
}
