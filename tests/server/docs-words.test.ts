// Tests the documented value lists and instrument files, value by value.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fillExample } from "../../app/contract/trading-api/examples.ts";
import { TRADING_OPERATIONS } from "../../app/contract/trading-api/operations.ts";
import { codeIn, rowsIn } from "../support/docs-blocks.ts";
import {
  codeOf,
  csvOf,
  istDay,
  openDocsSite,
  type RowTest,
  retryWhileLimited,
  runInShell,
  testRows,
} from "../support/docs-trials.ts";
import { until } from "../support/site.ts";

const DAY_MS = 86_400_000;
const { open, docs, socketOf } = openDocsSite();

it("the documented commands download instrument files with the documented columns", async () => {
  const blocks = await docs("instruments");
  const [command = ""] = codeIn(blocks, "Files", "bash");
  const [compact, detailed] = await runInShell(command, {}, (folder) =>
    ["api-scrip-master.csv", "api-scrip-master-detailed.csv"].map((name) =>
      csvOf(readFileSync(join(folder, name), "utf8")),
    ),
  );
  for (const [rows = [], caption, id] of [
    [detailed, "Columns of the detailed file and of the file of one segment", "SECURITY_ID"],
    [compact, "Columns of the compact file", "SEM_SMST_SECURITY_ID"],
  ] as const) {
    const columns = rowsIn(blocks, caption);
    expect(Object.keys(rows[0] ?? {})).toEqual(columns.map(([name]) => name));
    const share = rows.find((row) => row[id] === "1333" && Object.values(row).includes("NSE"));
    for (const [name = "", , example = ""] of columns) {
      // Only the format is compared, because the values change with the market's day.
      const shape = example.replaceAll(/\d/g, "9");
      expect([name, (share?.[name] ?? "").replaceAll(/\d/g, "9")]).toEqual([name, shape]);
    }
  }
});

