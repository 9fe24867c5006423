// Form that saves a joint portfolio as a tracklist. The note on each algo states its lots.
import { json, redirect } from "@remix-run/node";
import type { Account } from "../../context.ts";
import { idSchema } from "../../contract/base-api/strategy.ts";
import { TRACKLIST_NAME_CHARS } from "../../contract/base-api/tracklist.ts";
import { LOTS_MAX } from "../../evidence/joint-lots.ts";
import { formatList } from "../../format/locale.ts";
import { readRefusal } from "../../http/problem.ts";
import { sentLots } from "../../marketplace/load-portfolio.ts";
import {
  PORTFOLIO_MAX,
  PORTFOLIO_MIN,
  portfolioPath,
  saveJointPath,
} from "../../marketplace/strategy-path.ts";
import { FieldFault } from "../../ui/error-summary.tsx";
import type { Refused } from "./route.tsx";
import { saveJointText as text } from "./text.ts";

type Joint = { ids: string[]; lots: number[] };

/** Returns the algos and lots from the address. Null if it does not contain two to five algos, each with its lots. */
export function readJoint(params: URLSearchParams): Joint | null {
  const [ids, lots] = [params.getAll("id"), sentLots(params)];
  const isComplete =
    ids.length === lots.length &&
    ids.length === new Set(ids).size &&
    ids.every((id) => idSchema.safeParse(id).success);
  return isComplete && ids.length >= PORTFOLIO_MIN && ids.length <= PORTFOLIO_MAX ? { ids, lots } : null;
}

/**
 * Creates the list with the algos in the order of the joint portfolio, and redirects to it. If a call fails after the
 * list was created, the response states how many algos were saved. The form then retains its key, so that saving again
 * completes the same list.
 */
export async function saveJoint(account: Account, joint: Joint, name: string, key: string) {
  const { id, strategyIds } = await account.createTracklist({ name }, key);
  const saved = new Set(strategyIds);
  try {
    for (const [at, strategy] of [...joint.ids.entries()].reverse()) {
      await account.trackStrategy(id, strategy);
      await account.noteStrategy(id, strategy, { note: text.lots(joint.lots[at] ?? 1) });
      saved.add(strategy);
    }
  } catch (fault) {
    if (!(fault instanceof Response) || fault.status === 401) throw fault;
    const { message, init } = await readRefusal(fault);
    const title = text.savedOf({
      saved: joint.ids.filter((strategy) => saved.has(strategy)).length,
      count: joint.ids.length,
    });
    const explanation = `${message} ${text.saveAgain}`;
    return json<Refused>(
      { list: null, intent: "save", name, strategy: null, words: explanation, title, key },
      init,
    );
  }
  return redirect(`/algos/tracklist#list-${id}`, 303);
}

/**
 * Returns the address of the list's joint portfolio; with lots, if the note on each algo states its lots. Null for a
 * list with too few or too many algos.
 */
export function jointPath(items: readonly { strategy: { id: string }; note: string }[]): string | null {
  if (items.length < PORTFOLIO_MIN || items.length > PORTFOLIO_MAX) return null;
  const lots = items.map(({ note }) => Number.parseInt(note, 10));
  const areLots = lots.every(
    (count, at) => count > 0 && count <= LOTS_MAX && items[at]?.note === text.lots(count),
  );
  return portfolioPath(
    items.map(({ strategy }) => strategy.id),
    areLots ? lots : null,
  );
}

export function SaveJoint(props: {
  joint: Joint;
  /** Names of the algos. */
  names: string[];
  xsrf: string;
  newKey: string;
  refused: Refused | null;
}) {
  const { joint, names, refused } = props;
  const all = formatList(names);
  const name = all.length > TRACKLIST_NAME_CHARS ? text.countOf(names.length) : all;
  return (
    <section aria-labelledby="save" className="panel panel-body mb-10 max-w-2xl">
      <h2 id="save" className="panel-title">
        {text.title}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">
        {formatList(names.map((algo, at) => text.lotsOf({ count: joint.lots[at] ?? 1, name: algo })))}
      </p>
      {/* After a rejection, the loader reads the algos from the form's address. */}
      <form action={saveJointPath(joint.ids, joint.lots)} method="post" className="mt-3">
        <input type="hidden" name="xsrf" value={props.xsrf} />
        <input type="hidden" name="key" value={refused?.key ?? props.newKey} />
        <label htmlFor="save-name" className="text-sm font-semibold">
          {text.name}
        </label>
        <div className="mt-1.5 flex gap-2">
          <input
            id="save-name"
            name="name"
            defaultValue={refused?.name ?? name}
            maxLength={TRACKLIST_NAME_CHARS}
            required
            // A list that already exists keeps its name.
            readOnly={refused?.key !== undefined}
            aria-invalid={refused === null ? undefined : true}
            aria-describedby={refused === null ? undefined : "save-name-fault"}
            className="field min-w-0"
          />
          <button type="submit" name="intent" value="save" className="button button-main">
            {text.save}
          </button>
        </div>
        <FieldFault id="save-name-fault" message={refused?.words} />
      </form>
    </section>
  );
}
