// Compares the dated tables of charges in the documentation with the sandbox. Accounts with their clock set to each
// row's time trade shares, options and futures at both venues. Every charge of every trade must match the rate in the
// table.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLOCK_FROM_DAY } from "../../app/contract/trading-api/clock.ts";
import { getContents } from "../../app/docs/contents.ts";
import { pageMarkdown } from "../../app/docs/markdown.ts";
import { findDocsPage } from "../../app/docs/pages.server.ts";
import { sandboxPlace } from "../../app/docs/place.ts";
import { openBaseApi } from "../support/base-api.ts";
import { blocksOf, rowsIn } from "../support/docs-blocks.ts";
import { TradingClient } from "../support/trading-client.ts";

type Kind = "Delivery" | "Intraday" | "Futures" | "Options";
type Venue = "NSE" | "BSE";
type Trade = { orderId: string; tradedQuantity: number; tradedPrice: number } & Record<string, number>;

const DAY_SECONDS = 86_400;
const SIDES = ["BUY", "SELL"] as const;
/** First day with listed futures and options. */
const FIRST_CONTRACTS = "2024-01-01";
const page = findDocsPage("simulated-market");
if (page === undefined) throw new Error("no page of the simulated market");
const place = sandboxPlace("https://example.com");
const markdownOf = (one: typeof page) => pageMarkdown(one, getContents(one, place), place.origin);
const markdown = markdownOf(page);
const blocks = blocksOf("simulated-market", markdown);

/**
 * Parses a dated table. `at` returns the cell of the row that applies on a day; a row applies from its date onwards.
 */
function tableOf(caption: string) {
  const table = blocks.find((block) => block.kind === "table" && block.caption === caption);
  if (table?.kind !== "table") throw new Error(`no table ${caption}`);
  const rows = rowsIn(blocks, caption).map((cells) =>
    Object.fromEntries(table.columns.map((name, index) => [name, cells[index] ?? ""])),
  );
  return {
    days: rows.map((row) => row.From ?? ""),
    at(day: string, venue: Venue | null, column: string): string {
      const own = rows.filter((row) => venue === null || row.Venue === venue);
      const cell = own.findLast((row) => (row.From ?? "") <= day)?.[column];
      if (cell === undefined) throw new Error(`${caption} has nothing in ${column} on ${day}`);
      return cell;
    },
  };
}
const tax = tableOf("Securities transaction tax");
const exchange = tableOf("Exchange charges");
const fund = tableOf("Investor protection fund");
const depository = tableOf("Depository charge, once a day for each share that is sold from holdings");

/** Returns the rate in a cell; 0 if the charge does not apply. */
const rateOf = (cell: string): number => {
  if (cell === "unknown") return 0;
  const [, digits] = /^([\d.]+) %$/.exec(cell) ?? [];
  if (digits === undefined) throw new Error(`not a rate: ${cell}`);
  return Number(digits) / 100;
};
const columnOf = (kind: Kind) =>
  ({ Delivery: "Shares", Intraday: "Shares", Futures: "Futures", Options: "Options, on premium" })[kind];
const taxColumnOf = (kind: Kind, side: (typeof SIDES)[number]): string | null => {
  if (kind === "Delivery") return "Delivery, each side";
  return side === "BUY" ? null : `${kind}, sale`;
};

