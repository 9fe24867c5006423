// Form that closes one position: quantity, at market or with a limit. A preview shows blocked and released margin,
// costs, and whether the broker would accept the order. The preview has its own GET address, so that it can be changed
// and reloaded without an order.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { Flash, SiteContext } from "../context.ts";
import { type HeldPosition, type OrderPreview, positionRefSchema } from "../contract/base-api/portfolio.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { ChargeList } from "../deploying/charge-list.tsx";
import { formatInstant } from "../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { notFound, readRefusal } from "../http/problem.ts";
import { exitText as text } from "../portfolio/books-text.ts";
import { BrokerDown, SendAgainForm, type UnansweredForm, unansweredForm } from "../portfolio/broker-down.tsx";
import { Result } from "../portfolio/deployment-parts.tsx";
import {
  closableQuantity,
  type ExitFaults,
  fullExit,
  readOrder,
  type TypedExit,
} from "../portfolio/exit-order.ts";
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { SideMark } from "../portfolio/side-mark.tsx";
import { brokerDownText } from "../portfolio/text.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Fact } from "../ui/figure.tsx";
import { Fold } from "../ui/fold.tsx";
import { LinkButton, SubmitButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Panel } from "../ui/section.tsx";
import { TextField } from "../ui/text-field.tsx";

const POSITIONS = "/algos/my-algos/positions";
const PAGE = `${POSITIONS}/exit`;

export const headers = accountHeaders;

export const handle: PageHandle = { query: ["ref", "quantity", "price", "step"] };

