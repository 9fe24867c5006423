// Handlers of the trader's controls: the kill switch, limits on the daily result, and the exit of all positions.

import { ORDER_PRODUCTS, type OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { ConvertPosition, PnlExit } from "../../../../app/contract/trading-api/portfolio-shapes.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { canTrade } from "../../broker/exchange-rules.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import type { NetPosition } from "../../broker/position.ts";
import { Conflict } from "../../refusal.ts";
import type { WorkSteps } from "../../slices.ts";
import { ApiFault } from "./fault.ts";
import { type Caller, createCaller, type HandlerContext, type Handlers } from "./handler-context.ts";
import { placeOrderRequest } from "./order-handlers.ts";
import { dayResultPaise } from "./positions.ts";
import { positionsToClose } from "./positions-to-close.ts";
import type { SuperOrders } from "./super-orders.ts";
import { currentIstDay, toPaise } from "./wire-format.ts";

/** `retryAt` is the time of the next attempt after an exit order was rejected, epoch ms. */
type StoredExit = PnlExit & { hasFired: boolean; retryAt?: number };

const RETRY_AFTER_MS = 60_000;

const exitOrders = (count: number) => (count === 1 ? "1 exit order was" : `${count} exit orders were`);

export class ControlHandlers {
  readonly #context: HandlerContext;
  readonly #supers: SuperOrders;

  constructor(context: HandlerContext, supers: SuperOrders) {
    this.#context = context;
    this.#supers = supers;
  }

  handlers() {
    const { db, broker, controls } = this.#context;
    return {
      setKillSwitch: ({ client, account, query }) => {
        const isActive = query.killSwitchStatus === "ACTIVATE";
        const before = controls.killSwitch(client.id);
        if (isActive && !before.isActive) {
          // Shares for delivery can be holdings of earlier days, which the exit calls do not close.
          const isHeld = broker
            .positions({ account, deploymentId: null })
            .some(({ product }) => product === "INTRADAY" || product === "MARGIN");
          const isWaiting = broker.orders.open({ account }).some((row) => row.deployment_id === null);
          if (isHeld || isWaiting)
            throw new ApiFault(
              "DH-906",
              "Close all positions and cancel all pending orders before activating the kill switch.",
            );
        }
        try {
          controls.setKillSwitch(client.id, isActive);
        } catch (fault) {
          if (fault instanceof Conflict) throw new ApiFault("DH-903", fault.message);
          throw fault;
        }
        return {
          dhanClientId: client.id,
          killSwitchStatus: `Kill Switch has been successfully ${isActive ? "activated" : "deactivated"}`,
        };
      },
      getKillSwitch: ({ client }) => ({
        dhanClientId: client.id,
        killSwitchStatus: controls.killSwitch(client.id).isActive ? "ACTIVATE" : "DEACTIVATE",
      }),
      setPnlExit: ({ client, body }) => {
        if (body.profitValue === 0 && body.lossValue === 0)
          throw new ApiFault("DH-905", "profitValue or lossValue must be above 0.");
        this.#writeExit(client.id, { ...body, hasFired: false });
        return { pnlExitStatus: "ACTIVE", message: "The day's limits were set." };
      },
      getPnlExit: ({ client }) => {
        const stored = this.#pnlExit(client.id);
        const active = stored?.hasFired === false ? stored : null;
        const amount = (value: number | undefined) => (value ?? 0).toFixed(2);
        return {
          pnlExitStatus: active === null ? "INACTIVE" : "ACTIVE",
          profit: amount(active?.profitValue),
          loss: amount(active?.lossValue),
          productType: active?.productType ?? [],
          enable_kill_switch: active?.enableKillSwitch ?? false,
          enableKillSwitch: active?.enableKillSwitch ?? false,
        };
      },
      stopPnlExit: ({ client }) => {
        db.prepare("DELETE FROM pnl_exits WHERE client_id = ?").run(client.id);
        return { pnlExitStatus: "DISABLED", message: "The day's limits were removed." };
      },
    } satisfies Partial<Handlers>;
  }

  /**
   * Cancels the account's open orders in the products and closes its positions at market, except those of its
   * deployments.
   */
  exitAll(call: Pick<Caller, "client" | "account">, products: readonly OrderProduct[] = ORDER_PRODUCTS) {
    const { broker } = this.#context;
    return broker.run(() => {
      for (const row of broker.orders.open({ account: call.account }))
        if (row.deployment_id === null && products.includes(row.product))
          broker.cancel(row, "All positions are closed");
      this.#supers.endAll(call.client.id, products);
      let sent = 0;
      const refusals: string[] = [];
      for (const { position, quantity } of positionsToClose(broker, call.account)) {
        if (!products.includes(position.product)) continue;
        for (const { status, reason } of this.#closePosition(call, position, quantity)) {
          sent += 1;
          if (status === "REJECTED") refusals.push(reason ?? "");
        }
      }
      if (refusals.length > 0)
        return {
          status: "ERROR",
          message: `${refusals.length} of ${exitOrders(sent)} rejected: ${[...new Set(refusals)].join(" ")} These positions are still open; try again later.`,
        };
      return {
        status: "SUCCESS",
        message: sent === 0 ? "No position was open." : `${exitOrders(sent)} sent.`,
      };
    });
  }

  /** Sends the orders that close a signed quantity, each up to the exchange's freeze quantity. */
  #closePosition(
    call: Pick<Caller, "client" | "account">,
    { instrument, product }: NetPosition,
    open: number,
  ): OrderRow[] {
    const { broker } = this.#context;
    const freeze = broker.instrument(instrument)?.freezeQuantity ?? Math.abs(open);
    const { exchangeSegment, securityId } = splitInstrumentKey(instrument);
    const rows: OrderRow[] = [];
    for (let remaining = Math.abs(open); remaining > 0; remaining -= freeze)
      rows.push(
        placeOrderRequest(broker, call, {
          transactionType: open > 0 ? "SELL" : "BUY",
          exchangeSegment: exchangeSegment as ConvertPosition["exchangeSegment"],
          productType: product,
          orderType: "MARKET",
          validity: "DAY",
          securityId,
          quantity: Math.min(remaining, freeze),
        }),
      );
    return rows;
  }

  /** Checks the daily profit or loss of all clients that have set limits for it. */
  *exitSteps(onFault: (fault: unknown) => void): WorkSteps {
    const { db, broker } = this.#context;
    const rows = db.prepare("SELECT client_id FROM pnl_exits WHERE day = ?").all(currentIstDay(broker)) as {
      client_id: string;
    }[];
    for (const { client_id } of rows) {
      try {
        this.#watchExit(client_id);
      } catch (fault) {
        onFault(fault);
      }
      yield;
    }
  }

  /** Exits at the limit, unless a position cannot be traded now. The limits remain active after a rejected order. */
  #watchExit(clientId: string): void {
    const { broker, controls } = this.#context;
    const now = broker.now();
    const stored = this.#pnlExit(clientId);
    if (stored === null || stored.hasFired || now < (stored.retryAt ?? 0)) return;
    const caller = createCaller(this.#context, clientId);
    const products = stored.productType.flatMap((name): OrderProduct[] =>
      name === "INTRADAY" ? ["INTRADAY"] : ["CNC", "MARGIN", "MTF"],
    );
    const isCovered = ({ product }: NetPosition) => products.includes(product);
    const isTradable = ({ instrument: key }: NetPosition) => {
      const instrument = broker.instrument(key);
      return instrument !== null && canTrade(broker.market, instrument, now);
    };
    const toClose = positionsToClose(broker, caller.account);
    if (toClose.some(({ position }) => isCovered(position) && !isTradable(position))) return;
    const positions = broker
      .positions({ account: caller.account, deploymentId: null }, true)
      .filter(isCovered);
    const resultPaise = positions.reduce((sum, position) => sum + dayResultPaise(broker, position), 0);
    const hasProfit = stored.profitValue > 0 && resultPaise >= toPaise(stored.profitValue);
    const hasLoss = stored.lossValue > 0 && resultPaise <= -toPaise(stored.lossValue);
    if (!hasProfit && !hasLoss) return;
    broker.run(() => {
      const hasFired = this.exitAll(caller, products).status === "SUCCESS";
      this.#writeExit(clientId, { ...stored, hasFired, retryAt: now + RETRY_AFTER_MS });
      if (hasFired && stored.enableKillSwitch) controls.setKillSwitch(clientId, true);
    });
  }

  #writeExit(clientId: string, stored: StoredExit): void {
    const { db, broker } = this.#context;
    db.prepare(
      `INSERT INTO pnl_exits (client_id, day, document) VALUES (?, ?, ?)
       ON CONFLICT (client_id) DO UPDATE SET day = excluded.day, document = excluded.document`,
    ).run(clientId, currentIstDay(broker), JSON.stringify(stored));
  }

  #pnlExit(clientId: string): StoredExit | null {
    const { db, broker } = this.#context;
    const row = db
      .prepare("SELECT document FROM pnl_exits WHERE client_id = ? AND day = ?")
      .get(clientId, currentIstDay(broker)) as { document: string } | undefined;
    return row === undefined ? null : JSON.parse(row.document);
  }
}
