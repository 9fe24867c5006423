// Page for one action on a deployment: its effect, the orders that it would cancel and send now, a note for the audit
// trail, and a button. A repeated submission has no further effect.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { NOTE_CHARS } from "../contract/base-api/deployment.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { actionText as text } from "../deploying/text.ts";
import { TRADER_ACTIONS, type TraderAction } from "../domain/deployment-states.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { notFound, readRefusal } from "../http/problem.ts";
import { BrokerDown, SendAgainForm, type UnansweredForm, unansweredForm } from "../portfolio/broker-down.tsx";
import { Result, StateMark, sinceText } from "../portfolio/deployment-parts.tsx";
import { deploymentPath, VERB_TEXTS, verbPath } from "../portfolio/deployment-texts.ts";
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";
import { RiskLimits } from "../portfolio/risk-limits.tsx";
import { SideMark } from "../portfolio/side-mark.tsx";
import { brokerDownText } from "../portfolio/text.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { clientMeta } from "../ui/page-meta.ts";
import { Panel } from "../ui/section.tsx";
import { TextField } from "../ui/text-field.tsx";

function readAction(path: string | undefined): TraderAction {
  const verb = TRADER_ACTIONS.find((candidate) => verbPath(candidate) === path);
  if (verb === undefined) throw notFound(text.thereIsNoSuchAction);
  return verb;
}

export const headers = accountHeaders;

export const handle: PageHandle = { query: ["note"] };

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const verb = readAction(params.verb);
  const { pathname, search } = new URL(request.url);
  return loadWithAccount(context, `${pathname}${search}`, () =>
    loadAction(verb, { params, request, context }),
  );
}

type LoadArgs = Pick<LoaderFunctionArgs, "params" | "request" | "context">;

function loadAction(verb: TraderAction, { params, request, context }: LoadArgs) {
  return loadWithDeployment(context, request, params, async (deployment, { account, session }) => ({
    verb,
    deployment: {
      id: deployment.id,
      strategyName: deployment.strategyName,
      state: deployment.state,
      since: deployment.since,
      by: deployment.by,
      isPossible: deployment.nextActions.includes(verb),
      positions: deployment.positions,
      guards: deployment.terms.guards,
      result: deployment.result,
    },
    preview: await account.previewAction(deployment.id, { verb }),
    xsrf: session.xsrf,
    key: context.requestId ?? "",
    note: (new URL(request.url).searchParams.get("note") ?? "").slice(0, NOTE_CHARS),
  }));
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const verb = readAction(params.verb);
  const form = await request.formData();
  const key = String(form.get("key") ?? "");
  const note = String(form.get("note") ?? "").trim();
  if (note.length > NOTE_CHARS)
    return json({ message: text.noteTooLong(NOTE_CHARS), key, note, unanswered: null }, { status: 422 });
  // If the session has ended, the sign-in returns to an address that contains the note.
  const here = new URL(request.url);
  if (note !== "") here.searchParams.set("note", note);
  try {
    return await loadWithDeployment(context, new Request(here), params, async ({ id }, { account }) => {
      await account.actOnDeployment(id, { verb, note: note === "" ? null : note }, key);
      return redirect(`${deploymentPath(id)}?did=${verb}`, 303);
    });
  } catch (fault) {
    // Also catches a failure to load the deployment, because an earlier submission of the same form may have succeeded.
    const refusal = await readRefusal(fault, [409, 422], text.notKnownWhetherDone);
    const { message, init } = refusal;
    return json({ message, key, note, unanswered: unansweredForm(refusal, here.pathname, form) }, init);
  }
}

export const meta = clientMeta<typeof loader>(text, (data) =>
  data.isDown ? text.title : `${VERB_TEXTS[data.verb].title}: ${data.deployment.strategyName}`,
);

type Data = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { isDown: true }>;

export default function ActionPage() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused;
  const { pathname } = useLocation();
  const unanswered = refused?.unanswered ?? null;
  if (data.isDown)
    return <BrokerDown title={text.title} path={pathname} brand={data.brand} unanswered={unanswered} />;
  const { verb, deployment, preview } = data;
  const verbText = VERB_TEXTS[verb];
  const path = deploymentPath(deployment.id);
  /** Pausing and resuming send no orders. The page then shows the open positions and orders, which do not change. */
  const sendsNothing = verb === "pause" || verb === "resume";
  const again = unanswered === null ? null : "#again";
  return (
    <>
      <Breadcrumbs
        crumbs={portfolioCrumbs({ title: deployment.strategyName, path })}
        here={verbText.button}
      />
      <PageHeader title={`${verbText.title}: ${deployment.strategyName}`} lead={verbText.sentence} />
      <div>
        <ErrorSummary
          title={unanswered === null ? text.nothingWasDone : brokerDownText.resultNotKnown}
          faults={
            refused === undefined
              ? []
              : [{ href: deployment.isPossible ? "#note" : again, message: refused.message }]
          }
        />
        <p>
          {text.now} <StateMark state={deployment.state} />{" "}
          <span className="text-ink-muted">{sinceText(deployment)}</span>
        </p>
        {deployment.isPossible ? (
          <div className="order-columns mt-6">
            {sendsNothing ? null : <Preview preview={preview} positions={deployment.positions} />}
            <ActionForm data={data} refused={refused} />
            {sendsNothing ? <UnchangedPositions deployment={deployment} /> : null}
          </div>
        ) : (
          <>
            <p className="mt-4 font-semibold">{text.notPossible}</p>
            {unanswered === null ? null : <SendAgainForm unanswered={unanswered} />}
            <p className="mt-4">
              <LinkButton to={path}>{text.toTheDeployment}</LinkButton>
            </p>
          </>
        )}
      </div>
    </>
  );
}

