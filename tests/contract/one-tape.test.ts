import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { decodeMarketMessage } from "../../server/protocol/market-feed.ts";
import { openBaseApi } from "../support/base-api.ts";
import { TradingClient } from "../support/trading-client.ts";

const NOW = "2026-11-20 13:07:23";
const TODAY = "2026-11-20";
const TOMORROW = "2026-11-21";

type Packet = { kind: string; previousClose?: number } & Partial<
  Record<"lastPrice" | "lastTradeTime" | "volume" | "dayOpen" | "dayHigh" | "dayLow" | "close", number>
>;
type Candles = Record<"open" | "high" | "low" | "close" | "volume" | "timestamp" | "open_interest", number[]>;

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("market data of the trading API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let client: TradingClient;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, limitFactor: 100 });
    client = await TradingClient.open(api.url);
    const begun = await client.send("put", "/sandbox/clock", { seed: 11, at: NOW });
    expect(begun.status, begun.text).toBe(200);
  }, 60_000);
  afterAll(() => api.close());

  const candles = async (path: string, change: object): Promise<Candles> => {
    const answer = await client.send("post", path, {
      securityId: "1333",
      exchangeSegment: "NSE_EQ",
      instrument: "EQUITY",
      fromDate: TODAY,
      toDate: TOMORROW,
      oi: true,
      ...change,
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const compactRows = async () => {
    const answer = await client.send("get", "/instrument/NSE_FNO");
    const [head = "", ...lines] = answer.text.trim().split("\n");
    const names = head.split(",");
    return lines.map((line) =>
      Object.fromEntries(line.split(",").map((value, at) => [names[at] ?? "", value])),
    );
  };

  /** Opens the price feed with quotes of one share. */
  const feedOf = async ({ account }: TradingClient) => {
    const query = `version=2&token=${account.accessToken}&clientId=${account.dhanClientId}&authType=2`;
    const socket = new WebSocket(`${api.url.replace("http", "ws")}/feed?${query}`);
    const packets: Packet[] = [];
    socket.on("message", (data: Buffer) => {
      packets.push(...(decodeMarketMessage(data).packets as Packet[]));
    });
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    socket.send(
      JSON.stringify({
        RequestCode: 17,
        InstrumentCount: 1,
        InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
      }),
    );
    return { socket, packets };
  };

  const SUBJECTS = [
    { securityId: "1333", exchangeSegment: "NSE_EQ", instrument: "EQUITY" },
    { securityId: "20400", exchangeSegment: "NSE_EQ", instrument: "EQUITY" },
    { securityId: "500180", exchangeSegment: "BSE_EQ", instrument: "EQUITY" },
    { securityId: "13", exchangeSegment: "IDX_I", instrument: "INDEX" },
  ];

  it.each(SUBJECTS)(
    "$exchangeSegment:$securityId: short bars add up to longer bars and to the quote",
    async (subject) => {
      const minutes = await candles("/charts/intraday", { ...subject, interval: 1 });
      for (const interval of [5, 15, 25, 30, 60]) {
        const bars = await candles("/charts/intraday", { ...subject, interval });
        for (const [at, from] of bars.timestamp.entries()) {
          const to = bars.timestamp[at + 1] ?? Number.POSITIVE_INFINITY;
          const inside = minutes.timestamp.flatMap((time, place) => (time >= from && time < to ? place : []));
          const pick = (column: number[]) => inside.map((place) => column[place] ?? 0);
          expect(bars.open[at]).toBe(pick(minutes.open)[0]);
          expect(bars.high[at]).toBe(Math.max(...pick(minutes.high)));
          expect(bars.low[at]).toBe(Math.min(...pick(minutes.low)));
          expect(bars.close[at]).toBe(pick(minutes.close).at(-1));
          expect(bars.volume[at]).toBe(pick(minutes.volume).reduce((sum, volume) => sum + volume, 0));
        }
      }
      const days = await candles("/charts/historical", { ...subject, fromDate: "2026-11-18" });
      const sum = minutes.volume.reduce((all, volume) => all + volume, 0);
      expect(days.volume.at(-1)).toBe(sum);
      const quoted = (
        await client.send("post", "/marketfeed/quote", {
          [subject.exchangeSegment]: [Number(subject.securityId)],
        })
      ).body.data[subject.exchangeSegment][subject.securityId];
      expect([quoted.ohlc.open, quoted.ohlc.high, quoted.ohlc.low, quoted.last_price, quoted.volume]).toEqual(
        [days.open.at(-1), days.high.at(-1), days.low.at(-1), days.close.at(-1), sum],
      );
      expect(quoted.ohlc.close).toBe(days.close.at(-2));
      expect(quoted.net_change).toBeCloseTo(quoted.last_price - quoted.ohlc.close, 6);
      if (subject.instrument === "INDEX") return;
      const [bid, ask] = [quoted.depth.buy[0].price, quoted.depth.sell[0].price];
      expect(bid).toBeLessThanOrEqual(quoted.last_price);
      expect(ask).toBeGreaterThanOrEqual(quoted.last_price);
      expect(quoted.average_price).toBeGreaterThanOrEqual(quoted.ohlc.low);
      expect(quoted.average_price).toBeLessThanOrEqual(quoted.ohlc.high);
    },
  );

  it("returns option chains without arbitrage that equal their contracts' quotes", async () => {
    const subject = { UnderlyingScrip: 13, UnderlyingSeg: "IDX_I" };
    const [Expiry] = (await client.send("post", "/optionchain/expirylist", subject)).body.data;
    const chain = (await client.send("post", "/optionchain", { ...subject, Expiry })).body.data;
    const strikes = Object.keys(chain.oc).sort((a, b) => Number(a) - Number(b));
    for (const [side, direction] of [
      ["ce", -1],
      ["pe", 1],
    ] as const) {
      const prices = strikes.map((strike) => Math.round(chain.oc[strike][side].last_price * 100));
      for (let at = 1; at < prices.length - 1; at += 1) {
        const [before = 0, here = 0, after = 0] = prices.slice(at - 1, at + 2);
        expect((after - here) * direction).toBeGreaterThanOrEqual(0);
        // Strikes far from the money are further apart, so the test compares price changes per rupee of strike.
        const [low, middle, high] = [at - 1, at, at + 1].map((one) => Number(strikes[one])) as [
          number,
          number,
          number,
        ];
        expect((after - here) / (high - middle)).toBeGreaterThanOrEqual(
          (here - before) / (middle - low) - 1e-9,
        );
      }
    }
    const middle = chain.oc[strikes[Math.floor(strikes.length / 2)] ?? ""].ce;
    const quoted = (await client.send("post", "/marketfeed/quote", { NSE_FNO: [middle.security_id] })).body
      .data.NSE_FNO[middle.security_id];
    expect([quoted.last_price, quoted.volume, quoted.average_price, quoted.oi, quoted.ohlc.close]).toEqual([
      middle.last_price,
      middle.volume,
      middle.average_price,
      middle.oi,
      middle.previous_close_price,
    ]);
    expect(middle.oi).not.toBe(middle.previous_oi);
  });

  it("returns the instrument file of the account clock's date", async () => {
    const other = await TradingClient.open(api.url);
    const begun = await other.send("put", "/sandbox/clock", { seed: 11, at: "2024-03-04 11:00:00" });
    expect(begun.status, begun.text).toBe(200);
    const { text } = await other.send("get", "/instrument/NSE_FNO");
    const expiries = new Set(text.match(/\b20\d\d-\d\d-\d\d\b/g));
    expect([...expiries].filter((day) => day < "2024-03-04" || day > "2025")).toEqual([]);
    expect(expiries.size).toBeGreaterThan(3);
  });

  it("lists three monthly NIFTY futures, priced by expiry, with continuous history", async () => {
    const futures = (await compactRows()).filter(
      ({ INSTRUMENT, UNDERLYING_SYMBOL }) => INSTRUMENT === "FUTIDX" && UNDERLYING_SYMBOL === "NIFTY",
    );
    expect(futures).toHaveLength(3);
    const ids = futures.map(({ SECURITY_ID }) => Number(SECURITY_ID));
    const quoted = (await client.send("post", "/marketfeed/ohlc", { NSE_FNO: ids, IDX_I: [13] })).body.data;
    const spot = quoted.IDX_I["13"].last_price;
    const prices = ids.map((id) => quoted.NSE_FNO[String(id)].last_price);
    expect(prices[0]).toBeGreaterThan(spot * 0.999);
    expect([...prices].sort((a, b) => a - b)).toEqual(prices);
    const subject = { securityId: String(ids[0]), exchangeSegment: "NSE_FNO", instrument: "FUTIDX" };
    const continuous = await candles("/charts/historical", {
      ...subject,
      expiryCode: 0,
      fromDate: "2025-11-20",
    });
    expect(continuous.close.length).toBeGreaterThan(230);
    expect(continuous.close.at(-1)).toBe(prices[0]);
    expect(continuous.open_interest.every((open) => open > 0)).toBe(true);
  });

  it("sends feed prices within the range of the one-minute bar of their time", async () => {
    const own = await TradingClient.open(api.url);
    const { socket, packets } = await feedOf(own);
    await expect
      .poll(() => packets.filter(({ kind }) => kind === "quote").length, { timeout: 20_000 })
      .toBeGreaterThan(2);
    socket.close();
    const answer = await own.send("post", "/charts/intraday", {
      securityId: "1333",
      exchangeSegment: "NSE_EQ",
      instrument: "EQUITY",
      interval: 1,
      extended: true,
      fromDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
      toDate: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
    });
    const bars = answer.body as Candles & { extended: boolean[] };
    expect(bars.extended).toHaveLength(bars.timestamp.length);
    for (const packet of packets.filter(({ kind }) => kind === "quote")) {
      // Feed times are in Indian local time.
      const atSeconds = (packet.lastTradeTime ?? 0) - 330 * 60;
      const place = bars.timestamp.findLastIndex((time) => time <= atSeconds);
      expect(packet.lastPrice).toBeGreaterThanOrEqual((bars.low[place] ?? 0) - 0.001);
      expect(packet.lastPrice).toBeLessThanOrEqual((bars.high[place] ?? 0) + 0.001);
    }
    const previous = packets.find(({ kind }) => kind === "previousClose")?.previousClose;
    expect(previous).toBe(packets.find(({ kind }) => kind === "quote")?.close);
  }, 60_000);

  it("sends feed packets that equal the quotes of the same time", async () => {
    const own = await TradingClient.open(api.url);
    await own.send("put", "/sandbox/clock", { seed: 11, at: NOW });
    const { socket, packets } = await feedOf(own);
    const prices = new Set<number>();
    for (let count = 0; count < 5; count += 1) {
      await own.send("post", "/sandbox/clock/advance", { seconds: 60 });
      const answer = await own.send("post", "/marketfeed/quote", { NSE_EQ: [1333] });
      const { last_price, volume, ohlc } = answer.body.data.NSE_EQ["1333"];
      // Packets contain prices as 32-bit floating-point numbers.
      const [lastPrice, dayOpen, dayHigh, dayLow, close] = [
        last_price,
        ohlc.open,
        ohlc.high,
        ohlc.low,
        ohlc.close,
      ].map(Math.fround);
      await expect
        .poll(() => packets.findLast(({ kind }) => kind === "quote"), { timeout: 10_000 })
        .toMatchObject({ lastPrice, dayOpen, dayHigh, dayLow, close, volume });
      prices.add(last_price);
    }
    socket.close();
    expect(prices.size).toBeGreaterThan(1);
  });
});
