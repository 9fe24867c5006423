// Tests the codecs with the published test vectors, round trips and malformed input.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FULL_LEVEL,
  MARKET_PACKETS,
  type MarketPacketKind,
  type NumberType,
} from "../../app/contract/trading-api/packets.ts";
import { EXCHANGE_SEGMENTS } from "../../app/domain/vocabulary.ts";
import { type DepthPacket, decodeDepthMessage, encodeDepthPacket } from "./depth-feed.ts";
import {
  decodeMarketMessage,
  encodeMarketPacket,
  epochMsToFeedTime,
  feedTimeToEpochMs,
  type MarketPacket,
} from "./market-feed.ts";
import { readRequest, writeRequests } from "./requests.ts";

const bytes = (hex: string) => Buffer.from(hex, "hex");
const one = (hex: string) => {
  const { packets, faults } = decodeMarketMessage(bytes(hex));
  expect(faults).toEqual([]);
  expect(packets).toHaveLength(1);
  return packets[0] as MarketPacket;
};
const TRADE = {
  lastPrice: 1650.25,
  lastQuantity: 7,
  lastTradeTime: 1767260700,
  averagePrice: 1648.5,
  volume: 123456,
  totalSellQuantity: 4000,
  totalBuyQuantity: 5000,
  dayOpen: 1640,
  close: 1638.75,
  dayHigh: 1655,
  dayLow: 1635.5,
};
const FULL =
  "08a20002b98800000048ce4407001c4256690010ce4440e20100a00f00008813000002120f00301b0f00f07e0e000000cd4400d8cc4400e0ce440070cc44640000006e000000010002000040ce440050ce44c8000000dc000000020003000038ce440058ce442c0100004a010000030004000030ce440060ce4490010000b8010000040005000028ce440068ce44f401000026020000050006000020ce440070ce44";

const VECTORS: [string, string, MarketPacket][] = [
  [
    "ticker",
    "02100001350500000048ce441c425669",
    {
      kind: "ticker",
      exchangeSegment: "NSE_EQ",
      securityId: 1333,
      lastPrice: 1650.25,
      lastTradeTime: 1767260700,
    },
  ],
  [
    "previous close",
    "061000000d0000000069bf4600000000",
    {
      kind: "previousClose",
      exchangeSegment: "IDX_I",
      securityId: 13,
      previousClose: 24500.5,
      previousOpenInterest: 0,
    },
  ],
  [
    "quote",
    "04320001350500000048ce4407001c4256690010ce4440e20100a00f0000881300000000cd4400d8cc4400e0ce440070cc44",
    { kind: "quote", exchangeSegment: "NSE_EQ", securityId: 1333, ...TRADE },
  ],
  [
    "open interest",
    "050c0002b988000002120f00",
    { kind: "openInterest", exchangeSegment: "NSE_FNO", securityId: 35001, openInterest: 987650 },
  ],
  ["market status", "0708000100000000", { kind: "marketStatus", exchangeSegment: "NSE_EQ", securityId: 0 }],
  [
    "full",
    FULL,
    {
      kind: "full",
      exchangeSegment: "NSE_FNO",
      securityId: 35001,
      ...TRADE,
      openInterest: 987650,
      highestOpenInterest: 990000,
      lowestOpenInterest: 950000,
      levels: [0, 1, 2, 3, 4].map((i) => ({
        bidQuantity: 100 * (i + 1),
        askQuantity: 110 * (i + 1),
        bidOrders: i + 1,
        askOrders: i + 2,
        bidPrice: 1650 - i / 4,
        askPrice: 1650.5 + i / 4,
      })),
    },
  ],
  [
    "disconnect",
    "320a0000000000002503",
    { kind: "disconnect", exchangeSegment: "IDX_I", securityId: 0, reason: 805 },
  ],
];

