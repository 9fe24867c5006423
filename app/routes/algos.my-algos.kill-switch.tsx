// The kill switch: its effect, the deployments that it stops, and a button that requires a typed word. The page warns
// that the switch cannot be turned off before the next day.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { HeldPosition } from "../contract/base-api/portfolio.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { formatDateTime } from "../format/dates.ts";
import { formatList } from "../format/locale.ts";
import { readRefusal } from "../http/problem.ts";
import { StateBadge } from "../portfolio/algo-row.tsx";
import { BrokerDown, SendAgain, type UnansweredForm, unansweredForm } from "../portfolio/broker-down.tsx";
import { ModeMark, Result } from "../portfolio/deployment-parts.tsx";
import { deploymentPath } from "../portfolio/deployment-texts.ts";
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { killSwitchText as text } from "../portfolio/text.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { LinkButton, TextLink } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Panel } from "../ui/section.tsx";
import { TextField } from "../ui/text-field.tsx";

const PAGE = "/algos/my-algos/kill-switch";
const CONFIRMATION_WORD = "STOP";

export const headers = accountHeaders;

export function loader({ context }: LoaderFunctionArgs) {
  return loadWithAccount(context, PAGE, async ({ account, session }) => {
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
      effect: positionsToClose(positions.items),
      xsrf: session.xsrf,
    };
  });
}

/**
 * Returns the positions that would be squared off, live before paper, with their unrealised P&L in paise. The P&L is
 * null if a price is missing.
 */
