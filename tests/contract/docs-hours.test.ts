// Compares the table of market hours in the documentation with the sandbox. An account's clock is set to one second
// before each boundary and to the boundary, and orders are accepted or rejected as the row states. The daily call limit
// is tested the same way, with the sandbox's limits.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LimitGroup } from "../../app/contract/trading-api/operation.ts";
import { RATE_LIMITS } from "../../app/contract/trading-api/operations.ts";
import { getContents } from "../../app/docs/contents.ts";
import { pageMarkdown } from "../../app/docs/markdown.ts";
import { findDocsPage } from "../../app/docs/pages.server.ts";
import { sandboxPlace } from "../../app/docs/place.ts";
import { ApiFault } from "../../server/sandbox/apis/trading-api/fault.ts";
import { RateLimits } from "../../server/sandbox/apis/trading-api/rate-limits.ts";
import { openBaseApi } from "../support/base-api.ts";
import { blocksOf, rowsIn } from "../support/docs-blocks.ts";
import { TradingClient } from "../support/trading-client.ts";

const PLACE = sandboxPlace("https://example.com");

function markdownOf(id: string): string {
  const page = findDocsPage(id);
  if (page === undefined) throw new Error(`no page ${id}`);
  return pageMarkdown(page, getContents(page, PLACE), PLACE.origin);
}
const tableRows = (id: string, caption: string) => rowsIn(blocksOf(id, markdownOf(id)), caption);

const DAY_MS = 86_400_000;
const HOURS = tableRows("market-hours", "Hours by segment");
/** Segments without trading: indices are only quoted, and the sandbox has no currencies and no commodities. */
const NOT_TRADED = new Set(["IDX_I"]);
const NOT_ACTIVE = new Set(["NSE_CURRENCY", "BSE_CURRENCY", "MCX_COMM"]);
/** First weekday with listed futures and options. */
const EARLIEST = "2024-01-02";

/** One case per row and segment that accepts orders: instruments, first day, phase and hours. */
const CASES = HOURS.flatMap(([segments = "", instruments = "", from = "", phase = "", hours = ""]) =>
  segments
    .split(", ")
    .filter((segment) => !NOT_TRADED.has(segment))
    .map((segment) => ({ segment, instruments, from, phase, hours })),
);

const WITH_CONTRACTS = "Shares with futures and options";
/** Returns the closing time in the segment's row for the instruments "All". */
function closeOfOthers(segment: string, from: string): string {
  const other = CASES.find(
    (one) =>
      one.segment === segment && one.from === from && one.instruments === "All" && one.phase === "Trading",
  );
  return other?.hours.slice(-5) ?? "";
}