export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const { searchParams } = url;
  return loadWithAccount(context, `${url.pathname}${url.search}`, async ({ account, session }) => {
    const ref = positionRefSchema.safeParse(searchParams.get("ref")).data;
    if (ref === undefined) throw notFound(text.noSuchPosition, [{ title: text.positions, path: POSITIONS }]);
    const { items } = await account.listPositions();
    const position = items.find((item) => item.ref === ref);
    if (position === undefined) throw toPositions(context, "position_closed");
    const typed: TypedExit = {
      quantity: (searchParams.get("quantity") ?? String(closableQuantity(position))).slice(0, 20),
      price: (searchParams.get("price") ?? "").slice(0, 20),
    };
    // Positions of a running algo can only be closed completely and at market, so the form has no fields.
    const isManaged = position.heldBy === "algo";
    const wantsPreview = isManaged || searchParams.get("step") === "preview";
    const read = readOrder(position, isManaged ? fullExit(position) : typed);
    return {
      position,
      typed: isManaged ? fullExit(position) : typed,
      faults: wantsPreview && "faults" in read ? read.faults : null,
      preview: wantsPreview && "order" in read ? await account.previewOrder(read.order) : null,
      xsrf: session.xsrf,
      key: context.requestId ?? "",
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const url = new URL(request.url);
  const here = `${url.pathname}${url.search}`;
  const { account } = requireAccount(context, here);
  const form = await request.formData();
  const key = String(form.get("key") ?? "");
  const refuse = (refusal: { message: string; init: ResponseInit & { status: number } }) =>
    json({ message: refusal.message, key, unanswered: unansweredForm(refusal, here, form) }, refusal.init);
  return runSignedIn(context, here, async () => {
    try {
      const { items } = await account.listPositions();
      const position = items.find((item) => item.ref === form.get("ref"));
      if (position === undefined) return toPositions(context, "position_closed");
      const typed = { quantity: String(form.get("quantity") ?? ""), price: String(form.get("price") ?? "") };
      // Pending orders do not limit the quantity here, because this order may be pending already after a lost response.
      // The broker recognises a repeated order by its key, and limits the quantity of a new order.
      const read = readOrder(
        position,
        position.heldBy === "algo" ? fullExit(position) : typed,
        Number.POSITIVE_INFINITY,
      );
      if ("faults" in read)
        return refuse({ message: Object.values(read.faults).join(" "), init: { status: 422 } });
      const orders = (await account.placeOrder(read.order, key)).items;
      if (orders.length === 0) return refuse({ message: text.sendsNothing, init: { status: 409 } });
      const isRejected = orders.some(({ status }) => status === "REJECTED");
      return toPositions(context, isRejected ? "order_rejected" : "orders_sent");
    } catch (fault) {
      // Also catches a failure to load the positions, because an earlier submission of the same form may have sent the
      // order.
      return refuse(await readRefusal(fault, [404, 409, 422], text.notKnownWhetherSent));
    }
  });
}

function toPositions(context: Partial<SiteContext>, message: Flash) {
  const headers = createCookieHeaders(context.signIn?.flash(message) ?? []);
  return redirect(POSITIONS, { status: 303, headers });
}

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

type Refused = { message: string; key: string; unanswered: UnansweredForm | null };
type Data = Exclude<ReturnType<typeof useLoaderData<typeof loader>>, { isDown: true }>;

export default function ExitOrder() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused | undefined;
  const unanswered = refused?.unanswered ?? null;
  if (data.isDown)
    return <BrokerDown title={text.title} path={POSITIONS} brand={data.brand} unanswered={unanswered} />;
  const { position, typed, preview } = data;
  const verb = position.quantity > 0 ? text.sell : text.buy;
  const isManaged = position.heldBy === "algo";
  return (
    <>
      <Breadcrumbs
        crumbs={portfolioCrumbs({ title: text.positions, path: POSITIONS })}
        here={position.symbol}
      />
      <PageHeader
        title={`${verb} ${position.symbol}`}
        lead={text.lead({
          quantity: formatCount(Math.abs(position.quantity)),
          side: position.quantity > 0 ? text.long : text.short,
          mode: position.mode === "live" ? text.live : text.onPaper,
          lastPrice: position.lastPaise === null ? text.notKnown : formatHundredths(position.lastPaise),
        })}
      />
      {isManaged ? (
        <>
          <ErrorSummary
            title={refusalTitle(refused)}
            faults={refused === undefined ? [] : [{ href: "#preview", message: refused.message }]}
          />
          <p className="banner">{text.managedBy(position.strategyName ?? "")}</p>
        </>
      ) : null}
      <div className="order-columns">
        {isManaged ? null : <OrderForm data={data} refused={refused} />}
        {preview === null ? null : (
          <Preview
            preview={preview}
            position={position}
            typed={typed}
            xsrf={data.xsrf}
            orderKey={refused?.key || data.key}
          />
        )}
        {unanswered === null || preview?.refusal === null ? null : <SendAgainForm unanswered={unanswered} />}
        {isManaged || preview === null ? <PositionNow position={position} /> : null}
      </div>
    </>
  );
}

const refusalTitle = (refused: Refused | undefined) =>
  refused?.unanswered ? brokerDownText.resultNotKnown : text.nothingWasSent;

/** Renders the fields for quantity and limit. Submitting them shows the preview. */
function OrderForm(props: { data: Data; refused: Refused | undefined }) {
  const { position, typed, preview } = props.data;
  const { refused } = props;
  const faults: ExitFaults = props.data.faults ?? {};
  const pending = Math.abs(position.quantity) - closableQuantity(position);
  return (
    <form action={PAGE} method="get" className="panel panel-body">
      <input type="hidden" name="ref" value={position.ref} />
      <input type="hidden" name="step" value="preview" />
      <ErrorSummary
        title={refused === undefined ? text.notComplete : refusalTitle(refused)}
        faults={
          refused === undefined
            ? Object.entries(faults).map(([name, message]) => ({ href: `#${name}`, message }))
            : [{ href: "#quantity", message: refused.message }]
        }
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          id="quantity"
          name="quantity"
          label={text.quantityIn(position.lotSize === 1 ? "" : text.inLots(position.lotSize))}
          hint={pending > 0 ? text.inPendingOrders(formatCount(pending)) : undefined}
          fault={faults.quantity}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed.quantity}
        />
        <TextField
          id="price"
          name="price"
          label={text.limitPriceRupees}
          hint={text.emptyForMarket}
          fault={faults.price}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.price}
        />
      </div>
      <p className="mt-5 flex flex-wrap gap-3 max-sm:*:px-4">
        <button type="submit" className={`button ${preview === null ? "button-main" : "button-quiet"}`}>
          {preview === null ? text.seeMarginAndCharges : text.update}
        </button>{" "}
        <LinkButton to={POSITIONS} kind="quiet">
          {text.cancel}
        </LinkButton>
      </p>
    </form>
  );
}

/** Renders the position's current figures. In the form's second step the preview replaces them. */
function PositionNow({ position }: { position: HeldPosition }) {
  return (
    <Panel id="position" title={text.positionNow}>
      <dl className="facts mt-1">
        <Fact label={text.unrealisedPnl}>
          <Result paise={position.openResultPaise} />
        </Fact>
        <Fact label={text.average} valueClass="number">
          {formatPaise(Math.round(position.averagePaise))}
        </Fact>
        <Fact label={text.marginAlone} valueClass="number">
          {formatPaise(position.marginPaise)}
        </Fact>
      </dl>
    </Panel>
  );
}

