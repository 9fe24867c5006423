// Button that adds an instrument to the user's watchlist or removes it. It is a form, so it works without scripts.

import { instrumentKey } from "../domain/instrument-key.ts";
import type { ExchangeSegment } from "../domain/vocabulary.ts";
import { Plus, Star, X } from "../ui/icons.tsx";
import { boardText as text } from "./text.ts";
import { WATCH_PATH } from "./watchlist.ts";

type Named = { exchangeSegment: ExchangeSegment; securityId: string; name: string };
export type Watched = Named & {
  lastPaise: number;
  previousClosePaise: number;
  /** Prices of the day in paise, for a small curve. Null if the market overview does not contain the instrument. */
  curve: readonly number[] | null;
};

export function WatchForm(props: {
  of: Named;
  isWatched: boolean;
  isSmall?: boolean;
  returnTo: string;
  /** Form token of the session. Null for a signed-out user. */
  xsrf: string | null;
}) {
  const { of, isWatched } = props;
  const buttonLabel = isWatched ? text.unwatch(of.name) : text.watchName(of.name);
  return (
    <form method="post" action={WATCH_PATH} className="contents">
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
      <input type="hidden" name="key" value={instrumentKey(of)} />
      <input type="hidden" name="return" value={props.returnTo} />
      <button
        type="submit"
        name="watch"
        value={isWatched ? "no" : "yes"}
        aria-label={buttonLabel}
        title={buttonLabel}
        className={props.isSmall ? "icon-button -me-2 min-h-9 min-w-9 justify-center" : "button button-quiet"}
      >
        {props.isSmall ? (
          isWatched ? (
            <X className="size-4" />
          ) : (
            <Plus className="size-4" />
          )
        ) : (
          <>
            <Star className={`size-4 ${isWatched ? "fill-current" : ""}`} />
            {isWatched ? text.watching : text.watch}
          </>
        )}
      </button>
    </form>
  );
}
