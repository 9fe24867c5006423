// "Track" on a card: a link through sign-in for a stranger, a form for who is signed in, which changes it and comes back here.
import { useContext } from "react";
import type { StrategySummary } from "../wire/strategy.ts";
import { TrackedContext } from "./tracked.ts";

const LOOK = "link relative z-10 inline-flex min-h-6 items-center font-semibold";

export function TrackButton(props: { strategy: Pick<StrategySummary, "id" | "name"> }) {
  const { strategy } = props;
  const tracked = useContext(TrackedContext);
  if (tracked === null)
    return (
      <a href={`/algos/tracklist?add=${strategy.id}`} rel="nofollow" className={LOOK}>
        Track<span className="sr-only"> {strategy.name}</span>
      </a>
    );
  const list = tracked.lists[strategy.id];
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
        data-done={
          list === undefined ? `${strategy.name} is tracked.` : `${strategy.name} is no longer tracked.`
        }
        className={`${LOOK} cursor-pointer`}
      >
        {list === undefined ? "Track" : "Tracked: take off"}
        <span className="sr-only"> {strategy.name}</span>
      </button>
    </form>
  );
}
