// Orders that a form about a client's own positions has placed, stored by the form's key. A form that is sent twice
// places its orders once.
import type { Broker } from "../../broker/broker.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import { Conflict } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { removeExpiredKeys } from "../../store/idempotency-keys.ts";

/** `refs` are the positions that the form closes. */
type PositionsForm = { clientId: string; key: string; refs: readonly string[] };

/**
 * Runs `work` once per key and returns its orders; null if it returned null. Throws Conflict if the key was used for
 * other positions.
 */
export function runOnce(
  db: SandboxDatabase,
  broker: Broker,
  { clientId, key, refs }: PositionsForm,
  work: () => OrderRow[] | null,
): OrderRow[] | null {
  return broker.run(() => {
    removeExpiredKeys(db, "once_answers", broker.now());
    const known = db
      .prepare("SELECT order_ids, refs FROM once_answers WHERE client_id = ? AND idempotency_key = ?")
      .get(clientId, key) as { order_ids: string; refs: string } | undefined;
    if (known !== undefined) {
      // After a lost response the form may contain fewer positions, because some of them are closed by then.
      const sentBefore = JSON.parse(known.refs) as string[];
      if (sentBefore.length > 0 && !refs.every((ref) => sentBefore.includes(ref)))
        throw new Conflict("This form was already sent, for other positions. Choose the positions again.");
      return (JSON.parse(known.order_ids) as string[]).flatMap((id) => broker.orders.read(id) ?? []);
    }
    const sent = work();
    // If nothing was sent, the same form can be sent again later.
    if (sent === null || sent.length === 0) return sent;
    db.prepare(
      "INSERT INTO once_answers (client_id, idempotency_key, order_ids, refs, at) VALUES (?, ?, ?, ?, ?)",
    ).run(clientId, key, JSON.stringify(sent.map(({ id }) => id)), JSON.stringify(refs), broker.now());
    return sent;
  });
}