function Preview(props: {
  preview: OrderPreview;
  position: HeldPosition;
  typed: TypedExit;
  xsrf: string;
  orderKey: string;
}) {
  const { preview, typed } = props;
  const frees = preview.marginPaise <= 0;
  const isMarket = typed.price.trim() === "";
  // After a rejected order, the loader reads the position and the order from the form's address.
  const here = `${PAGE}?${new URLSearchParams({ ref: props.position.ref, ...typed, step: "preview" })}`;
  const orderText = `${preview.side === "BUY" ? text.buy : text.sell} ${formatCount(preview.quantity)} ${preview.symbol}`;
  return (
    <section aria-labelledby="preview" className="panel panel-body">
      <h2 id="preview" className="panel-title">
        <SideMark side={preview.side} /> {formatCount(preview.quantity)} {preview.symbol}{" "}
        {isMarket ? text.atMarket : text.atPrice(formatHundredths(preview.pricePaise))}
      </h2>
      <EstimatedResult preview={preview} position={props.position} isMarket={isMarket} />
      <dl className="facts mt-2">
        <Fact label={isMarket ? text.worstPrice : text.limit} valueClass="number">
          {formatPaise(preview.pricePaise)}
        </Fact>
        <Fact label={frees ? text.marginItFrees : text.marginItBlocks} valueClass="number">
          {formatPaise(Math.abs(preview.marginPaise))}
        </Fact>
        <Fact label={text.availableMarginNow} valueClass="number">
          {formatPaise(preview.availablePaise)}
        </Fact>
        {preview.shortfallPaise === 0 ? null : (
          <div className="text-loss">
            <dt>{text.shortBy}</dt>
            <dd className="number">{formatPaise(preview.shortfallPaise)}</dd>
          </div>
        )}
      </dl>
      {frees ? null : <p className="mt-2 text-sm text-warn">{text.legHedges}</p>}
      {isMarket || preview.refusal !== null ? null : (
        <p className="mt-2 text-sm text-ink-muted">{text.limitWaits}</p>
      )}
      <div className="mt-3 border-t border-line">
        <Fold id="charges" title={text.charges} hint={formatPaise(preview.charges.totalPaise)}>
          <ChargeList charges={preview.charges} />
        </Fold>
      </div>
      <p className="mt-2 text-xs text-ink-muted">
        {text.asOf(formatInstant(new Date(preview.asOf), new Date()))}
      </p>
      {preview.refusal === null ? (
        <form action={here} method="post" className="mt-4">
          <input type="hidden" name="xsrf" value={props.xsrf} />
          <input type="hidden" name="key" value={props.orderKey} />
          <input type="hidden" name="ref" value={props.position.ref} />
          <input type="hidden" name="quantity" value={typed.quantity} />
          <input type="hidden" name="price" value={typed.price} />
          <p className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            {props.position.heldBy === "algo" ? (
              <LinkButton to={POSITIONS} kind="quiet">
                {text.cancel}
              </LinkButton>
            ) : null}{" "}
            <SubmitButton kind="danger">{orderText}</SubmitButton>
          </p>
        </form>
      ) : (
        <p className="mt-4 font-semibold text-loss">{text.wouldBeRefused(preview.refusal)}</p>
      )}
    </section>
  );
}

/**
 * Renders the estimated P&L after this order's charges: at the last price, or at the limit while the limit is better
 * for the user. Renders nothing without a last price.
 */
function EstimatedResult(props: { preview: OrderPreview; position: HeldPosition; isMarket: boolean }) {
  const { preview, position } = props;
  if (preview.lastPaise === null) return null;
  const sign = position.quantity > 0 ? 1 : -1;
  const waitsForLimit = !props.isMarket && sign * (preview.pricePaise - preview.lastPaise) > 0;
  const price = waitsForLimit ? preview.pricePaise : preview.lastPaise;
  const gross = sign * preview.quantity * (price - position.averagePaise);
  return (
    <div className="mt-2">
      <span className="figure-name">{text.estimatedResult}</span>{" "}
      <span className="figure figure-answer">
        <Result paise={Math.round(gross - preview.charges.totalPaise)} />
      </span>{" "}
      <span className="figure-note">{waitsForLimit ? text.atLimitAfterCharges : text.afterCharges}</span>
    </div>
  );
}
