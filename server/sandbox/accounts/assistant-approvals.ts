// Trades that an assistant requests: their confirmation by the account, approvals in the portal, and daily limits. One
// transaction admits a trade and counts it towards the daily limits.
import { istDay } from "../../../app/domain/time.ts";
import { rupeesText } from "../rupees.ts";
import { inTransaction, type SandboxDatabase } from "../store/database.ts";

/**
 * Where the user confirms an assistant's trade. `ask`: in the assistant's program if it can prompt, otherwise in the
 * portal. `portal`: always in the portal. `off`: no confirmation.
 */
export const CONFIRM_MODES = ["ask", "portal", "off"] as const;
export type ConfirmMode = (typeof CONFIRM_MODES)[number];
export type AssistantSettings = { confirm: ConfirmMode; ordersPerDay: number; rupeesPerDay: number };

export const ASSISTANT_LIMITS = {
  usual: { confirm: "ask", ordersPerDay: 20, rupeesPerDay: 500_000 } as AssistantSettings,
  ordersPerDayAtMost: 500,
  rupeesPerDayAtMost: 50_000_000,
  /** Lifetime of an approval that is pending or has not been used. */
  approvalForMs: 10 * 60_000,
  /** Maximum number of pending approvals per account. A further one replaces the oldest. */
  waitingPerAccount: 20,
  keptPerAccount: 100,
} as const;

export type ApprovalState = "waiting" | "approved" | "denied" | "used" | "expired";
export type Approval = {
  id: string;
  action: string;
  summary: string;
  /** Margin and charges of the preview, as JSON. */
  details: string;
  orders: number;
  valueRupees: number;
  createdAt: number;
  state: ApprovalState;
};

const SELECT_APPROVALS =
  "SELECT id, client_id AS clientId, action, summary, details, orders, value_paise / 100.0 AS valueRupees, created_at AS createdAt, state FROM assistant_approvals";

const applyExpiry = (stored: Approval, now: number): Approval =>
  now - stored.createdAt > ASSISTANT_LIMITS.approvalForMs &&
  (stored.state === "waiting" || stored.state === "approved")
    ? { ...stored, state: "expired" }
    : stored;

export function assistantSettings(db: SandboxDatabase, clientId: string): AssistantSettings {
  const stored = db
    .prepare(
      "SELECT confirm, orders_a_day AS ordersPerDay, rupees_a_day AS rupeesPerDay FROM assistant_settings WHERE client_id = ?",
    )
    .get(clientId) as AssistantSettings | undefined;
  return stored ?? ASSISTANT_LIMITS.usual;
}

export function setAssistantSettings(
  db: SandboxDatabase,
  clientId: string,
  { confirm, ordersPerDay, rupeesPerDay }: AssistantSettings,
): void {
  db.prepare("INSERT OR REPLACE INTO assistant_settings VALUES (?, ?, ?, ?)").run(
    clientId,
    confirm,
    ordersPerDay,
    rupeesPerDay,
  );
}

/** Lists the account's latest approvals, newest first. */
export function listApprovals(db: SandboxDatabase, clientId: string, now: number): Approval[] {
  const rows = db
    .prepare(`${SELECT_APPROVALS} WHERE client_id = ? ORDER BY created_at DESC, rowid DESC LIMIT 50`)
    .all(clientId) as Approval[];
  return rows.map((row) => applyExpiry(row, now));
}

/**
 * Requests an approval, or returns the state of an earlier request with the same id. Null if the id is another
 * client's.
 */
export function requestApproval(
  db: SandboxDatabase,
  clientId: string,
  request: Pick<Approval, "id" | "action" | "summary" | "details" | "orders" | "valueRupees">,
  now: number,
): ApprovalState | null {
  return inTransaction(db, () => {
    const known = db.prepare(`${SELECT_APPROVALS} WHERE id = ?`).get(request.id) as
      | (Approval & { clientId: string })
      | undefined;
    if (known !== undefined) return known.clientId === clientId ? applyExpiry(known, now).state : null;
    db.prepare(
      `INSERT INTO assistant_approvals (id, client_id, action, summary, details, orders, value_paise, created_at, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`,
    ).run(
      request.id,
      clientId,
      request.action,
      request.summary,
      request.details,
      request.orders,
      paise(request.valueRupees),
      now,
    );
    prune(db, clientId);
    return "waiting";
  });
}