describe("published test vectors of the feeds", () => {
  it.each(VECTORS)("the %s packet is decoded to the published fields", (_, hex, packet) =>
    expect(one(hex)).toEqual(packet),
  );
  it.each(VECTORS)("the %s packet is encoded to the published bytes", (_, hex, packet) =>
    expect(encodeMarketPacket(packet).toString("hex")).toBe(hex),
  );

  it("a depth packet with two asks is decoded and encoded", () => {
    const hex = "2c00330135050000020000000000000000ca99406e000000020000000000000000cb99405a00000001000000";
    const packet: DepthPacket = {
      kind: "ask",
      exchangeSegment: "NSE_EQ",
      securityId: 1333,
      sequence: 2,
      rows: [
        { price: 1650.5, quantity: 110, orders: 2 },
        { price: 1650.75, quantity: 90, orders: 1 },
      ],
    };
    expect(decodeDepthMessage(bytes(hex))).toEqual({ packets: [packet], faults: [] });
    expect(encodeDepthPacket(packet).toString("hex")).toBe(hex);
  });

  it("a depth packet with 20 bids is encoded to the published header and first row", () => {
    const rows = [
      { price: 1650.25, quantity: 100, orders: 3 },
      ...Array.from({ length: 19 }, (_, i) => ({ price: 1650 - i, quantity: 1, orders: 1 })),
    ];
    const encoded = encodeDepthPacket({
      kind: "bid",
      exchangeSegment: "NSE_EQ",
      securityId: 1333,
      sequence: 77,
      rows,
    });
    expect(encoded.toString("hex")).toMatch(/^4c012901350500004d0000000000000000c999406400000003000000/);
    expect(encoded.length).toBe(332);
  });

  it("a depth feed's disconnect is encoded with the reason in both reason fields", () => {
    const hex = "0e00320100000000250300002503";
    const packet: DepthPacket = { kind: "disconnect", exchangeSegment: "NSE_EQ", securityId: 0, reason: 805 };
    expect(decodeDepthMessage(bytes(hex)).packets).toEqual([packet]);
    expect(encodeDepthPacket(packet).toString("hex")).toBe(hex);
  });
});

const NUMBERS: Record<NumberType, fc.Arbitrary<number>> = {
  u8: fc.integer({ min: 0, max: 255 }),
  u16: fc.integer({ min: 0, max: 65_535 }),
  u32: fc.integer({ min: 0, max: 4_294_967_295 }),
  i16: fc.integer({ min: 0, max: 32_767 }),
  i32: fc.integer({ min: 0, max: 2_147_483_647 }),
  f32: fc.float({ min: 0, max: 100_000_000, noNaN: true }).map((value) => Math.fround(Math.abs(value))),
  f64: fc.double({ min: 0, max: 1e8, noNaN: true }).map(Math.abs),
};
const record = (fields: Record<string, readonly [NumberType, number]>) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, [type]]) => [name, NUMBERS[type]])));
const anySegment = fc.constantFrom(...EXCHANGE_SEGMENTS);

const anyPacket: fc.Arbitrary<MarketPacket> = fc.oneof(
  ...(Object.keys(MARKET_PACKETS) as MarketPacketKind[]).map((kind) =>
    fc
      .tuple(
        anySegment,
        NUMBERS.u32,
        record(MARKET_PACKETS[kind].fields),
        fc.array(record(FULL_LEVEL), { minLength: 5, maxLength: 5 }),
      )
      .map(
        ([exchangeSegment, securityId, values, levels]) =>
          ({
            kind,
            exchangeSegment,
            securityId,
            ...values,
            ...(kind === "full" ? { levels } : {}),
          }) as unknown as MarketPacket,
      ),
  ),
);
const anyDepth: fc.Arbitrary<DepthPacket> = fc
  .tuple(
    fc.constantFrom("bid" as const, "ask" as const),
    anySegment,
    NUMBERS.i32,
    NUMBERS.u32,
    fc.array(fc.record({ price: NUMBERS.f64, quantity: NUMBERS.u32, orders: NUMBERS.u32 }), {
      maxLength: 200,
    }),
  )
  .map(([kind, exchangeSegment, securityId, sequence, rows]) => ({
    kind,
    exchangeSegment,
    securityId,
    sequence,
    rows,
  }));

describe("encoding and then decoding", () => {
  it("preserves every sequence of market packets", () =>
    fc.assert(
      fc.property(fc.array(anyPacket, { maxLength: 6 }), (packets) => {
        const message = Buffer.concat(packets.map(encodeMarketPacket));
        expect(decodeMarketMessage(message)).toEqual({ packets, faults: [] });
      }),
      { numRuns: 300 },
    ));

  it("preserves every sequence of depth packets", () =>
    fc.assert(
      fc.property(fc.array(anyDepth, { maxLength: 4 }), (packets) => {
        const message = Buffer.concat(packets.map(encodeDepthPacket));
        expect(decodeDepthMessage(message)).toEqual({ packets, faults: [] });
      }),
      { numRuns: 200 },
    ));

  it("preserves a timestamp for both time bases of a feed, IST and UTC", () => {
    expect(feedTimeToEpochMs(1767260700, "ist")).toBe(Date.UTC(2026, 0, 1, 4, 15));
    for (const base of ["ist", "utc"] as const)
      expect(feedTimeToEpochMs(epochMsToFeedTime(1_800_000_000_000, base), base)).toBe(1_800_000_000_000);
  });
});