const days = [...new Set([tax, exchange, fund, depository].flatMap((table) => table.days))].sort();

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox with dated charges", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 100 });
  });
  afterAll(() => api.close());

  const isoOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const next = (day: string) => isoOf(Date.parse(`${day}T00:00:00Z`) + DAY_SECONDS * 1_000);
  const setDay = (client: TradingClient, day: string) =>
    client.send("put", "/sandbox/clock", { at: `${day} 10:00:00` });

  /** Opens an account and sets its clock to the first day on or after `from` that accepts an order. */
  async function clientOn(from: string): Promise<{ client: TradingClient; day: string }> {
    const client = await TradingClient.open(api.url);
    let day = from < CLOCK_FROM_DAY ? CLOCK_FROM_DAY : from;
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await setDay(client, day)).status).toBe(200);
      const { body } = await client.place({ quantity: 1 });
      if (body.orderStatus === "TRADED") return { client, day };
      day = next(day);
    }
    throw new Error(`no market from ${from} on`);
  }

  /** Returns the trades of an order from the account's history. */
  async function tradesOf(client: TradingClient, day: string, orderId: string): Promise<Trade[]> {
    const all: Trade[] = [];
    for (let from = 0; ; from += 1) {
      const { body } = await client.send("get", `/trades/${day}/${day}/${from}`);
      all.push(...(body as Trade[]));
      if ((body as Trade[]).length === 0) break;
    }
    return all.filter((trade) => trade.orderId === orderId);
  }
  const tradedValue = (trades: readonly Trade[]) =>
    trades.reduce((sum, trade) => sum + trade.tradedQuantity * trade.tradedPrice, 0);
  const sumOf = (trades: readonly Trade[], name: string) =>
    trades.reduce((sum, trade) => sum + (trade[name] ?? 0), 0);

  async function placeOrder(client: TradingClient, day: string, order: object): Promise<Trade[]> {
    const { body, text } = await client.place(order);
    expect(body.orderStatus, `${day} ${JSON.stringify(order)} ${text}`).toBe("TRADED");
    return tradesOf(client, day, body.orderId);
  }

  /**
   * Checks that a charge is the value times the rate. Each fill is rounded to paise, so the tolerance grows with the
   * number of fills.
   */
  const expectRate = (got: number, value: number, rate: number, fills: number, what: string) =>
    expect(Math.abs(got - value * rate), `${what}: ${got} of ${value} at ${rate}`).toBeLessThanOrEqual(
      0.005 * fills + 0.005,
    );

  async function expectCharged(client: TradingClient, day: string, kind: Kind, venue: Venue, order: object) {
    for (const side of SIDES) {
      const trades = await placeOrder(client, day, { ...order, transactionType: side });
      const value = tradedValue(trades);
      const what = `${day} ${venue} ${kind} ${side}`;
      const taxed = taxColumnOf(kind, side);
      const taxRate = taxed === null ? 0 : rateOf(tax.at(day, null, taxed));
      expectRate(sumOf(trades, "stt"), value, taxRate, trades.length, `${what}, tax`);
      const charged =
        rateOf(exchange.at(day, venue, columnOf(kind))) + rateOf(fund.at(day, venue, columnOf(kind)));
      expectRate(
        sumOf(trades, "exchangeTransactionCharges"),
        value,
        charged,
        trades.length,
        `${what}, exchange and fund`,
      );
    }
  }

  /** Returns the future that expires in the month of `day`. */
  async function futureOf(name: string, day: string): Promise<{ securityId: string; lotSize: number }> {
    const month = new Date(`${day}T00:00:00Z`).toLocaleString("en-US", { month: "short", timeZone: "UTC" });
    const symbol = `${name}-${month}${day.slice(0, 4)}-FUT`;
    return (await api.call("GET", `/v1/instruments?text=${symbol}&on=${day}`)).body.items[0];
  }

  it.each(days)(
    "charges trades in shares from %s onwards as documented",
    { timeout: 60_000 },
    async (from) => {
      const { client, day } = await clientOn(from);
      // The account does not hold this share, so no sale incurs the depository charge.
      for (const [venue, securityId] of [
        ["NSE", "2885"],
        ["BSE", "500325"],
      ] as const) {
        const share = { exchangeSegment: `${venue}_EQ`, securityId, quantity: 100 };
        await expectCharged(client, day, "Delivery", venue, { ...share, productType: "CNC" });
        await expectCharged(client, day, "Intraday", venue, { ...share, productType: "INTRADAY" });
      }
    },
  );

  it.each(days.filter((day) => day >= FIRST_CONTRACTS))(
    "charges trades in futures and options from %s onwards as documented",
    { timeout: 60_000 },
    async (from) => {
      const { client, day } = await clientOn(from);
      for (const [venue, name, underlying] of [
        ["NSE", "NIFTY", 13],
        ["BSE", "SENSEX", 51],
      ] as const) {
        const future = await futureOf(name, day);
        const contract = { exchangeSegment: `${venue}_FNO`, productType: "MARGIN", quantity: future.lotSize };
        await expectCharged(client, day, "Futures", venue, { ...contract, securityId: future.securityId });
        const of = { UnderlyingScrip: underlying, UnderlyingSeg: "IDX_I" };
        const [Expiry] = (await client.send("post", "/optionchain/expirylist", of)).body.data as string[];
        const chain = (await client.send("post", "/optionchain", { ...of, Expiry })).body.data;
        const strikes = Object.values(chain.oc) as { ce?: { security_id: number } }[];
        const securityId = String(strikes[Math.floor(strikes.length / 2) - 4]?.ce?.security_id);
        await expectCharged(client, day, "Options", venue, { ...contract, securityId });
      }
    },
  );

  it.each(depository.days)(
    "charges the depository fee from %s onwards as documented",
    { timeout: 60_000 },
    async (from) => {
      const { client, day: bought } = await clientOn(from);
      const share = { productType: "CNC", quantity: 10, securityId: "11536" };
      await placeOrder(client, bought, share);
      let day = bought;
      let first: Trade[] = [];
      for (let tries = 0; tries < 8 && first.length === 0; tries += 1) {
        await client.send("post", "/sandbox/clock/advance", { seconds: DAY_SECONDS });
        day = next(day);
        const { body } = await client.place({ ...share, transactionType: "SELL" });
        if (body.orderStatus === "TRADED") first = await tradesOf(client, day, body.orderId);
      }
      const rupees = Number(depository.at(day, null, "Rupees"));
      const second = await placeOrder(client, day, { ...share, quantity: 10, transactionType: "SELL" });
      const more = (name: string) => sumOf(first, name) - sumOf(second, name);
      expect(more("exchangeTransactionCharges")).toBeCloseTo(rupees, 1);
      expect(more("serviceTax")).toBeCloseTo(rupees * 0.18, 1);
      expect([sumOf(first, "brokerageCharges"), sumOf(second, "brokerageCharges")]).toEqual([0, 0]);
    },
  );

  it.each(tax.days.filter((day) => day >= FIRST_CONTRACTS))(
    "charges options exercised from %s onwards as documented",
    { timeout: 60_000 },
    async (from) => {
      const { client } = await clientOn(from);
      const of = { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" };
      const [Expiry = ""] = (await client.send("post", "/optionchain/expirylist", of)).body.data as string[];
      await setDay(client, Expiry);
      const chain = (await client.send("post", "/optionchain", { ...of, Expiry })).body.data;
      // The option with the lowest strike is deep in the money, so it has a value at expiry.
      const [lowest] = Object.values(chain.oc) as { ce: { security_id: number } }[];
      const securityId = String(lowest?.ce.security_id);
      const { lotSize } = await futureOf("NIFTY", Expiry);
      const option = { exchangeSegment: "NSE_FNO", productType: "MARGIN", quantity: lotSize, securityId };
      await placeOrder(client, Expiry, option);
      await client.send("post", "/sandbox/clock/advance", { seconds: DAY_SECONDS / 3 });
      const { body } = await client.send("get", `/trades/${Expiry}/${Expiry}/0`);
      const settled = (body as Trade[]).filter((trade) => String(trade.transactionType) === "SELL");
      expect(settled).toHaveLength(1);
      const rate = rateOf(tax.at(Expiry, null, "Exercised options"));
      expectRate(sumOf(settled, "stt"), tradedValue(settled), rate, 1, `exercised on ${Expiry}`);
      expect(sumOf(settled, "exchangeTransactionCharges")).toBe(0);
    },
  );

  it("returns empty option chains before January 2024, as documented", async () => {
    const notServed = findDocsPage("not-served");
    expect(notServed && markdownOf(notServed)).toContain(
      "Options and futures that expired before January 2024",
    );
    const { client } = await clientOn("2023-12-01");
    const of = { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" };
    const [Expiry] = (await client.send("post", "/optionchain/expirylist", of)).body.data as string[];
    const { oc } = (await client.send("post", "/optionchain", { ...of, Expiry })).body.data;
    expect(new Set(Object.values(oc).map((row) => JSON.stringify(row)))).toEqual(new Set(["{}"]));
  });
});