/** Returns the first weekday on or after a day. No day in the tables is a holiday. */
function weekdayFrom(day: string): string {
  let at = Date.parse(`${day < EARLIEST ? EARLIEST : day}T00:00:00Z`);
  while ([0, 6].includes(new Date(at).getUTCDay())) at += DAY_MS;
  return new Date(at).toISOString().slice(0, 10);
}
const clockTime = (day: string, time: string, seconds = 0) =>
  new Date(Date.parse(`${day}T${time}:00Z`) + seconds * 1_000).toISOString().slice(0, 19).replace("T", " ");

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("trading hours by segment", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  /** Security id of a share without futures and options, by exchange. */
  const sharesWithoutContracts: Record<string, string> = {};
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 100 });
    client = await TradingClient.open(api.url);
    const rowsOf = async (segment: string) => {
      const [head = "", ...lines] = (await client.send("get", `/instrument/${segment}`)).text
        .trim()
        .split("\n");
      const names = head.trim().split(",");
      return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at], cell])));
    };
    const bases = new Set((await rowsOf("NSE_FNO")).map((row) => row.UNDERLYING_SYMBOL));
    for (const exchange of ["NSE", "BSE"]) {
      const shares = (await rowsOf(`${exchange}_EQ`)).filter((row) => !bases.has(row.SYMBOL_NAME));
      sharesWithoutContracts[exchange] = shares[0]?.SECURITY_ID ?? "";
    }
  });
  afterAll(() => api.close());

  /** Returns an order that a segment accepts on this day. */
  async function orderIn(segment: string, instruments: string, day: string): Promise<object> {
    const exchange = segment.slice(0, 3);
    if (segment.endsWith("_EQ"))
      return {
        exchangeSegment: segment,
        productType: "CNC",
        quantity: 1,
        securityId:
          instruments === "All" && day >= "2026-08-03"
            ? sharesWithoutContracts[exchange]
            : { NSE: "1333", BSE: "500180" }[exchange],
      };
    await client.send("put", "/sandbox/clock", { at: clockTime(day, "10:00") });
    const of = { UnderlyingScrip: exchange === "NSE" ? 13 : 51, UnderlyingSeg: "IDX_I" };
    const Expiry = (await client.send("post", "/optionchain/expirylist", of)).body.data[1] as string;
    const { oc } = (await client.send("post", "/optionchain", { ...of, Expiry })).body.data;
    const strikes = Object.values(oc) as { ce: { security_id: number } }[];
    const securityId = String(strikes[Math.floor(strikes.length / 2)]?.ce.security_id);
    const [name, month] = [exchange === "NSE" ? "NIFTY" : "SENSEX", new Date(`${day}T00:00:00Z`)];
    const symbol = `${name}-${month.toLocaleString("en-US", { month: "short", timeZone: "UTC" })}${day.slice(0, 4)}-FUT`;
    const found = await api.call("GET", `/v1/instruments?text=${symbol}&on=${day}`);
    const quantity = found.body.items[0].lotSize as number;
    return { exchangeSegment: segment, productType: "MARGIN", quantity, securityId };
  }

  async function isAccepted(order: object, at: string): Promise<boolean> {
    expect((await client.send("put", "/sandbox/clock", { at })).status, at).toBe(200);
    const { body, text } = await client.place(order);
    expect(body.orderId, `${at} ${text}`).toBeDefined();
    return body.orderStatus !== "REJECTED";
  }

  it("the documentation states that the sandbox has no closing auctions", () => {
    expect(markdownOf("market-hours")).toContain(
      "shares with futures and options continue to trade until the other shares close",
    );
  });

  const testedCases = CASES.filter(
    ({ segment, phase }) => !NOT_ACTIVE.has(segment) && phase !== "Closing auction",
  );
  it.each(testedCases)(
    "$segment, $instruments, $from: accepts orders only in Trading ($phase, $hours)",
    { timeout: 30_000 },
    async ({ segment, instruments, from, phase, hours }) => {
      const [, begins = "", printedEnd = ""] = /^(\d\d:\d\d) to (\d\d:\d\d)$/.exec(hours) ?? [];
      // The sandbox has no auctions. Instruments that have a closing auction at the exchange trade in the sandbox until
      // the other instruments close.
      const ends =
        instruments === WITH_CONTRACTS && phase === "Trading" ? closeOfOthers(segment, from) : printedEnd;
      const day = weekdayFrom(from);
      const order = await orderIn(segment, instruments, day);
      const isTrading = phase === "Trading";
      expect(await isAccepted(order, clockTime(day, begins))).toBe(isTrading);
      expect(await isAccepted(order, clockTime(day, ends, -1))).toBe(isTrading);
      if (!isTrading) return;
      expect(await isAccepted(order, clockTime(day, begins, -1))).toBe(false);
      expect(await isAccepted(order, clockTime(day, ends))).toBe(false);
    },
  );

  it("rejects orders in segments that the sandbox does not trade, at any hour", async () => {
    const rows = CASES.filter(({ segment }) => NOT_ACTIVE.has(segment));
    expect(new Set(rows.map(({ segment }) => segment))).toEqual(NOT_ACTIVE);
    await client.send("put", "/sandbox/clock", { at: "2026-11-20 10:00:00" });
    for (const { segment } of rows)
      expect((await client.place({ exchangeSegment: segment })).body.errorCode, segment).toMatch(/^DH-90\d$/);
  });
});

it("the sandbox applies the documented daily limits on API calls", () => {
  const rows = tableRows("rate-limits", "Maximum calls of an account");
  const groups = Object.entries(RATE_LIMITS) as [LimitGroup, (typeof RATE_LIMITS)[LimitGroup]][];
  expect(rows.map(([what]) => what)).toEqual(groups.map(([, { what }]) => what));
  const midnight = Date.parse("2026-11-20T00:00:00+05:30");
  for (const [index, [group]] of groups.entries()) {
    const [, perSecond = "", perDay = ""] = rows[index] ?? [];
    const each = Number(perSecond.replaceAll(",", ""));
    const limits = new RateLimits();
    let acceptedCount = 0;
    const most = perDay === "no limit" ? each * 80_000 : Number(perDay.replaceAll(",", ""));
    // The calls are spread over consecutive seconds of one day, so that the limit per second is not exceeded.
    for (let second = 0; acceptedCount < most; second += 1)
      for (let one = 0; one < each && acceptedCount < most; one += 1) {
        limits.countCall("1000000001", group, midnight + second * 1_000);
        acceptedCount += 1;
      }
    const last = midnight + DAY_MS - 1_000;
    if (perDay === "no limit") limits.countCall("1000000001", group, last);
    else expect(() => limits.countCall("1000000001", group, last), group).toThrow(ApiFault);
    // The daily count restarts at midnight.
    limits.countCall("1000000001", group, midnight + DAY_MS);
  }
});