function prune(db: SandboxDatabase, clientId: string): void {
  const newest = (where: string, count: number) =>
    db
      .prepare(
        `DELETE FROM assistant_approvals WHERE client_id = ?1 ${where} AND id NOT IN
           (SELECT id FROM assistant_approvals WHERE client_id = ?1 ${where} ORDER BY created_at DESC, rowid DESC LIMIT ?2)`,
      )
      .run(clientId, count);
  newest("AND state = 'waiting'", ASSISTANT_LIMITS.waitingPerAccount);
  newest("", ASSISTANT_LIMITS.keptPerAccount);
}

/** Records the account's decision. Returns false if the approval is no longer pending, or is another client's. */
export function decideApproval(
  db: SandboxDatabase,
  clientId: string,
  id: string,
  decision: "approved" | "denied",
  now: number,
): boolean {
  const { changes } = db
    .prepare(
      "UPDATE assistant_approvals SET state = ? WHERE id = ? AND client_id = ? AND state = 'waiting' AND created_at >= ?",
    )
    .run(decision, id, clientId, now - ASSISTANT_LIMITS.approvalForMs);
  return changes > 0;
}

export type TradeAdmission = { isAdmitted: true } | { isAdmitted: false; reason: string };
export type AssistantTrade = {
  id: string;
  /** Where the trade was confirmed: by the user in the assistant's program, in the portal, or not at all. */
  confirmedBy: "user" | "portal" | "nobody";
  orders: number;
  valueRupees: number;
  /** True for cancellations and square-offs, which are exempt from the daily limit. */
  isReducing: boolean;
};

const paise = (amount: number) => Math.round(amount * 100);

/**
 * Admits a trade if it has the confirmation that the account requires and is within the daily limits. An approval
 * admits one trade.
 */
export function admitTrade(
  db: SandboxDatabase,
  clientId: string,
  trade: AssistantTrade,
  now: number,
): TradeAdmission {
  const refuse = (reason: string): TradeAdmission => ({ isAdmitted: false, reason });
  return inTransaction(db, (): TradeAdmission => {
    const settings = assistantSettings(db, clientId);
    if (trade.confirmedBy === "nobody" && settings.confirm !== "off")
      return refuse("This account requires confirmation by the user.");
    if (trade.confirmedBy === "user" && settings.confirm === "portal")
      return refuse("The account requires an approval in the developer portal.");
    if (trade.confirmedBy === "portal") {
      const { changes } = db
        .prepare(
          "UPDATE assistant_approvals SET state = 'used' WHERE id = ? AND client_id = ? AND state = 'approved' AND created_at >= ?",
        )
        .run(trade.id, clientId, now - ASSISTANT_LIMITS.approvalForMs);
      if (changes === 0) return refuse("The approval was not given, has expired or was used already.");
    }
    if (trade.isReducing) return { isAdmitted: true };
    const { orders, valueRupees } = tradedToday(db, clientId, now);
    if (orders + trade.orders > settings.ordersPerDay)
      return refuse(
        `The account allows assistants ${settings.ordersPerDay} orders a day; ${orders} were sent today. The limit is set in the developer portal under Assistants.`,
      );
    if (valueRupees + trade.valueRupees > settings.rupeesPerDay)
      return refuse(
        `The account allows assistants to place orders worth ${rupeesText(settings.rupeesPerDay)} a day; orders worth ${rupeesText(valueRupees)} were sent today. The limit is set in the developer portal under Assistants.`,
      );
    db.prepare(
      `INSERT INTO assistant_days (client_id, day, orders, value_paise) VALUES (?, ?, ?, ?)
       ON CONFLICT (client_id, day) DO UPDATE SET orders = orders + excluded.orders, value_paise = value_paise + excluded.value_paise`,
    ).run(clientId, istDay(now), trade.orders, paise(trade.valueRupees));
    return { isAdmitted: true };
  });
}

/** Returns the number and value of the orders that assistants have sent for the account today, Indian time. */
export function tradedToday(
  db: SandboxDatabase,
  clientId: string,
  now: number,
): { orders: number; valueRupees: number } {
  const sent = db
    .prepare(
      "SELECT orders, value_paise / 100.0 AS valueRupees FROM assistant_days WHERE client_id = ? AND day = ?",
    )
    .get(clientId, istDay(now)) as { orders: number; valueRupees: number } | undefined;
  return sent ?? { orders: 0, valueRupees: 0 };
}
