// Records of a client store for a regulator: every consent, order, trade, money movement and deployment event in
// chronological order, as stored. They are read from a backup, so that a running site is not slowed down.
import type Database from "libsql";

/** Period in epoch ms: from `since`, before `until`. A null bound is open. A null `client` selects all clients. */
export type AuditScope = { since: number | null; until: number | null; client: string | null };

/** SQL query for each kind of record. Its columns are the record as JSON, the time and the client. */
const KINDS: Record<string, string> = {
  consent: `SELECT d.created_at AS at, d.id AS key, d.client_id AS client,
    json_object('deploymentId', d.id, 'strategyId', d.strategy_id, 'version', d.version, 'mode', d.mode,
      'terms', json(d.terms), 'consent', json(d.consent)) AS document FROM deployments d`,
  former_consent: `SELECT f.until AS at, printf('%015d', f.number) AS key, d.client_id AS client,
    json_object('deploymentId', f.deployment_id, 'consent', json(f.document), 'until', f.until) AS document
    FROM former_consents f JOIN deployments d ON d.id = f.deployment_id`,
  deployment_event: `SELECT e.at AS at, printf('%015d', e.number) AS key, d.client_id AS client,
    json_object('number', e.number, 'deploymentId', e.deployment_id, 'what', e.what, 'state', e.state, 'actor', e.actor,
      'reason', e.reason, 'note', e.note) AS document
    FROM deployment_events e JOIN deployments d ON d.id = e.deployment_id`,
  order: `SELECT o.created_at AS at, o.id AS key, o.client_id AS client,
    json_object('orderId', o.id, 'account', o.account, 'deploymentId', o.deployment_id, 'leg', o.leg, 'instrument', o.instrument,
      'symbol', o.symbol, 'side', o.side, 'product', o.product, 'type', o.type, 'validity', o.validity, 'quantity', o.quantity,
      'filled', o.filled, 'valuePaise', o.value_paise, 'pricePaise', o.price_paise, 'chargesPaise', o.charges_paise,
      'status', o.status, 'reason', o.reason, 'intent', o.intent, 'correlationId', o.correlation_id, 'updatedAt', o.updated_at) AS document
    FROM orders o`,
  trade: `SELECT t.at AS at, printf('%015d', t.number) AS key, t.client_id AS client,
    json_object('number', t.number, 'orderId', t.order_id, 'account', t.account, 'deploymentId', t.deployment_id, 'leg', t.leg,
      'instrument', t.instrument, 'symbol', t.symbol, 'product', t.product, 'side', t.side, 'quantity', t.quantity,
      'pricePaise', t.price_paise, 'chargesPaise', t.charges_paise) AS document FROM trades t`,
  money: `SELECT l.at AS at, printf('%015d', l.number) AS key,
    coalesce(d.client_id, substr(l.account, instr(l.account, ':') + 1)) AS client,
    json_object('number', l.number, 'account', l.account, 'movement', l.kind, 'amountPaise', l.amount_paise,
      'tradeNumber', l.trade_number) AS document
    FROM ledger l LEFT JOIN deployments d ON l.account = 'paper:' || d.id`,
  kill_switch: `SELECT k.since AS at, k.client_id AS key, k.client_id AS client,
    json_object('isActive', k.is_active) AS document FROM kill_switches k`,
  risk_disclosure_read: `SELECT r.at AS at, r.client_id || r.version AS key, r.client_id AS client,
    json_object('version', r.version) AS document FROM risk_acknowledgements r`,
};

type AuditRow = { kind: string; at: number; client: string; document: string };

/**
 * Returns records in chronological order. Records of the same millisecond are ordered by kind and number. Amounts are
 * whole paise, times are ISO 8601 in UTC.
 */
export function* auditRecords(db: Database.Database, scope: AuditScope): Generator<Record<string, unknown>> {
  const parts = Object.entries(KINDS).map(
    ([kind, sql]) => `SELECT '${kind}' AS kind, at, key, client, document FROM (${sql})`,
  );
  const rows = db
    .prepare(
      `SELECT kind, at, client, document FROM (${parts.join(" UNION ALL ")})
       WHERE (:since IS NULL OR at >= :since) AND (:until IS NULL OR at < :until) AND (:client IS NULL OR client = :client)
       ORDER BY at, kind, key`,
    )
    .iterate(scope) as IterableIterator<AuditRow>;
  for (const { kind, at, client, document } of rows)
    yield { kind, at: new Date(at).toISOString(), clientId: client, ...JSON.parse(document) };
}