describe("decoding of malformed feed messages", () => {
  it("never throws, and never decodes more packets than the bytes can contain", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (raw) => {
        const message = Buffer.from(raw);
        for (const { packets, faults } of [decodeMarketMessage(message), decodeDepthMessage(message)]) {
          expect(packets.length).toBeLessThanOrEqual(message.length / 8);
          if (message.length > 0 && message.length < 8) expect(faults).toEqual(["truncated"]);
        }
      }),
      { numRuns: 20_000 },
    ));

  it("returns the complete packets before the end of a truncated message", () =>
    fc.assert(
      fc.property(fc.array(anyPacket, { minLength: 1, maxLength: 4 }), fc.nat(), (packets, at) => {
        const bytes = Buffer.concat(packets.map(encodeMarketPacket));
        const cut = at % (bytes.length + 1);
        let complete = 0;
        let end = 0;
        for (const packet of packets) {
          end += MARKET_PACKETS[packet.kind].bytes;
          if (end <= cut) complete += 1;
        }
        const read = decodeMarketMessage(bytes.subarray(0, cut));
        expect(read.packets).toEqual(packets.slice(0, complete));
      }),
    ));

  it("skips an unknown packet by its length field, and stops at a wrong length", () => {
    const ticker = bytes("02100001350500000048ce441c425669");
    const unknown = bytes("630c0001350500000000ffff");
    expect(decodeMarketMessage(Buffer.concat([unknown, ticker])).packets).toHaveLength(1);
    for (const length of [0, 7, 15, 17, 0xffff]) {
      const lying = Buffer.from(ticker);
      lying.writeUInt16LE(length, 1);
      const read = decodeMarketMessage(Buffer.concat([lying, ticker]));
      expect(read.packets).toEqual([]);
      expect(read.faults).toHaveLength(1);
    }
  });

  it("skips packets with an unknown segment or an invalid price", () => {
    const ticker = bytes("02100001350500000048ce441c425669");
    const segment = Buffer.from(ticker);
    segment.writeUInt8(6, 3);
    const noNumber = Buffer.from(ticker);
    noNumber.writeFloatLE(Number.NaN, 8);
    const negative = Buffer.from(ticker);
    negative.writeFloatLE(-1, 8);
    const read = decodeMarketMessage(Buffer.concat([segment, noNumber, negative, ticker]));
    expect(read.faults).toEqual(["segment", "price", "price"]);
    expect(read.packets).toHaveLength(1);
  });
});

describe("requests to a feed", () => {
  it("are written in batches of 100 and can be parsed", () => {
    const instruments = Array.from({ length: 250 }, (_, i) => ({
      exchangeSegment: "NSE_EQ" as const,
      securityId: String(i + 1),
    }));
    const messages = writeRequests(21, instruments, 100);
    expect(messages).toHaveLength(3);
    expect(JSON.parse(messages[2] ?? "").InstrumentCount).toBe(50);
    const read = messages.map(readRequest);
    expect(read.flatMap((request) => (request?.kind === "subscribe" ? request.instruments : []))).toEqual(
      instruments,
    );
  });

  it.each([
    ['{"RequestCode":12}', { kind: "goodbye" }],
    [
      '{"RequestCode":"17","InstrumentList":[{"ExchangeSegment":"IDX_I","SecurityId":13}]}',
      { kind: "subscribe", mode: "quote", instruments: [{ exchangeSegment: "IDX_I", securityId: "13" }] },
    ],
    ['{"RequestCode":24,"InstrumentList":[]}', { kind: "unsubscribe", mode: "depth", instruments: [] }],
    ['{"RequestCode":25}', { kind: "unsubscribe", mode: "depth", instruments: [] }],
    ["nonsense", null],
    ["[]", null],
    ['{"RequestCode":99}', null],
    ['{"RequestCode":15,"InstrumentList":[{"ExchangeSegment":"MOON","SecurityId":"1"}]}', null],
  ])("are parsed, or give null if invalid: %s", (text, request) =>
    expect(readRequest(text)).toEqual(request),
  );
});
