// Functions for the crash and backup tests: prepare an account for the writers, and check that a store contains each
// acknowledged write once and that its books balance.
import Database from "libsql";
import { expect } from "vitest";
import type { Acknowledged } from "./crash-writers.ts";
import type { TestUser } from "./sign-in.ts";
import type { Site } from "./site.ts";

const LISTS = "/algos/tracklist";

export async function prepareAccount(site: Site, reader: TestUser, xsrf: string) {
  await reader.post(LISTS, { xsrf, intent: "create", key: "crash-list-key", name: "Crash" });
  const list = /id="list-([0-9a-f-]{36})"/.exec((await reader.get(LISTS)).text)?.[1] ?? "";
  await reader.post("/algos/risk-disclosure", { xsrf, to: "/algos", version: "2023-05", read: "yes" });
  const map = (await site.get("/sitemap.xml")).text;
  const algos = [...map.matchAll(/<loc>[^<]*?(\/algos\/managers\/[a-z-]+\/[a-z-]+)<\/loc>/g)].map(
    (match) => match[1] ?? "",
  );
  expect(algos.length).toBeGreaterThan(10);
  const made = await site.post("/sandbox/portal/accounts", "", { accept: "application/json" });
  const { accessToken } = JSON.parse(made.text) as { accessToken: string };
  return { list, algos, account: { token: accessToken } };
}

/** Checks the store, and returns the number of trades. */
export function checkStore(store: string, known: Acknowledged): number {
  const db = new Database(store);
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
  const valuesOf = (sql: string) => all<{ value: string }>(sql).map(({ value }) => value);
  const expectOnce = (what: string, expected: Set<string>, found: string[]) => {
    expect(new Set(found).size, `${what}: none twice`).toBe(found.length);
    expect(
      [...expected].filter((one) => !found.includes(one)),
      `${what}: none lost`,
    ).toEqual([]);
  };
  expectOnce(
    "enquiries",
    known.messages,
    valuesOf("SELECT json_extract(document, '$.message') AS value FROM enquiries"),
  );
  const correlations = valuesOf(
    "SELECT correlation_id AS value FROM orders WHERE correlation_id LIKE 'crash-%' OR correlation_id LIKE 'half-%'",
  );
  expectOnce("orders", known.correlationIds, correlations);
  for (const half of known.incompleteIds) expect(correlations).not.toContain(half);
  expectOnce(
    "deployments",
    new Set([...known.deployments].map((place) => place.split("/").at(-1) ?? "")),
    valuesOf("SELECT id AS value FROM deployments"),
  );
  expectOnce(
    "actions",
    known.notes,
    valuesOf(
      "SELECT note AS value FROM deployment_events WHERE note IS NOT NULL AND (note LIKE 'pause-%' OR note LIKE 'stop-%')",
    ),
  );
  // Each form creates one deployment and one consent, and each algo and mode has one active deployment.
  for (const none of [
    "SELECT idempotency_key FROM deployments GROUP BY client_id, idempotency_key HAVING count(*) > 1",
    "SELECT strategy_id FROM deployments WHERE state NOT IN ('stopped', 'failed') GROUP BY client_id, strategy_id, mode HAVING count(*) > 1",
    "SELECT id FROM deployments WHERE json_extract(consent, '$.sha256') IS NULL",
    // Filled quantities match trades, cash matches trades and charges, and ids have no gaps.
    `SELECT o.id FROM orders o WHERE o.filled <> (SELECT coalesce(sum(t.quantity), 0) FROM trades t WHERE t.order_id = o.id)
       OR o.charges_paise <> (SELECT coalesce(sum(t.charges_paise), 0) FROM trades t WHERE t.order_id = o.id)`,
    `SELECT account FROM ledger GROUP BY account HAVING sum(CASE WHEN kind IN ('opening', 'fee') THEN 0 ELSE amount_paise END) <>
       (SELECT coalesce(sum(CASE side WHEN 'BUY' THEN -quantity ELSE quantity END * price_paise - charges_paise), 0) FROM trades t WHERE t.account = ledger.account)`,
    // A manager's fee is booked on the month's first trading day, once per deployment.
    "SELECT deployment_id FROM ledger WHERE kind = 'fee' GROUP BY deployment_id, strftime('%Y-%m', at / 1000 + 19800, 'unixepoch') HAVING count(*) > 1",
    "SELECT client_id FROM order_events GROUP BY client_id HAVING max(sequence) <> count(*)",
  ])
    expect(all(none), none).toEqual([]);
  const trades = all<{ n: number }>("SELECT count(*) AS n FROM trades")[0]?.n ?? 0;
  db.close();
  return trades;
}
