// The user's tracklists, each with a button that adds the algo or removes it.

import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import type { Tracklist } from "../../contract/base-api/tracklist.ts";
import { strategyPath } from "../../marketplace/strategy-path.ts";
import { filled } from "../../ui/filled.tsx";
import { TextLink } from "../../ui/link-button.tsx";
import { addPanelText as text } from "./text.ts";

export function AddPanel(props: { strategy: StrategySummary; lists: Tracklist[]; xsrf: string }) {
  const { strategy } = props;
  return (
    <section aria-labelledby="add" className="panel mb-10 max-w-2xl p-5">
      <h2 id="add" className="text-lg">
        {filled(text.track, {
          algo: <TextLink to={strategyPath(strategy)}>{strategy.name}</TextLink>,
        })}
      </h2>
      {props.lists.length === 0 ? (
        <p className="mt-2 text-ink-muted">{text.noneYet}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {props.lists.map((list) => {
            const isOn = list.strategyIds.includes(strategy.id);
            return (
              <li key={list.id}>
                <form
                  // After a rejection, the loader reads the algo from the form's address.
                  action={`/algos/tracklist?add=${strategy.id}`}
                  method="post"
                  className="flex items-center justify-between gap-3 py-2"
                >
                  <span>
                    {list.name}{" "}
                    <span className="text-sm text-ink-muted">
                      {isOn ? text.hasIt : text.algos(list.strategyIds.length)}
                    </span>
                  </span>
                  <input type="hidden" name="xsrf" value={props.xsrf} />
                  <input type="hidden" name="list" value={list.id} />
                  <input type="hidden" name="strategy" value={strategy.id} />
                  <button
                    type="submit"
                    name="intent"
                    value={isOn ? "untrack" : "track"}
                    className={`button ${isOn ? "button-quiet" : "button-main"}`}
                  >
                    {isOn ? text.remove : text.add}
                    <span className="sr-only">
                      {" "}
                      {isOn ? text.from : text.to} {list.name}
                    </span>
                  </button>
                </form>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
