// Button "Track" on a card. For a signed-out user it is a link to the sign-in, otherwise a form that returns to the
// page.

import { useContext } from "react";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { slotMarkup } from "../contract/site/reader-slots.ts";
import { Bookmark } from "../ui/icons.tsx";
import { trackButtonText as text } from "./text.ts";
import { type Tracked, TrackedContext } from "./tracked.ts";

const STYLE = "icon-button relative z-10";

type Tracking = Pick<StrategySummary, "id" | "name">;

export function TrackButton(props: { strategy: Tracking }) {
  const { strategy } = props;
  const tracked = useContext(TrackedContext);
  if (tracked === null)
    return (
      <>
        <a href={`/algos/tracklist?add=${strategy.id}`} rel="nofollow" className={STYLE}>
          <Bookmark />
          {text.track}
          <span className="sr-only"> {strategy.name}</span>
        </a>{" "}
      </>
    );
  if (!("slotMark" in tracked))
    return <TrackForm strategy={strategy} tracked={tracked} list={tracked.lists[strategy.id]} />;
  const slot = (name: Parameters<typeof slotMarkup>[1]) => slotMarkup(tracked.slotMark, name, strategy.id);
  return (
    <>
      {slot("tracked")}
      <TrackForm strategy={strategy} tracked={tracked} list={slot("list")} />
      {slot("else")}
      <TrackForm strategy={strategy} tracked={tracked} list={undefined} />
      {slot("end")}
    </>
  );
}

/** `list` is the id of the list that contains the algo; undefined if it is not tracked. */
function TrackForm(props: { strategy: Tracking; tracked: Tracked; list: string | undefined }) {
  const { strategy, tracked, list } = props;
  return (
    <form
      action="/algos/tracklist"
      method="post"
      data-quick={`track-${strategy.id}`}
      className="relative z-10 inline-flex"
    >
      <input type="hidden" name="xsrf" value={tracked.xsrf} />
      <input type="hidden" name="strategy" value={strategy.id} />
      <input type="hidden" name="back" value={tracked.here} />
      {list === undefined ? null : <input type="hidden" name="list" value={list} />}
      <button
        type="submit"
        name="intent"
        value={list === undefined ? "track_first" : "untrack"}
        data-done={list === undefined ? text.isTracked(strategy.name) : text.isNoLongerTracked(strategy.name)}
        className={`${STYLE}`}
      >
        <Bookmark />
        {list === undefined ? text.track : text.remove}
        <span className="sr-only"> {strategy.name}</span>
      </button>
    </form>
  );
}