function positionsToClose(positions: readonly HeldPosition[]) {
  return (["live", "paper"] as const).flatMap((mode) => {
    const own = positions.filter((position) => position.mode === mode && position.heldBy !== "own");
    const results = own.map(({ openResultPaise }) => openResultPaise);
    const isKnown = results.every((paise) => paise !== null);
    return own.length === 0
      ? []
      : [
          {
            mode,
            count: own.length,
            paise: isKnown ? results.reduce<number>((sum, paise) => sum + (paise ?? 0), 0) : null,
          },
        ];
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const form = await request.formData();
  const wants = form.get("intent");
  if (wants !== "on" && wants !== "off")
    return json({ message: text.theFormWasNotUnderstood, unanswered: null }, { status: 422 });
  if (
    wants === "on" &&
    String(form.get("word") ?? "")
      .trim()
      .toUpperCase() !== CONFIRMATION_WORD
  )
    return json({ message: text.typeToConfirmFault(CONFIRMATION_WORD), unanswered: null }, { status: 422 });
  return runSignedIn(context, PAGE, async () => {
    try {
      await account.setKillSwitch({ killSwitchStatus: wants === "on" ? "ACTIVATE" : "DEACTIVATE" });
      return redirect(PAGE, 303);
    } catch (fault) {
      const refusal = await readRefusal(fault, [409, 422], text.notKnownWhetherSwitched);
      const { message, init } = refusal;
      const unanswered = unansweredForm(refusal, PAGE, form);
      // The broker may have processed the form although its response did not arrive.
      const state = unanswered === null ? null : await account.getKillSwitch().catch(() => null);
      if (state?.isActive === (wants === "on")) return redirect(PAGE, 303);
      return json({ message, unanswered }, init);
    }
  });
}

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

type Data = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { isDown: true }>;
type Refused = { message: string; unanswered: UnansweredForm | null };

export default function KillSwitchPage() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as Refused | undefined;
  const unanswered = answer?.unanswered ?? null;
  if (data.isDown)
    return <BrokerDown title={text.title} path={PAGE} brand={data.brand} unanswered={unanswered} />;
  const { killSwitch } = data;
  const crumbs = <Breadcrumbs crumbs={portfolioCrumbs()} here={text.title} />;
  // The broker may process the form later, so the page states neither that the switch is on nor that it is off.
  if (unanswered !== null)
    return (
      <>
        {crumbs}
        <PageHeader title={text.title} />
        <SendAgain unanswered={unanswered} />
      </>
    );
  return (
    <>
      {crumbs}
      <PageHeader
        title={killSwitch.isActive ? text.isOn : text.title}
        lead={
          killSwitch.isActive && killSwitch.since !== null
            ? text.leadWhileOn(formatDateTime(new Date(killSwitch.since)))
            : text.lead
        }
      />
      <div>
        <ErrorSummary
          title={text.nothingWasChanged}
          faults={
            answer === undefined
              ? []
              : [{ href: killSwitch.isActive ? null : "#word", message: answer.message }]
          }
        />
        {killSwitch.isActive ? (
          <LiftForm data={data} />
        ) : (
          <div className="order-columns">
            <WouldStop data={data} />
            <StopForm xsrf={data.xsrf} fault={answer?.message} />
          </div>
        )}
      </div>
    </>
  );
}

/** Returns the number and the names of the positions that remain from ended algos. */
const unmanagedSummary = ({ left }: Data) => ({
  count: left.length,
  symbols: formatList(left.map(({ symbol }) => symbol)),
});

/** Renders the button that turns the switch off, or the time when the button becomes available. */
function LiftForm({ data }: { data: Data }) {
  const { liftableFrom } = data.killSwitch;
  return (
    <form action={PAGE} method="post">
      <input type="hidden" name="xsrf" value={data.xsrf} />
      {data.left.length === 0 ? null : <p className="mb-5">{text.stillSquaresOff(unmanagedSummary(data))}</p>}
      {data.canLift ? (
        <button type="submit" name="intent" value="off" className="button button-main">
          {text.lift}
        </button>
      ) : (
        <>
          <p>
            {text.canBeLiftedFrom(
              liftableFrom === null ? text.tomorrow : formatDateTime(new Date(liftableFrom)),
            )}
          </p>
          <p className="mt-5">
            <LinkButton to="/algos/my-algos" kind="quiet">
              {text.portfolio}
            </LinkButton>
          </p>
        </>
      )}
    </form>
  );
}

/** Lists the deployments and positions that the switch ends, and the user's own orders, which it does not affect. */
function WouldStop({ data }: { data: Data }) {
  const { running, left, own, effect } = data;
  return (
    <Panel id="would-stop" title={text.wouldStopNow} className="panel-edge-loss">
      {effect.map(({ mode, count, paise }, index) => (
        <p key={mode} className="mt-2">
          <span className="figure-name">{text.estimated(mode === "live" ? text.live : text.paper)}</span>{" "}
          <span className={`figure ${index === 0 ? "figure-answer" : "figure-large"}`}>
            <Result paise={paise} />
          </span>{" "}
          <span className="figure-note">{text.fromPositions(count)}</span>
        </p>
      ))}
      {running.length === 0 && left.length === 0 ? (
        <p className="mt-2">{text.nothingIsRunning}</p>
      ) : (
        <ul className="mt-2">
          {running.map(({ id, strategyName, state, mode }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 py-1">
              <TextLink to={deploymentPath(id)}>{strategyName}</TextLink>{" "}
              {state === "active" ? null : <ModeMark mode={mode} />} <StateBadge state={state} mode={mode} />
            </li>
          ))}
        </ul>
      )}
      {left.length === 0 ? null : <p className="mt-3">{text.alsoSquaresOff(unmanagedSummary(data))}</p>}
      {effect.length === 0 ? null : <p className="mt-3">{text.whileClosed}</p>}
      {own === 0 ? null : (
        <p className="mt-3">
          {text.ownStayOpen(own)} <TextLink to="/algos/my-algos/positions">{text.squareOffThere}</TextLink>.
        </p>
      )}
    </Panel>
  );
}

function StopForm(props: { xsrf: string; fault: string | undefined }) {
  return (
    <form action={PAGE} method="post" className="panel panel-body">
      <input type="hidden" name="xsrf" value={props.xsrf} />
      <p className="banner banner-warn">{text.cannotBeLiftedToday}</p>
      <TextField
        id="word"
        name="word"
        label={text.typeToConfirm(CONFIRMATION_WORD)}
        fault={props.fault}
        maxLength={10}
        autoComplete="off"
        required
        className="max-w-52"
      />
      <p className="mt-5 flex flex-wrap justify-end gap-3">
        <LinkButton to="/algos/my-algos" kind="quiet">
          {text.leave}
        </LinkButton>{" "}
        <button type="submit" name="intent" value="on" className="button button-danger">
          {text.stopEverything}
        </button>
      </p>
    </form>
  );
}
