import { afterEach, beforeEach, expect, it } from "vitest";
import { columnsOf, tables, tablesWith } from "../../../tests/support/account-tables.ts";
import { runAtOnce } from "../slices.ts";
import { openMemoryDatabase, type SandboxDatabase } from "../store/database.ts";
import { AccountExpiry } from "./account-expiry.ts";

const NOW = Date.parse("2026-11-17T06:00:00Z");
let db: SandboxDatabase;
beforeEach(() => {
  db = openMemoryDatabase();
});
afterEach(() => db.close());

/** Values of the columns that refer to an account, or to an object that belongs to it. */
const OWNER_COLUMNS: Record<string, (id: string) => string[]> = {
  client_id: (id) => [id],
  owner_client_id: (id) => [id],
  app_client_id: (id) => [id],
  account: (id) => [`live:${id}`, `paper:deployment-${id}`],
  scope: (id) => [`own:${id}`, `day:live:${id}`, `day:paper:${id}`, `deployment-${id}`],
  deployment_id: (id) => [`deployment-${id}`],
  tracklist_id: (id) => [`tracklist-${id}`],
  app_id: (id) => [`app-${id}`],
};
const OWN_IDS: Record<string, string> = {
  deployments: "deployment",
  tracklists: "tracklist",
  orders: "order",
  apps: "app",
};
/** Tables whose rows belong to no account. */
const TABLES_WITHOUT_ACCOUNTS = [
  "meta",
  "oauth_clients",
  "managers",
  "strategies",
  "strategy_tags",
  "strategy_versions",
  "records",
  "studies",
  "evidence_heads",
  "evidence_keys",
  "push_keys",
  "enquiries",
  "conversations",
  "chat_messages",
];

/** Inserts rows of an account into every table with a column of OWNER_COLUMNS: one row for each value of the column. */
function fillEveryTable(id: string): string[] {
  let number = 0;
  db.exec("PRAGMA foreign_keys = OFF");
  const filled = tables(db).filter((table) => {
    const columns = columnsOf(db, table);
    const owners = columns.filter(({ name }) => name in OWNER_COLUMNS);
    const write = (values: Record<string, string>) => {
      const cells = columns.map(({ name, type }) => {
        number += 1;
        if (name in values) return values[name];
        if (name === "id") return `${OWN_IDS[table] ?? "row"}-${id}${table in OWN_IDS ? "" : `-${number}`}`;
        if (name === "order_id") return `order-${id}`;
        if (name === "state") return "stopped";
        return type === "INTEGER" ? Number(`${id.slice(-4)}${number}`) : `${table}-${id}-${number}`;
      });
      const marks = columns.map(() => "?").join(", ");
      db.prepare(
        `INSERT OR IGNORE INTO ${table} (${columns.map(({ name }) => name).join(", ")}) VALUES (${marks})`,
      ).run(...cells);
    };
    const ofOwner = Object.fromEntries(owners.map(({ name }) => [name, OWNER_COLUMNS[name]?.(id)[0] ?? ""]));
    if (owners.length > 0) write(ofOwner);
    for (const { name } of owners)
      for (const value of OWNER_COLUMNS[name]?.(id) ?? []) write({ ...ofOwner, [name]: value });
    // Adds a row of another client for an app of this account.
    if (owners.some(({ name }) => name === "app_id"))
      write({ client_id: "1000000001", app_client_id: "1000000001", app_id: `app-${id}` });
    return owners.length > 0;
  });
  db.exec("PRAGMA foreign_keys = ON");
  return filled;
}

it("removes the rows of an expired account from every table that refers to it", () => {
  const [unused, other] = ["2900000001", "2900000002"];
  const filled = fillEveryTable(unused);
  fillEveryTable(other);
  const unsorted = tables(db).filter(
    (table) => !filled.includes(table) && !TABLES_WITHOUT_ACCOUNTS.includes(table),
  );
  expect(unsorted, "tables that neither belong to accounts nor are in TABLES_WITHOUT_ACCOUNTS").toEqual([]);
  const before = tablesWith(db, other);
  expect(tablesWith(db, unused)).toEqual(before);
  expect(before.length).toBeGreaterThan(35);
  db.exec("UPDATE api_accounts SET last_used_at = 0");
  db.prepare("UPDATE api_accounts SET last_used_at = ? WHERE client_id = ?").run(NOW, other);
  const rowsOfOther = before.map((table) => count(table, other));

  runAtOnce(new AccountExpiry({ db, now: () => NOW, unusedDays: 7, forget: () => {} }).steps());

  expect(tablesWith(db, unused)).toEqual([]);
  expect(before.map((table) => count(table, other))).toEqual(rowsOfOther);
});

/** Counts the rows of a table that contain the text in any column. */
function count(table: string, text: string): number {
  const where = columnsOf(db, table).map(({ name }) => `CAST(${name} AS TEXT) LIKE '%${text}%'`);
  const row = db.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${where.join(" OR ")}`).get();
  return (row as { count: number }).count;
}
