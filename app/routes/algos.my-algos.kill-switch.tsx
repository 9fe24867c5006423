// The kill switch: what it does, which deployments it would stop, and one button behind a word that has to be typed. It cannot be
// lifted before the next day, and the page says so before, not after.
import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatMoment } from "../format/dates.ts";
import { readProblem } from "../http/problem.ts";
import { ModeMark, StateMark } from "../portfolio/deployment-parts.tsx";
import { deploymentPath } from "../portfolio/deployment-words.ts";
import { asSignedIn, requireAccount } from "../portfolio/require-account.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { isEnded } from "../wire/deployment-states.ts";

const PAGE = "/algos/my-algos/kill-switch";
const WORD = "STOP";

export function loader({ context }: LoaderFunctionArgs) {
  const { account, session } = requireAccount(context, PAGE);
  return asSignedIn(context, PAGE, async () => {
    const [killSwitch, { items }, positions] = await Promise.all([
      account.getKillSwitch(),
      account.listDeployments(),
      account.listPositions(),
    ]);
    return {
      killSwitch,
      canLift: killSwitch.liftableFrom !== null && Date.now() >= Date.parse(killSwitch.liftableFrom),
      running: items
        .filter(({ state }) => !isEnded(state))
        .map(({ id, strategyName, state, terms }) => ({ id, strategyName, state, mode: terms.mode })),
      left: positions.items
        .filter(({ heldBy }) => heldBy === "handed_over")
        .map(({ ref, symbol, quantity }) => ({ ref, symbol, quantity })),
      own: positions.items.filter(({ heldBy }) => heldBy === "own").length,
      xsrf: session.xsrf,
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const form = await request.formData();
  const wants = form.get("intent");
  if (wants !== "on" && wants !== "off")
    return json({ words: "The form was not understood. Try it again from this page." }, { status: 422 });
  if (
    wants === "on" &&
    String(form.get("word") ?? "")
      .trim()
      .toUpperCase() !== WORD
  )
    return json({ words: `Type ${WORD} to confirm.` }, { status: 422 });
  return asSignedIn(context, PAGE, async () => {
    try {
      await account.setKillSwitch({ killSwitchStatus: wants === "on" ? "ACTIVATE" : "DEACTIVATE" });
      return redirect(PAGE, 303);
    } catch (fault) {
      if (!(fault instanceof Response) || ![409, 422].includes(fault.status)) throw fault;
      const { detail } = readProblem(fault.status, await fault.json().catch(() => null));
      return json({ words: detail }, { status: fault.status });
    }
  });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Kill switch",
    description: "Stops all of your algos at once, closes their positions and lets nothing new begin today.",
    path: PAGE,
    isIndexed: false,
  });

export default function KillSwitchPage() {
  const { killSwitch, canLift, running, left, own, xsrf } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { words: string } | undefined;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Algos", path: "/algos" },
          { title: "My algos", path: "/algos/my-algos" },
        ]}
        here="Kill switch"
      />
      <PageHeader
        title={killSwitch.isActive ? "The kill switch is on" : "Kill switch"}
        lead={
          killSwitch.isActive && killSwitch.since !== null
            ? `Since ${formatMoment(new Date(killSwitch.since))}. Nothing new is opened. Algos do not resume on their own, not even when it is lifted.`
            : "Stops all of your algos at once: open orders are cancelled, positions are squared off at market, and nothing new starts for the rest of the day."
        }
      />
      <div className="max-w-2xl">
        <ErrorSummary
          title="Nothing was changed"
          faults={refused === undefined ? [] : [{ href: "#word", words: refused.words }]}
        />
        {killSwitch.isActive ? (
          <form action={PAGE} method="post">
            <input type="hidden" name="xsrf" value={xsrf} />
            {canLift ? (
              <button type="submit" name="intent" value="off" className="button button-main">
                Lift the kill switch
              </button>
            ) : (
              <p>
                It can be lifted from{" "}
                {killSwitch.liftableFrom === null
                  ? "tomorrow"
                  : formatMoment(new Date(killSwitch.liftableFrom))}{" "}
                on.
              </p>
            )}
          </form>
        ) : (
          <>
            <p>It cannot be lifted before the next day. To stop one algo only, open it and choose “Stop”.</p>
            <section aria-labelledby="would-stop" className="panel mt-6 p-5">
              <h2 id="would-stop" className="text-lg">
                What it would stop now
              </h2>
              {running.length === 0 && left.length === 0 ? (
                <p className="mt-2">
                  Nothing is running. It would only keep new deployments and entries from starting.
                </p>
              ) : (
                <ul className="mt-2">
                  {running.map(({ id, strategyName, state, mode }) => (
                    <li key={id} className="flex flex-wrap items-center gap-3 py-1">
                      <a href={deploymentPath(id)} className="link">
                        {strategyName}
                      </a>
                      <ModeMark mode={mode} /> <StateMark state={state} />
                    </li>
                  ))}
                </ul>
              )}
              {left.length === 0 ? null : (
                <p className="mt-3">
                  It also squares off {left.length === 1 ? "the position" : `the ${left.length} positions`}{" "}
                  you took over: {left.map(({ symbol }) => symbol).join(", ")}.
                </p>
              )}
              {own === 0 ? null : (
                <p className="mt-3">
                  {own === 1 ? "One position" : `${own} positions`} of your own orders{" "}
                  {own === 1 ? "stays" : "stay"} open:{" "}
                  <a href="/algos/my-algos/positions" className="link">
                    square off there
                  </a>
                  .
                </p>
              )}
            </section>
            <form action={PAGE} method="post" className="mt-6">
              <input type="hidden" name="xsrf" value={xsrf} />
              <label htmlFor="word" className="block font-semibold">
                Type {WORD} to confirm
              </label>
              <input
                id="word"
                name="word"
                maxLength={10}
                autoComplete="off"
                required
                aria-invalid={refused === undefined ? undefined : true}
                className="field mt-1.5 max-w-52"
              />
              <p className="mt-5 flex flex-wrap gap-3">
                <button type="submit" name="intent" value="on" className="button button-danger">
                  Stop everything
                </button>
                <LinkButton to="/algos/my-algos" kind="quiet">
                  Leave it as it is
                </LinkButton>
              </p>
            </form>
          </>
        )}
      </div>
    </>
  );
}
