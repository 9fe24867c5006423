// The order window: shows a trader the basket, margin and charges before a start, and receives the trader's decision.
// The reference in its address is valid for one basket and 15 minutes. Plain forms without scripts.
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import type { Basket } from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { orderWindowText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { positionLoss } from "../../../../app/domain/risk-rating.ts";
import { formatPaise } from "../../../../app/format/rupees.ts";
import { type DeploymentRow, parseTerms } from "../../algos/deployments/deployment-rows.ts";
import type { Deployments } from "../../algos/deployments/deployments.ts";
import {
  faultNote,
  fillPlaceholders,
  frame,
  type Page,
  readSiteFrame,
  type SiteFrame,
  tableFrame,
} from "../page-frame.ts";
import { readForm } from "../read-form.ts";

const refSchema = z.string().regex(/^[\w-]{20,80}$/);
const formSchema = z.object({
  basket: refSchema,
  return: z.string().max(2_000),
  answer: z.enum(["confirmed", "declined"]),
});

export function createOrderWindow(deployments: Deployments): Hono {
  const app = new Hono();

  app.get("/", (context) => {
    const ref = refSchema.safeParse(context.req.query("basket"));
    const returnTo = returnPath(context.req.query("return") ?? "");
    if (!ref.success || returnTo === null) return closed(context, 400, text.addressIncomplete);
    const known = deployments.basket(ref.data);
    if (known === null) return closed(context, 410, text.nothingToConfirm, returnTo);
    return context.html(
      basketPage({ site: readSiteFrame(context), ref: ref.data, returnTo, fault: null, ...known }),
    );
  });

  app.post("/", async (context) => {
    const form = formSchema.safeParse(await readForm(context));
    if (!form.success) return closed(context, 400, text.invalidForm);
    const returnTo = returnPath(form.data.return);
    if (returnTo === null) return closed(context, 400, text.foreignReturn);
    const answered = deployments.answerBasket(form.data.basket, form.data.answer);
    if (answered === null) return closed(context, 404, text.noBasket, returnTo);
    if (answered.refused !== null) {
      const known = deployments.basket(form.data.basket);
      return known === null
        ? closed(context, 410, answered.refused, returnTo)
        : context.html(
            basketPage({
              site: readSiteFrame(context),
              ref: form.data.basket,
              returnTo,
              fault: answered.refused,
              ...known,
            }),
            409,
          );
    }
    // The outcome is read from the deployment, so that a form that is sent twice gets the same outcome.
    const outcome = answered.row.state === "failed" ? "declined" : "confirmed";
    const glue = returnTo.includes("?") ? "&" : "?";
    return context.redirect(`${returnTo}${glue}outcome=${outcome}`, 303);
  });
  return app;
}

/** Returns only the path of an address, so that nobody is redirected to another site. */
function returnPath(requested: string): string | null {
  if (requested === "" || !URL.canParse(requested, "http://site.invalid")) return null;
  const { pathname, search, protocol } = new URL(requested, "http://site.invalid");
  const isPath = /^https?:$/.test(protocol) && /^\/(?![/\\])/.test(pathname);
  return isPath ? `${pathname}${search}` : null;
}

function closed(context: Context, status: 400 | 404 | 410, message: string, returnTo: string | null = null) {
  return context.html(
    frame(
      readSiteFrame(context),
      { title: text.closed, section: text.orderWindow },
      html`<p class="mt-3">${message}</p><p class="mt-6"><a href="${returnTo ?? "/algos/my-algos"}" class="button button-main">${text.backToSite}</a></p>`,
    ),
    status,
  );
}

function basketPage(page: {
  site: SiteFrame;
  ref: string;
  returnTo: string;
  fault: string | null;
  basket: Basket;
  strategy: Strategy;
  row: DeploymentRow;
}): Page {
  const { basket, row, strategy } = page;
  const isLive = row.mode === "live";
  const ids = strategy.exchangeAlgoIds.map(({ id }) => id).join(", ");
  const shortPaise = isLive ? basket.marginPaise + basket.chargesPaise - basket.availablePaise : 0;
  return frame(
    page.site,
    {
      title: text.title,
      section: text.orderWindow,
      subtitle: fillPlaceholders(isLive ? text.leadLive : text.leadPaper, {
        algo: html`<strong class="text-ink">${strategy.name}</strong>`,
        version: strategy.version,
        ids,
      }),
      width: "wide",
    },
    html`${faultNote(page.fault)}
      ${lossFigures(page)}
      <div class="split mt-4 lg:mt-6">
        ${ordersPanel(basket)}
        <section aria-labelledby="money" class="panel panel-body">
          <h2 id="money" class="panel-title">${text.amountAndMargin}</h2>
          <dl class="facts mt-1">
            ${fact(text.amount, formatPaise(row.capital_rupees * 100))}
            ${fact(text.marginOfPosition, formatPaise(basket.marginPaise))}
            ${fact(text.marginOfOrders, formatPaise(basket.ordersMarginPaise))}
            ${chargeFacts(basket).map(([name, value]) => fact(name, value))}
            ${fact(text.availableMargin, formatPaise(basket.availablePaise), shortPaise > 0 ? "text-loss" : "")}
          </dl>
          ${shortPaise > 0 ? html`<p class="banner banner-bad mt-3"><span>${fillPlaceholders(text.addMoney, { add: html`<strong>${text.add(formatPaise(shortPaise))}</strong>` })}</span></p>` : ""}
          <form method="post" action="/sandbox/order-window" class="mt-4 grid gap-3">
            <input type="hidden" name="basket" value="${page.ref}" />
            <input type="hidden" name="return" value="${page.returnTo}" />
            <button type="submit" name="answer" value="confirmed" class="button button-main">${text.confirm}</button>
            <button type="submit" name="answer" value="declined" class="button button-quiet">${text.decline}</button>
          </form>
          <p class="form-note">${text.nothingSentBefore}</p>
        </section>
      </div>`,
  );
}

function fact(name: string, value: string, tone = ""): Page {
  return html`<div class="${tone}"><dt>${name}</dt><dd class="number">${value}</dd></div>`;
}

/** Renders the possible losses: of one position, and until the limits pause or stop the algo. */
function lossFigures({ row, strategy }: { row: DeploymentRow; strategy: Strategy }): Page {
  const { guards } = parseTerms(row);
  const loss = strategy.structure === undefined ? null : positionLoss(strategy.structure);
  const figures: [string, number | null][] = [
    [text.dailyLossLimit, guards.lossPerDayRupees],
    [text.maxLoss, guards.lossInAllRupees],
  ];
  if (loss !== null)
    figures.unshift([
      loss.kind === "defined" ? text.largestLoss : text.stressLoss,
      Math.ceil(loss.share * row.capital_rupees - 1e-6),
    ]);
  return html`<section aria-labelledby="could-lose" class="mt-2"><h2 id="could-lose" class="mb-2 text-base">${text.whatCouldBeLost}</h2><dl class="figures">${figures.map(
    ([name, amount], index) =>
      html`<div class="${index === 0 ? "figure-loss" : ""}"><dt class="figure-name">${name}</dt><dd><span class="figure figure-large ${amount === null ? "" : "text-loss"}">${amount === null ? text.noLimit : `−₹${amount.toLocaleString("en-IN")}`}</span></dd></div>`,
  )}</dl></section>`;
}

function chargeFacts({ legs, chargesPaise, roundTripChargesPaise }: Basket): [string, string][] {
  if (legs.length === 0) return [];
  return [
    [text.entryCharges, formatPaise(chargesPaise)],
    [text.exitCharges, formatPaise((roundTripChargesPaise ?? chargesPaise) - chargesPaise)],
  ];
}

/** Renders the orders that the start would send now, or a note if the algo waits for its entry condition. */
function ordersPanel(basket: Basket): Page {
  const { legs, note: noteText } = basket;
  return html`<section aria-labelledby="orders" class="panel overflow-hidden"><h2 id="orders" class="panel-title px-4 pt-4 pb-2">${text.sentNow}</h2>${
    legs.length === 0
      ? ""
      : tableFrame(
          text.ordersToBeSent,
          html`<table class="table"><caption class="sr-only">${text.sentNow}</caption>
    <thead><tr><th scope="col">${text.instrument}</th><th scope="col">${text.side}</th><th scope="col" class="number">${text.quantity}</th><th scope="col" class="number">${text.priceOfOne}</th></tr></thead>
    <tbody>${legs.map(
      ({ symbol, side, quantity, pricePaise }) =>
        html`<tr><th scope="row">${symbol}</th><td><span class="side" data-side="${side}">${side === "BUY" ? text.buy : text.sell}</span></td><td class="number">${quantity.toLocaleString("en-IN")}</td><td class="number">${formatPaise(pricePaise)}</td></tr>`,
    )}</tbody></table>`,
        )
  }${noteText == null ? "" : html`<p class="px-4 py-3 text-sm text-ink-muted">${noteText}</p>`}</section>`;
}
