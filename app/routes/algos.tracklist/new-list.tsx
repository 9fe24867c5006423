// Form that creates a tracklist. After an error it contains the entered name.
import { TRACKLIST_NAME_CHARS } from "../../contract/base-api/tracklist.ts";
import type { Refused } from "./route.tsx";
import { newListText as text } from "./text.ts";

export function NewList(props: {
  xsrf: string;
  newKey: string;
  /** Id of an algo that is added to the new list. */
  strategy: string | null;
  refused: Refused | null;
  /** Name that the user entered before signing in again. */
  name: string;
  /** True if the user has no tracklist yet. */
  isFirst: boolean;
}) {
  const { refused, strategy } = props;
  return (
    <details
      className="mt-6 max-w-xl"
      open={refused !== null || strategy !== null || props.name !== "" || props.isFirst}
    >
      <summary className="link inline-flex min-h-11 items-center font-semibold">{text.newTracklist}</summary>
      <form
        // After a rejection, the loader reads the algo from the form's address.
        action={`/algos/tracklist${strategy === null ? "" : `?add=${strategy}`}`}
        method="post"
        className="mt-3"
      >
        <input type="hidden" name="xsrf" value={props.xsrf} />
        <input type="hidden" name="key" value={props.newKey} />
        {strategy === null ? null : <input type="hidden" name="strategy" value={strategy} />}
        <label htmlFor="new-name" className="text-sm font-semibold">
          {text.name}
        </label>
        <p id="new-hint" className="text-sm text-ink-muted">
          {text.nameHint(TRACKLIST_NAME_CHARS)}
        </p>
        <div className="mt-1.5 flex gap-2">
          <input
            id="new-name"
            name="name"
            defaultValue={refused?.name ?? props.name}
            maxLength={TRACKLIST_NAME_CHARS}
            required
            aria-describedby={refused === null ? "new-hint" : "new-hint new-fault"}
            aria-invalid={refused === null ? undefined : true}
            className="field min-w-0"
          />
          <button type="submit" name="intent" value="create" className="button button-main">
            {strategy === null ? text.makeIt : text.makeItAndTrack}
          </button>
        </div>
        {refused === null ? null : (
          <p id="new-fault" className="mt-1.5 text-sm font-semibold text-loss">
            {refused.words}
          </p>
        )}
      </form>
    </details>
  );
}
