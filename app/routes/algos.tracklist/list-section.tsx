// One tracklist: its algos, and collapsed forms to rename, share and delete it.

import { TRACKLIST_NAME_CHARS, type Tracklist } from "../../contract/base-api/tracklist.ts";
import { COMPARE_MAX, COMPARE_MIN, comparePath } from "../../marketplace/strategy-path.ts";
import type { Refused } from "./route.tsx";
import { listSectionText as text } from "./text.ts";
import { type Tracked, TrackedItem } from "./tracked-item.tsx";

const PAGE = "/algos/tracklist";

type ListEntry = Tracklist & { items: Tracked[]; missing: number };
/** Text that was entered before a sign-in: a new name of the list, or a note on an algo. */
export type Typed = { name: string; strategy: string | null };

export function ListSection(props: {
  list: ListEntry;
  /** The user's amount in whole rupees. */
  amount: number;
  typed: Typed | null;
  xsrf: string;
  refused: Refused | null;
  origin: string;
}) {
  const { list, xsrf, refused, typed } = props;
  const id = `list-${list.id}`;
  const share = list.shareId === null ? null : `${PAGE}/shared/${list.shareId}`;
  const typedNote = (strategy: string) =>
    refused?.strategy === strategy
      ? { note: refused.name, words: refused.words }
      : typed?.strategy === strategy
        ? { note: typed.name, words: null }
        : null;
  return (
    <section aria-labelledby={id} className="mb-12">
      <ListHead list={list} id={id} />
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
          {text.nothingYet}{" "}
          <a href="/algos" className="link">
            {text.findAlgos}
          </a>
        </p>
      ) : (
        <ul className="panel mt-4 divide-y divide-line overflow-hidden">
          {list.items.map((item) => (
            <TrackedItem
              key={item.strategy.id}
              list={list.id}
              item={item}
              amount={props.amount}
              typed={typedNote(item.strategy.id)}
              xsrf={xsrf}
            />
          ))}
        </ul>
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

function ListHead(props: { list: ListEntry; id: string }) {
  const { list } = props;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-3 border-b border-line pb-2">
      <h2 id={props.id} className="text-xl">
        {list.name}
      </h2>
      <p className="text-sm text-ink-muted">
        {text.algos(list.strategyIds.length)}
        {list.shareId === null ? "" : text.shared}
        {list.items.length < COMPARE_MIN ? null : (
          <>
            {" · "}
            <a href={comparePath(list.strategyIds.slice(0, COMPARE_MAX))} className="link">
              {list.items.length > COMPARE_MAX ? text.compareFirst(COMPARE_MAX) : text.compareAll}
            </a>
          </>
        )}
      </p>
    </div>
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
