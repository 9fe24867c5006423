// Handlers of the trader's controls: the kill switch, limits on the daily result, and the exit of all positions.

import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { ConvertPosition, PnlExit } from "../../../../app/contract/trading-api/portfolio-shapes.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { Conflict } from "../../refusal.ts";
import type { Steps } from "../../slices.ts";
import { ApiFault } from "./fault.ts";
import { type Caller, callerOf, type HandlerContext, type Handlers } from "./handler-context.ts";
import { placeOrderRequest } from "./order-handlers.ts";
import { positionsOf } from "./positions.ts";
import type { SuperOrders } from "./super-orders.ts";
import { today } from "./wire-format.ts";

type StoredExit = PnlExit & { hasFired: boolean };

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
          const isHeld = broker
            .positions({ account, deploymentId: null })
            .some(({ product }) => product !== "CNC");
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
        const stored: StoredExit = { ...body, hasFired: false };
        db.prepare(
          `INSERT INTO pnl_exits (client_id, day, document) VALUES (?, ?, ?)
           ON CONFLICT (client_id) DO UPDATE SET day = excluded.day, document = excluded.document`,
        ).run(client.id, today(broker), JSON.stringify(stored));
        return { pnlExitStatus: "ACTIVE", message: "The day's limits were set." };
      },
      getPnlExit: ({ client }) => {
        const stored = this.#pnlExit(client.id);
        const amount = (value: number | undefined) => (value ?? 0).toFixed(2);
        return {
          pnlExitStatus: stored === null || stored.hasFired ? "INACTIVE" : "ACTIVE",
          profit: amount(stored?.profitValue),
          loss: amount(stored?.lossValue),
          productType: stored?.productType ?? [],
          enable_kill_switch: stored?.enableKillSwitch ?? false,
          enableKillSwitch: stored?.enableKillSwitch ?? false,
        };
      },
      stopPnlExit: ({ client }) => {
        db.prepare("DELETE FROM pnl_exits WHERE client_id = ?").run(client.id);
        return { pnlExitStatus: "DISABLED", message: "The day's limits were removed." };
      },
    } satisfies Partial<Handlers>;
  }

  /** Closes the account's positions at market, except those of its deployments. */
  exitAll(call: Pick<Caller, "client" | "account">, products?: readonly OrderProduct[]) {
    const { broker } = this.#context;
    return broker.run(() => {
      for (const row of broker.orders.open({ account: call.account }))
        if (row.deployment_id === null) broker.cancel(row, "All positions are closed");
      this.#supers.endAll(call.client.id);
      let sent = 0;
      let refused: string | null = null;
      for (const position of broker.positions({ account: call.account, deploymentId: null })) {
        // Delivered shares are holdings, not positions.
        if (position.product === "CNC" || position.product === "MTF") continue;
        if (products !== undefined && !products.includes(position.product)) continue;
        const { exchangeSegment, securityId } = splitInstrumentKey(position.instrument);
        const row = placeOrderRequest(broker, call, {
          transactionType: position.quantity > 0 ? "SELL" : "BUY",
          exchangeSegment: exchangeSegment as ConvertPosition["exchangeSegment"],
          productType: position.product,
          orderType: "MARKET",
          validity: "DAY",
          securityId,
          quantity: Math.abs(position.quantity),
        });
        sent += 1;
        if (row.status === "REJECTED") refused = row.reason;
      }
      return refused === null
        ? {
            status: "SUCCESS",
            message: sent === 0 ? "No position was open." : `${sent} exit orders were sent.`,
          }
        : { status: "ERROR", message: `An exit order was rejected: ${refused}` };
    });
  }

  /** Checks the daily profit or loss of all clients that have set limits for it. */
  *exitSteps(onFault: (fault: unknown) => void): Steps {
    const { db, broker } = this.#context;
    const rows = db.prepare("SELECT client_id FROM pnl_exits WHERE day = ?").all(today(broker)) as {
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

  #watchExit(clientId: string): void {
    const { db, broker, controls } = this.#context;
    const stored = this.#pnlExit(clientId);
    if (stored === null || stored.hasFired) return;
    const caller = callerOf(this.#context, clientId);
    const products = stored.productType.flatMap((name): OrderProduct[] =>
      name === "INTRADAY" ? ["INTRADAY"] : ["CNC", "MARGIN", "MTF"],
    );
    const result = positionsOf(broker, clientId, caller.account)
      .filter(({ productType }) => products.includes(productType))
      .reduce((sum, { realizedProfit, unrealizedProfit }) => sum + realizedProfit + unrealizedProfit, 0);
    if (result < stored.profitValue && result > -stored.lossValue) return;
    db.prepare("UPDATE pnl_exits SET document = ? WHERE client_id = ?").run(
      JSON.stringify({ ...stored, hasFired: true }),
      clientId,
    );
    this.exitAll(caller, products);
    if (stored.enableKillSwitch) controls.setKillSwitch(clientId, true);
  }

  #pnlExit(clientId: string): StoredExit | null {
    const { db, broker } = this.#context;
    const row = db
      .prepare("SELECT document FROM pnl_exits WHERE client_id = ? AND day = ?")
      .get(clientId, today(broker)) as { document: string } | undefined;
    return row === undefined ? null : JSON.parse(row.document);
  }
}