type Refused = { message: string; key: string; note: string; unanswered: UnansweredForm | null } | undefined;

/** Renders the note's field and the button. A repeated submission has no further effect. */
function ActionForm({ data, refused }: { data: Data; refused: Refused }) {
  const { verb, deployment, xsrf, key, note } = data;
  const path = deploymentPath(deployment.id);
  const verbText = VERB_TEXTS[verb];
  const closesPositions = verb === "stop" || verb === "exit";
  return (
    <form action={`${path}/${verbPath(verb)}`} method="post" className="panel panel-body">
      <input type="hidden" name="xsrf" value={xsrf} />
      <input type="hidden" name="key" value={refused?.key || key} />
      <TextField
        id="note"
        name="note"
        label={text.note}
        maxLength={NOTE_CHARS}
        defaultValue={refused?.note ?? note}
        autoComplete="off"
      />
      <p className="mt-5 flex flex-wrap justify-end gap-3">
        <LinkButton to={path} kind="quiet">
          {text.leaveAsItIs}
        </LinkButton>{" "}
        <button type="submit" className={`button ${closesPositions ? "button-danger" : "button-main"}`}>
          {verbText.button}
        </button>
      </p>
    </form>
  );
}

/** Renders the positions and used limits that the action does not change. */
function UnchangedPositions({ deployment }: { deployment: Data["deployment"] }) {
  const { positions } = deployment;
  return (
    <Panel id="stays" title={text.openPositions}>
      {positions.length === 0 ? (
        <p className="mt-2 text-ink-muted">{text.noneIsOpen}</p>
      ) : (
        <ul className="facts mt-1">
          {positions.map((position) => (
            <li key={`${position.exchangeSegment} ${position.securityId}`}>
              <span>
                {position.quantity < 0 ? text.sold : text.bought} {formatCount(Math.abs(position.quantity))}{" "}
                {position.symbol}
              </span>{" "}
              <span className="number ms-auto">
                <Result paise={position.openResultPaise} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <h2 className="panel-title mt-5 mb-3">{text.riskLimits}</h2>
      <RiskLimits guards={deployment.guards} result={deployment.result} />
    </Panel>
  );
}

/** Renders the estimated result and the orders that the action cancels and sends. */
function Preview(props: {
  positions: Data["deployment"]["positions"];
  preview: {
    cancels: { id: string; symbol: string; side: string; quantity: number; filledQuantity: number }[];
    sends: { symbol: string; side: string; quantity: number; pricePaise: number }[];
    chargesPaise?: number | undefined;
  };
}) {
  const { cancels, sends } = props.preview;
  return (
    <Panel id="preview" title={text.whatWouldBeSentNow} className="panel-edge-loss">
      {cancels.length === 0 && sends.length === 0 ? (
        <p className="mt-2">
          {props.positions.length === 0 ? text.noOrderNothingOpen : text.noOrderPositionsStay}
        </p>
      ) : null}
      {sends.length === 0 ? null : (
        <EstimatedResult positions={props.positions} chargesPaise={props.preview.chargesPaise ?? null} />
      )}
      {cancels.length === 0 ? null : (
        <>
          <h3 className="mt-3 font-semibold">{text.cancelled}</h3>
          <ul className="facts">
            {cancels.map((order) => (
              <li key={order.id}>
                <span>
                  <SideMark side={order.side} /> {formatCount(order.quantity - order.filledQuantity)}{" "}
                  {order.symbol}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {sends.length === 0 ? null : (
        <>
          <h3 className="mt-3 font-semibold">{text.sentAtTheMarket}</h3>
          <ul className="facts max-sm:text-sm">
            {sends.map((leg) => (
              <li key={`${leg.symbol} ${leg.side}`}>
                <span>
                  <SideMark side={leg.side} /> {formatCount(leg.quantity)} {leg.symbol}
                </span>{" "}
                <span className="text-end text-ink-muted tabular-nums">
                  {text.lastPrice(formatHundredths(leg.pricePaise))}
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-ink-muted">{text.pricesMove}</p>
        </>
      )}
    </Panel>
  );
}

/**
 * Renders the estimated result of closing the positions, after exit charges if they are known. It is unknown if a price
 * is missing.
 */
function EstimatedResult(props: { positions: Data["deployment"]["positions"]; chargesPaise: number | null }) {
  const { chargesPaise } = props;
  const results = props.positions.map(({ openResultPaise }) => openResultPaise);
  const gross = results.includes(null) ? null : results.reduce<number>((sum, one) => sum + (one ?? 0), 0);
  return (
    <p className="mt-2">
      <span className="figure-name">{text.estimatedResult}</span>{" "}
      <span className="figure figure-answer">
        <Result paise={gross === null ? null : gross - (chargesPaise ?? 0)} />
      </span>{" "}
      <span className="figure-note">
        {chargesPaise === null ? text.beforeCharges : text.afterCharges(formatPaise(chargesPaise))}
      </span>
    </p>
  );
}
