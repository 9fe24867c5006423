// One algo of a tracklist: its card with the price of its main instrument, what has happened since it was put there, the reader's note, and
// the way off the list.

import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { TRACKLIST_NOTE_CHARS } from "../../contract/base-api/tracklist.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Strip } from "../../evidence/evidence-strip.ts";
import type { SinceAdded } from "../../evidence/since-added.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatRupees } from "../../format/rupees.ts";
import { StrategyCard } from "../../marketplace/strategy-card.tsx";
import { compareAddPath } from "../../marketplace/strategy-path.ts";
import { trackedItemText as text } from "./text.ts";

const PAGE = "/algos/tracklist";

export type Tracked = {
  strategy: StrategySummary;
  strip: Strip | null;
  since: SinceAdded | null;
  note: string;
};

export function TrackedItem(props: {
  list: string;
  item: Tracked;
  /** The reader's amount in whole rupees. */
  amount: number;
  /** A note that was not saved: the session had ended, or it was refused for the given reason. */
  typed: { note: string; words: string | null } | null;
  xsrf: string;
}) {
  const { item, list, xsrf } = props;
  const { strategy } = item;
  return (
    <li className="tracked">
      <SinceText since={item.since} amount={props.amount} />
      <StrategyCard
        strategy={strategy}
        compareHref={compareAddPath([strategy.id])}
        isTracked
        evidence={{ strip: item.strip ?? { kind: "away" }, amount: props.amount }}
      />
      <div className="flex flex-col">
        <NoteForm list={list} strategy={strategy} kept={item.note} typed={props.typed} xsrf={xsrf} />
        <form action={PAGE} method="post" className="mt-1 self-end">
          <input type="hidden" name="xsrf" value={xsrf} />
          <input type="hidden" name="list" value={list} />
          <input type="hidden" name="strategy" value={strategy.id} />
          <button
            type="submit"
            name="intent"
            value="untrack"
            className="link no-print inline-flex min-h-8 items-center px-1 text-sm"
          >
            {text.remove}
            <span className="sr-only"> {strategy.name}</span>
          </button>
        </form>
      </div>
    </li>
  );
}

function NoteForm(props: {
  list: string;
  strategy: StrategySummary;
  kept: string;
  typed: { note: string; words: string | null } | null;
  xsrf: string;
}) {
  const { list, strategy, typed } = props;
  const id = `note-${list}-${strategy.id}`;
  const words = typed?.words ?? null;
  return (
    <form action={PAGE} method="post" className="mt-2">
      <input type="hidden" name="xsrf" value={props.xsrf} />
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="strategy" value={strategy.id} />
      <label htmlFor={id} className="text-xs text-ink-muted">
        {text.myNote}
        <span className="sr-only"> {text.onAlgo(strategy.name)}</span>
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          name="note"
          defaultValue={typed?.note ?? props.kept}
          maxLength={TRACKLIST_NOTE_CHARS}
          autoComplete="off"
          aria-invalid={words === null ? undefined : true}
          aria-describedby={words === null ? undefined : `${id}-fault`}
          className="field min-w-0 text-sm"
        />
        <button
          type="submit"
          name="intent"
          value="note"
          className="button button-quiet no-print px-3 text-sm font-normal"
        >
          {text.save}
          <span className="sr-only"> {text.theNoteOn(strategy.name)}</span>
        </button>
      </div>
      {words === null ? null : (
        <p id={`${id}-fault`} className="mt-1.5 text-sm font-semibold text-loss">
          {words}
        </p>
      )}
    </form>
  );
}

/** What has happened since it was put on the list, before anything else; nothing where nothing may be shown. */
function SinceText(props: { since: SinceAdded | null; amount: number }) {
  const { since, amount } = props;
  if (since === null) return null;
  return (
    <p className="mb-1 text-sm">
      {text.since(formatDay(since.addedOn))}{" "}
      {since.days === 0 ? (
        text.noTradingDay
      ) : (
        <>
          <strong className={since.share < 0 ? "text-loss" : "text-gain"}>
            {formatRupees(Math.round(since.share * amount))}
          </strong>{" "}
          {text.inDays({
            share: formatChange(since.share, 2),
            days: since.days,
            evidence: EVIDENCE_NAMES[since.evidence].toLowerCase(),
          })}
        </>
      )}
    </p>
  );
}
