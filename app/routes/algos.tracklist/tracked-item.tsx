// An algo of a tracklist as a row: its result since it was added, then its largest drawdown, risk and amount, and the
// user's note.

import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { TRACKLIST_NOTE_CHARS } from "../../contract/base-api/tracklist.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Strip } from "../../evidence/evidence-strip.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import type { SinceAdded } from "../../evidence/since-added.ts";
import { Sparkline, withheldText } from "../../evidence/strip-view.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { formatRupees } from "../../format/rupees.ts";
import { Fits } from "../../marketplace/strategy-card.tsx";
import { strategyPath } from "../../marketplace/strategy-path.ts";
import { Amount } from "../../ui/amount.tsx";
import { StrategyGlyph, selectGlyph } from "../../ui/strategy-glyph.tsx";
import { trackedItemText as text } from "./text.ts";

const PAGE = "/algos/tracklist";

/**
 * Renders the column titles of wide screens. Screen readers skip them, because each row contains the names of its
 * figures.
 */
export function TrackedHead() {
  return (
    <div aria-hidden className="tracked tracked-columns">
      <span>{text.algo}</span> <span>{text.sinceTracked}</span> <span>{text.worst}</span>{" "}
      <span>{text.risk}</span> <span>{text.needs}</span>
    </div>
  );
}

export type Tracked = {
  strategy: StrategySummary;
  strip: Strip | null;
  since: SinceAdded | null;
  note: string;
};

export function TrackedItem(props: {
  list: string;
  item: Tracked;
  /** The user's amount in whole rupees. */
  amount: number;
  /** A note that could not be saved, because the session had ended or for the reason in `words`. */
  typed: { note: string; words: string | null } | null;
  xsrf: string;
}) {
  const { item, list, xsrf } = props;
  const { strategy, strip } = item;
  const atWork = amountAtWork(strategy.minAmountRupees, props.amount);
  const isAbove = strategy.minAmountRupees > props.amount;
  return (
    <li>
      <article className={`tracked ${isAbove ? "above-amount" : ""}`}>
        <div className="flex min-w-0 items-center gap-3">
          <StrategyGlyph kind={selectGlyph(strategy)} size="small" />
          <div className="min-w-0">
            <h3 className="text-base">
              <a href={strategyPath(strategy)} className="no-underline hover:underline">
                {strategy.name}
              </a>
            </h3>
            <p className="text-sm text-ink-muted">{strategy.manager.name}</p>
          </div>
        </div>
        <SinceText since={item.since} amount={atWork} />
        <LargestDrawdown strip={strip} amount={atWork} />
        <p>
          <RiskMark risk={strategy.risk} />
        </p>
        <p className="text-sm">
          <Amount rupees={strategy.minAmountRupees} />{" "}
          <Fits minimum={strategy.minAmountRupees} amount={props.amount} />
        </p>
        <div className="tracked-actions no-print">
          {strategy.status.state === "open" ? (
            <a
              href={`${strategyPath(strategy)}/deploy`}
              rel="nofollow"
              className="button button-quiet button-small"
            >
              {text.deploy}
              <span className="sr-only"> {strategy.name}</span>
            </a>
          ) : null}
          <form action={PAGE} method="post">
            <input type="hidden" name="xsrf" value={xsrf} />
            <input type="hidden" name="list" value={list} />
            <input type="hidden" name="strategy" value={strategy.id} />
            <button type="submit" name="intent" value="untrack" className="icon-button">
              {text.remove}
              <span className="sr-only"> {strategy.name}</span>
            </button>
          </form>
        </div>
        <NoteForm list={list} strategy={strategy} savedNote={item.note} typed={props.typed} xsrf={xsrf} />
      </article>
    </li>
  );
}

/**
 * Renders the record's curve and largest drawdown for the invested amount, or the reason why the record is not shown.
 */
function LargestDrawdown(props: { strip: Strip | null; amount: number }) {
  const { strip } = props;
  if (strip?.kind !== "shown")
    return <p className="text-sm text-ink-muted">{withheldText(strip ?? { kind: "unreachable" })}</p>;
  const { figures } = strip;
  return (
    <div className="tracked-worst">
      <Sparkline figures={figures} className="h-8 w-full" />
      <p className="text-sm">
        <span className="tracked-label">{text.worst}</span>{" "}
        <strong className="text-loss">{formatRupees(Math.round(figures.maxDrawdown * props.amount))}</strong>
      </p>
    </div>
  );
}

function NoteForm(props: {
  list: string;
  strategy: StrategySummary;
  savedNote: string;
  typed: { note: string; words: string | null } | null;
  xsrf: string;
}) {
  const { list, strategy, typed } = props;
  const id = `note-${list}-${strategy.id}`;
  const noteFormTexts = typed?.words ?? null;
  return (
    <details className="tracked-note" open={typed !== null || props.savedNote !== ""}>
      <summary className="link inline-flex min-h-8 items-center text-sm">
        {text.myNote}
        <span className="sr-only"> {text.onAlgo(strategy.name)}</span>
      </summary>
      <form action={PAGE} method="post" className="mt-1">
        <input type="hidden" name="xsrf" value={props.xsrf} />
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="strategy" value={strategy.id} />
        <label htmlFor={id} className="sr-only">
          {text.myNote} {text.onAlgo(strategy.name)}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            name="note"
            defaultValue={typed?.note ?? props.savedNote}
            maxLength={TRACKLIST_NOTE_CHARS}
            placeholder={text.myNote}
            autoComplete="off"
            aria-invalid={noteFormTexts === null ? undefined : true}
            aria-describedby={noteFormTexts === null ? undefined : `${id}-fault`}
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
        {noteFormTexts === null ? null : (
          <p id={`${id}-fault`} className="mt-1.5 text-sm font-semibold text-loss">
            {noteFormTexts}
          </p>
        )}
      </form>
    </details>
  );
}

/** Renders the result since the algo was added to the list. */
function SinceText(props: { since: SinceAdded | null; amount: number }) {
  const { since, amount } = props;
  if (since === null) return <p />;
  const rupees = Math.round(since.share * amount);
  return (
    <p>
      {since.days === 0 ? (
        <span className="figure-note">{text.noTradingDay}</span>
      ) : (
        <span className={`figure ${rupees < 0 ? "text-loss" : "text-gain"}`}>
          {rupees > 0 ? "+" : ""}
          {formatRupees(rupees)}
        </span>
      )}{" "}
      <span className="figure-note">
        {text.since({
          share: since.days === 0 ? "" : `${formatChange(since.share, 1)} `,
          day: formatDay(since.addedOn),
          evidence: EVIDENCE_NAMES[since.evidence].toLowerCase(),
        })}
      </span>
    </p>
  );
}
