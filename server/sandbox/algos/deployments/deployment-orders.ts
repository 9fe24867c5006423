// Sends the orders of a deployment from its account, in slices below the freeze quantity, including orders that close a
// group.
import { type Broker, liveAccount, paperAccount } from "../../broker/broker.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { DeploymentRow, DeploymentRows } from "./deployment-rows.ts";
import { legStates, type PlannedOrder, planClosingOrders, type StoredGroup } from "./positions.ts";

const INTENT_CHARS = 300;
/** Number of retries of a rejected closing order per session, and the first pause, which doubles with each retry. */
const MAX_EXIT_RETRIES = 6;
const EXIT_PAUSE_MS = 5_000;

export class DeploymentOrders {
  readonly #options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows };

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#options = options;
  }

  /**
   * Closes a group or a part of it. A rejected order is retried a few times per session. Returns false if nothing was
   * sent.
   */
  close(
    row: DeploymentRow,
    group: StoredGroup,
    part: { share?: number; only?: readonly string[]; reason?: string },
  ): boolean {
    const now = this.#options.broker.now();
    if (now < (group.nextExitAtMs ?? 0)) return false;
    let refused: string | null = null;
    for (const order of this.exitOrders(row, group, part))
      refused = this.send(row, order, part.reason ?? group.closing ?? "Exit.") ?? refused;
    if (refused === null) return true;
    group.refusedExits = (group.refusedExits ?? 0) + 1;
    group.nextExitAtMs = nextExitAt(group.refusedExits, now);
    if (group.refusedExits === MAX_EXIT_RETRIES)
      this.#options.rows.record(
        row,
        "exit_refused",
        "provider",
        `Closing orders were rejected ${MAX_EXIT_RETRIES} times and are retried in the next session. Last reason: ${refused}`,
      );
    return false;
  }

  /**
   * Returns the orders that would close a group or a part of it. Waiting opening orders of positions that are closed
   * completely are cancelled first, so that they do not open the positions again.
   */
  exitOrders(
    row: DeploymentRow,
    group: StoredGroup,
    part: { share?: number; only?: readonly string[] },
    isDry = false,
  ): PlannedOrder[] {
    const { broker, db } = this.#options;
    const states = legStates(db, row.id);
    let waiting = broker.orders
      .open({ deploymentId: row.id })
      .filter(({ leg }) => leg?.startsWith(`${group.id}.`));
    if (part.share === undefined && !isDry)
      waiting = waiting.filter((order) => {
        const targetQuantity = group.legs[Number(order.leg?.split(".")[1])]?.wanted ?? 0;
        const isClosed = part.only?.includes(order.instrument) ?? true;
        const isEntry = isClosed && (order.side === "BUY" ? 1 : -1) === Math.sign(targetQuantity);
        if (isEntry) broker.cancel(order, group.closing ?? "The algo no longer needs this order");
        return !isEntry;
      });
    return planClosingOrders(group, states, waiting, {
      ...part,
      lotSizeOf: (instrument) => broker.instrument(instrument)?.lotSize ?? 1,
    });
  }

  /** Sends an order in slices. Returns null if all were accepted, otherwise the reason. */
  send(row: DeploymentRow, order: PlannedOrder, intent: string): string | null {
    if (this.#options.broker.instrument(order.instrument) === null)
      return "The instrument is no longer listed.";
    const last = this.sendSlices(row, order, intent).at(-1);
    return last?.status === "REJECTED" ? (last.reason ?? "refused") : null;
  }

  /** Sends an order in slices up to the first rejected slice. Sends nothing when the instrument is no longer listed. */
  sendSlices(row: DeploymentRow, order: PlannedOrder, intent: string): OrderRow[] {
    const { broker } = this.#options;
    const instrument = broker.instrument(order.instrument);
    if (instrument === null) return [];
    const { freezeQuantity: freeze } = instrument;
    const slices: OrderRow[] = [];
    for (let remaining = Math.abs(order.signed); remaining > 0; remaining -= freeze) {
      const sent = broker.place({
        clientId: row.client_id,
        account: deploymentAccount(row),
        deploymentId: row.id,
        leg: order.leg,
        instrument,
        side: order.signed > 0 ? "BUY" : "SELL",
        product: order.product,
        quantity: Math.min(remaining, freeze),
        limitPaise: null,
        validity: "DAY",
        intent: intent.slice(0, INTENT_CHARS),
        correlationId: null,
        capPaise: row.capital_rupees * 100,
      });
      slices.push(sent);
      if (sent.status === "REJECTED") break;
    }
    return slices;
  }
}

export function deploymentAccount(row: Pick<DeploymentRow, "mode" | "client_id" | "id">): string {
  return row.mode === "live" ? liveAccount(row.client_id) : paperAccount(row.id);
}

/**
 * Returns the time of the next attempt. Each rejection doubles the pause. After the last retry nothing is sent until
 * the next session.
 */
function nextExitAt(refusals: number, now: number): number {
  return refusals >= MAX_EXIT_RETRIES ? Number.MAX_SAFE_INTEGER : now + EXIT_PAUSE_MS * 2 ** refusals;
}