it("each value in the documentation's annexure behaves as documented", {
  timeout: 120_000,
}, async () => {
  const blocks = await docs("annexure");
  const client = await open();
  const ltp = (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"]
    .last_price as number;
  const low = Math.floor(ltp * 0.92);
  const place = (change: object) => retryWhileLimited(() => client.place({ quantity: 1, ...change }));
  const listed = new Map<string, Record<string, string>[]>();
  const instrumentsOf = async (segment: string) => {
    const known = listed.get(segment);
    if (known !== undefined) return known;
    const answer = await retryWhileLimited(() => client.send("get", `/instrument/${segment}`));
    const rows = answer.status === 200 ? csvOf(answer.text) : [];
    listed.set(segment, rows);
    return rows;
  };
  const feed = await socketOf(client, "/feed");
  const segment: RowTest = async ([name = "", number = "", what = ""]) => {
    if (what.includes("not active"))
      return expect(codeOf(await place({ exchangeSegment: name }))).toBe("DH-903");
    if (what.includes("not traded")) expect((await place({ exchangeSegment: name })).status).toBe(400);
    const [first] = await instrumentsOf(name);
    const id = first?.SECURITY_ID ?? "";
    feed.send({
      RequestCode: 15,
      InstrumentCount: 1,
      InstrumentList: [{ ExchangeSegment: name, SecurityId: id }],
    });
    await until(
      async () => feed.got.map((packet) => [packet.readUInt8(3), packet.readUInt32LE(4)].join()),
      (seen) => seen.includes([number, id].join()),
      20_000,
    );
  };
  await testRows(rowsIn(blocks, "Exchange segments"), {
    IDX_I: segment,
    NSE_EQ: segment,
    NSE_FNO: segment,
    NSE_CURRENCY: segment,
    BSE_EQ: segment,
    MCX_COMM: segment,
    BSE_CURRENCY: segment,
    BSE_FNO: segment,
  });
  const heldAs =
    (productType: string, change: object = {}) =>
    async () => {
      const { body, text } = await place({ productType, ...change });
      expect(["TRADED", "PENDING", "PART_TRADED"], text).toContain(body.orderStatus);
      const { body: order } = await retryWhileLimited(() => client.send("get", `/orders/${body.orderId}`));
      expect(order.productType).toBe(productType);
    };
  const future = (await instrumentsOf("NSE_FNO")).find(({ INSTRUMENT }) => INSTRUMENT === "FUTIDX");
  const lot = {
    exchangeSegment: "NSE_FNO",
    securityId: future?.SECURITY_ID,
    quantity: Number(future?.LOT_SIZE),
  };
  await testRows(rowsIn(blocks, "Product types"), {
    CNC: heldAs("CNC"),
    INTRADAY: heldAs("INTRADAY"),
    MARGIN: heldAs("MARGIN", lot),
    MTF: heldAs("MTF"),
    "CO, BO": async () => {
      for (const productType of ["CO", "BO"]) expect(codeOf(await place({ productType }))).toBe("DH-906");
    },
  });
  const waits = (change: object) => async () => {
    const { body, text } = await place(change);
    expect(body.orderStatus, text).toBe("PENDING");
  };
  const high = Math.ceil(ltp * 1.06);
  await testRows(rowsIn(blocks, "Order types"), {
    LIMIT: waits({ orderType: "LIMIT", price: low }),
    MARKET: async () => expect((await place({})).body.orderStatus).toBe("TRADED"),
    STOP_LOSS: waits({ orderType: "STOP_LOSS", price: high, triggerPrice: high }),
    STOP_LOSS_MARKET: waits({ orderType: "STOP_LOSS_MARKET", triggerPrice: high }),
  });
  await testRows(rowsIn(blocks, "Validity"), {
    DAY: waits({ orderType: "LIMIT", price: low }),
    IOC: async () => {
      const { body } = await place({ orderType: "LIMIT", price: low, validity: "IOC" });
      expect(
        (await retryWhileLimited(() => client.send("get", `/orders/${body.orderId}`))).body.orderStatus,
      ).toBe("CANCELLED");
    },
  });
  const becomes = (status: string, quantity: number) => async () =>
    expect((await place({ quantity })).body.orderStatus).toBe(status);
  // tests/server/order-states.test.ts and tests/contract/trading-flows.test.ts test these states, because they need a
  // moving market.
  const testedElsewhere: RowTest = async ([name = ""]) => {
    const known = await docs("order-states");
    const documented = [
      ...rowsIn(known, "Steps of an order").map(([, to]) => to),
      ...rowsIn(known, "States of super and forever orders").map(([state]) => state),
    ];
    expect(documented).toContain(name);
  };
  await testRows(rowsIn(blocks, "States of an order"), {
    TRANSIT: becomes("TRANSIT", 914),
    PENDING: becomes("PENDING", 913),
    PART_TRADED: becomes("PART_TRADED", 912),
    TRADED: becomes("TRADED", 1),
    REJECTED: becomes("REJECTED", 911),
    CANCELLED: async () => {
      const { body } = await place({ orderType: "LIMIT", price: low });
      expect(
        (await retryWhileLimited(() => client.send("delete", `/orders/${body.orderId}`))).body.orderStatus,
      ).toBe("CANCELLED");
    },
    EXPIRED: testedElsewhere,
    CLOSED: testedElsewhere,
    TRIGGERED: testedElsewhere,
    CONFIRM: async () => {
      const { body } = fillExample(TRADING_OPERATIONS.placeForeverOrder.example, {
        lowPrice: low,
        lowestPrice: Math.floor(ltp * 0.88),
        highPrice: high,
      });
      await retryWhileLimited(() => client.send("post", "/forever/orders", body));
      const [forever] = (await client.send("get", "/forever/orders")).body;
      expect(forever.orderStatus).toBe("CONFIRM");
    },
  });
  const { body: superOrder } = await retryWhileLimited(() =>
    client.send("post", "/super/orders", {
      exchangeSegment: "NSE_EQ",
      securityId: "1333",
      transactionType: "BUY",
      productType: "INTRADAY",
      orderType: "LIMIT",
      quantity: 1,
      price: low,
      targetPrice: high,
      stopLossPrice: Math.floor(ltp * 0.88),
    }),
  );
  expect(superOrder.orderStatus).toBe("PENDING");
  const cancelled: RowTest = async ([leg = ""]) => {
    const known = (await retryWhileLimited(() => client.send("get", "/super/orders"))).body.find(
      ({ orderId }: { orderId: string }) => orderId === superOrder.orderId,
    );
    expect([known.legName, ...known.legDetails.map(({ legName }: { legName: string }) => legName)]).toContain(
      leg,
    );
  };
  await testRows(rowsIn(blocks, "Legs"), {
    ENTRY_LEG: cancelled,
    TARGET_LEG: cancelled,
    STOP_LOSS_LEG: cancelled,
  });
  const after: RowTest = async ([amoTime = ""]) => {
    const answer = await place({ afterMarketOrder: true, amoTime });
    expect(answer.status, answer.text).toBe(200);
  };
  await testRows(rowsIn(blocks, "Times of after-market orders"), {
    PRE_OPEN: after,
    OPEN: after,
    OPEN_30: after,
    OPEN_60: after,
  });
  const all = (await Promise.all(["IDX_I", "NSE_EQ", "NSE_FNO"].map(instrumentsOf))).flat();
  const charted: RowTest = async ([instrument = ""]) => {
    const one = all.find(({ INSTRUMENT }) => INSTRUMENT === instrument);
    const exchangeSegment = { I: "IDX_I", E: "NSE_EQ", D: "NSE_FNO" }[one?.SEGMENT ?? ""];
    const answer = await retryWhileLimited(() =>
      client.send("post", "/charts/historical", {
        securityId: one?.SECURITY_ID,
        exchangeSegment,
        instrument,
        fromDate: istDay(Date.now() - 20 * DAY_MS),
        toDate: istDay(Date.now()),
      }),
    );
    expect([answer.status, answer.body.timestamp?.length > 5], answer.text.slice(0, 200)).toEqual([
      200,
      true,
    ]);
  };
  // Inactive segments are valid values of the field, but have no instruments.
  const notListed: RowTest = async ([instrument = ""]) => {
    expect(all.filter(({ INSTRUMENT }) => INSTRUMENT === instrument)).toEqual([]);
    const answer = await retryWhileLimited(() =>
      client.send("post", "/charts/historical", {
        securityId: "1",
        exchangeSegment: "MCX_COMM",
        instrument,
        fromDate: "2026-11-01",
        toDate: "2026-11-20",
      }),
    );
    expect([answer.status, codeOf(answer)]).toEqual([400, "DH-907"]);
  };
  await testRows(rowsIn(blocks, "Instrument types"), {
    INDEX: charted,
    EQUITY: charted,
    FUTIDX: charted,
    OPTIDX: charted,
    FUTSTK: charted,
    OPTSTK: charted,
    FUTCOM: notListed,
    OPTFUT: notListed,
    FUTCUR: notListed,
    OPTCUR: notListed,
  });
});
