// Tests the published pages about the sockets. Addresses and requests are used as they are, with only their
// placeholders replaced. Packets are parsed with the tables of offsets on the page and compared with the quote of the
// same instrument.
import { afterAll, beforeAll, expect, it } from "vitest";
import { FEED_LIMITS } from "../../server/sandbox/exchange/feeds/feed-server.ts";
import { codeIn, type DocsBlock, readDocs, rowsIn } from "../support/docs-blocks.ts";
import { sharedSite } from "../support/shared-site.ts";
import { type Site, until } from "../support/site.ts";
import { type OpenSocket, openSocket } from "../support/socket-client.ts";
import { TradingClient } from "../support/trading-client.ts";

const WITHIN_MS = 20_000;
let site: Site;
let client: TradingClient;
const sockets: OpenSocket[] = [];
beforeAll(async () => {
  site = await sharedSite();
  client = await TradingClient.open(`${site.origin}/sandbox`);
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
});

const filled = (text: string) =>
  text
    .replaceAll("$ACCESS_TOKEN", client.account.accessToken)
    .replaceAll("$CLIENT_ID", client.account.dhanClientId);
/** Opens the address from a page's section about connecting. */
async function connect(blocks: readonly DocsBlock[], section = "Connect"): Promise<OpenSocket> {
  const [address = ""] = codeIn(blocks, section, "text");
  const socket = await openSocket(filled(address));
  sockets.push(socket);
  return socket;
}
const list = (ExchangeSegment: string, SecurityId: string) => ({
  InstrumentCount: 1,
  InstrumentList: [{ ExchangeSegment, SecurityId }],
});

/** Decodes a packet with the rows of a page's table. Returns values by field name. */
function decoded(packet: Buffer, rows: readonly string[][], from = 0): Record<string, number> {
  const readers: Record<string, (at: number) => number> = {
    u8: (at) => packet.readUInt8(at),
    u16: (at) => packet.readUInt16LE(at),
    u32: (at) => packet.readUInt32LE(at),
    i16: (at) => packet.readInt16LE(at),
    i32: (at) => packet.readInt32LE(at),
    f32: (at) => packet.readFloatLE(at),
    f64: (at) => packet.readDoubleLE(at),
  };
  return Object.fromEntries(
    rows.map(([offset, type = "", , field = ""]) => {
      const value = readers[type]?.(from + Number(offset));
      if (value === undefined) throw new Error(`${field} has the type ${type}`);
      return [field.split(/[,;:]/)[0] ?? field, value];
    }),
  );
}

it.each(["live-market-feed", "20-market-depth", "200-market-depth"])(
  "%s: the documented address and subscription request deliver packets",
  async (page) => {
    const blocks = await readDocs(site, page);
    const socket = await connect(blocks);
    const [request = ""] = codeIn(blocks, "Subscribe", "json");
    socket.send(request);
    const requestedIds = [...request.matchAll(/"SecurityId": "(\d+)"/g)].map(([, id]) => Number(id));
    expect(requestedIds.length).toBeGreaterThan(0);
    await until(
      async () => new Set(socket.got.map((packet) => packet.readUInt32LE(4))),
      (seen) => requestedIds.every((id) => seen.has(id)),
      WITHIN_MS,
    );
    socket.send({ RequestCode: 12 });
    expect(await socket.closed, "12 closes the connection").toBe(1000);
  },
);

const TITLE = /^(.*), code (\d+), (\d+) bytes$/;
/** Returns code and length of each packet by name, from the headings of the sections. */
const packetsOf = (blocks: readonly DocsBlock[]) =>
  new Map(
    blocks.flatMap(({ section }) => {
      const [, name, code, bytes] = TITLE.exec(section) ?? [];
      return name === undefined ? [] : [[name, { code: Number(code), bytes: Number(bytes) }] as const];
    }),
  );

it("each documented request code delivers its packets, and the next code stops them", {
  timeout: 60_000,
}, async () => {
  const blocks = await readDocs(site, "live-market-feed");
  const known = packetsOf(blocks);
  const chain = await client.send("post", "/optionchain/expirylist", {
    UnderlyingScrip: 13,
    UnderlyingSeg: "IDX_I",
  });
  expect(chain.status).toBe(200);
  const contracts = (await client.send("get", "/instrument/NSE_FNO")).text.split("\n");
  const contract = contracts[1]?.split(",")[2] ?? "";
  const rows = rowsIn(blocks, "Request codes");
  expect(rows.map(([subscribe]) => subscribe)).toEqual(["15", "17", "21", "12"]);
  for (const [subscribe = "", leave = "", what = ""] of rows) {
    const socket = await connect(blocks);
    if (leave === "") {
      socket.send({ RequestCode: Number(subscribe) });
      expect(await socket.closed, what).toBe(1000);
      continue;
    }
    const seen = (packetName: string, id: string) =>
      socket.got.filter(
        (packet) => packet[0] === known.get(packetName)?.code && packet.readUInt32LE(4) === Number(id),
      ).length;
    const [, main = ""] = /^(Ticker|Quote|Full)/.exec(what) ?? [];
    socket.send({ RequestCode: Number(subscribe), ...list("NSE_EQ", "1333") });
    socket.send({ RequestCode: Number(subscribe), ...list("NSE_FNO", contract) });
    await until(
      async () => seen(main, "1333"),
      (count) => count > 1,
      WITHIN_MS,
    );
    expect(seen("Previous close", "1333"), "once").toBe(1);
    if (what.includes("open interest")) {
      await until(
        async () => seen("Open interest", contract),
        (count) => count > 0,
        WITHIN_MS,
      );
      expect(seen("Open interest", "1333"), "for derivatives").toBe(0);
    }
    socket.send({ RequestCode: Number(leave), ...list("NSE_EQ", "1333") });
    socket.send({ RequestCode: Number(subscribe), ...list("NSE_EQ", "11536") });
    await until(
      async () => seen(main, "11536"),
      (count) => count > 0,
      WITHIN_MS,
    );
    const before = [seen(main, "1333"), seen(main, "11536")] as const;
    await until(
      async () => seen(main, "11536"),
      (count) => count > before[1] + 2,
      WITHIN_MS,
    );
    expect(seen(main, "1333"), `left with ${leave}`).toBe(before[0]);
    socket.close();
  }
});

it("packets decoded with the documented tables equal the instrument's quote", {
  timeout: 60_000,
}, async () => {
  const blocks = await readDocs(site, "live-market-feed");
  const known = packetsOf(blocks);
  const header = rowsIn(blocks, "Header of every packet");
  const socket = await connect(blocks);
  const contract = (await client.send("get", "/instrument/NSE_FNO")).text.split("\n")[1]?.split(",")[2] ?? "";
  for (const code of [15, 17, 21]) socket.send({ RequestCode: code, ...list("NSE_EQ", "1333") });
  socket.send({ RequestCode: 17, ...list("NSE_FNO", contract) });
  const packetOf = async (name: string, id: number): Promise<Record<string, number>> => {
    const { code, bytes } = known.get(name) ?? { code: -1, bytes: 0 };
    const [packet] = await until(
      async () => socket.got.filter((one) => one[0] === code && one.readUInt32LE(4) === id),
      (found) => found.length > 0,
      WITHIN_MS,
    );
    if (packet === undefined) throw new Error(name);
    expect([name, packet.byteLength]).toEqual([name, bytes]);
    const head = decoded(packet, header);
    expect(head).toMatchObject({
      "Response code": code,
      "Length of the complete packet in bytes": bytes,
      "Security id": id,
    });
    const table = blocks.find((block) => block.kind === "table" && block.caption === `${name} packet`);
    return { ...head, ...(table?.kind === "table" ? decoded(packet, table.rows) : {}) };
  };
  const share = Number("1333");
  const quote = (await client.send("post", "/marketfeed/quote", { NSE_EQ: [share] })).body.data.NSE_EQ[
    "1333"
  ];
  const near = (value: number | undefined, of: number) =>
    expect(Math.abs((value ?? Number.NaN) / of - 1)).toBeLessThan(0.02);
  const ticker = await packetOf("Ticker", share);
  near(ticker["Last traded price"], quote.last_price);
  const closeBefore = (await packetOf("Previous close", share))["Previous close"] ?? 0;
  for (const name of ["Quote", "Full"]) {
    const packet = await packetOf(name, share);
    near(packet["Last traded price"], quote.last_price);
    near(packet["Average price of the day"], quote.average_price);
    near(packet["Open of the day"], quote.ohlc.open);
    near(packet["High of the day"], quote.ohlc.high);
    near(packet["Low of the day"], quote.ohlc.low);
    expect(packet["Previous close"]).toBe(closeBefore);
    expect(packet["Volume of the day"]).toBeGreaterThan(0);
    for (const side of ["Units offered", "Units bid for"]) expect(packet[side]).toBeGreaterThan(0);
  }
  const full = socket.got.find((one) => one[0] === known.get("Full")?.code);
  const levels = rowsIn(blocks, "One level");
  const layoutMatch = /From byte (\d+) on, the packet has (\d+) levels of (\d+) bytes/.exec(
    (await site.get("/docs/v2/live-market-feed.md")).text,
  );
  const [start = 0, count = 0, bytes = 0] = (layoutMatch ?? []).slice(1).map(Number);
  expect(start + count * bytes).toBe(known.get("Full")?.bytes);
  const rows = Array.from({ length: count }, (_, row) =>
    decoded(full ?? Buffer.alloc(0), levels, start + row * bytes),
  );
  near(rows[0]?.["Bid of this level"], quote.depth.buy[0].price);
  near(rows[0]?.["Offer of this level"], quote.depth.sell[0].price);
  for (let row = 1; row < rows.length; row += 1) {
    expect(rows[row]?.["Bid of this level"]).toBeLessThan(rows[row - 1]?.["Bid of this level"] ?? 0);
    expect(rows[row]?.["Offer of this level"]).toBeGreaterThan(rows[row - 1]?.["Offer of this level"] ?? 0);
  }
  const interest = await packetOf("Open interest", Number(contract));
  const derivative = (await client.send("post", "/marketfeed/quote", { NSE_FNO: [Number(contract)] })).body
    .data.NSE_FNO[contract];
  near(interest["Open interest"], derivative.oi);
  // The reason of a refused login is a code of the errors page.
  const [address = ""] = codeIn(blocks, "Connect", "text");
  const refused = await openSocket(filled(address).replace(client.account.accessToken, "made-up"));
  await refused.closed;
  const [disconnect] = refused.got;
  expect(decoded(disconnect ?? Buffer.alloc(0), header)).toMatchObject({
    "Response code": known.get("Disconnect")?.code,
    "Length of the complete packet in bytes": known.get("Disconnect")?.bytes,
  });
  const [reason] = Object.values(decoded(disconnect ?? Buffer.alloc(0), rowsIn(blocks, "Disconnect packet")));
  const codes = rowsIn(await readDocs(site, "errors"), "Codes of quotes, option chains and sockets").map(
    ([code]) => code,
  );
  expect(codes).toContain(String(reason));
  // The annexure lists the same packets.
  const feedCodes = rowsIn(await readDocs(site, "annexure"), "Feed response codes");
  for (const [name, { code, bytes: length }] of known)
    expect(feedCodes).toContainEqual([String(code), `${name}, ${length} bytes`]);
  await depthPackets("20-market-depth", (depth) => depth["20 levels"] !== undefined);
  await depthPackets("200-market-depth", (depth, rowCount) => depth["20 levels"] === rowCount);
});

/**
 * Decodes the bid and ask packets of a depth message with the page's tables. `isAnnounced` checks the other fields of
 * the header.
 */
async function depthPackets(
  page: string,
  isAnnounced: (header: Record<string, number>, rowCount: number) => boolean,
): Promise<void> {
  const blocks = await readDocs(site, page);
  const header = rowsIn(blocks, "Header");
  const row = rowsIn(blocks, "One row");
  const twin = (await site.get(`/docs/v2/${page}.md`)).text;
  const [bid = 0, ask = 0] = [...twin.matchAll(/\(code (\d+)\)/g)].map(([, code]) => Number(code));
  const [headerBytes = 0] = [...twin.matchAll(/header of (\d+) bytes/g)].map(([, bytes]) => Number(bytes));
  const rowBytes = row.reduce((sum, [, , bytes]) => sum + Number(bytes), 0);
  const socket = await connect(blocks);
  socket.send(codeIn(blocks, "Subscribe", "json")[0] ?? "");
  const [message] = await until(
    async () => socket.got,
    (got) => got.length > 0,
    WITHIN_MS,
  );
  socket.close();
  const quote = (await client.send("post", "/marketfeed/quote", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"];
  let at = 0;
  for (const [code, best] of [
    [bid, quote.depth.buy[0].price],
    [ask, quote.depth.sell[0].price],
  ] as const) {
    const head = decoded(message ?? Buffer.alloc(0), header, at);
    expect(head).toMatchObject({ "Response code": code, "Security id": 1333 });
    const length = head["Length of the complete packet in bytes"] ?? 0;
    const rowCount = (length - headerBytes) / rowBytes;
    expect([page, rowCount > 19, isAnnounced(head, rowCount)]).toEqual([page, true, true]);
    const first = decoded(message ?? Buffer.alloc(0), row, at + headerBytes);
    expect(Math.abs((first["Price of this level"] ?? Number.NaN) / best - 1)).toBeLessThan(0.02);
    expect(first["Units at this level"]).toBeGreaterThan(0);
    expect(first["Orders at this level"]).toBeGreaterThan(0);
    at += length;
  }
  expect(at).toBe(message?.byteLength);
}

it("the order-update socket accepts the login and sends the documented message", {
  timeout: 30_000,
}, async () => {
  const blocks = await readDocs(site, "order-update");
  const socket = await connect(blocks, "Connect and log in");
  const [login = ""] = codeIn(blocks, "Connect and log in", "json");
  socket.send(filled(login));
  // The server does not respond to the login, so orders are placed until an update arrives.
  await until(
    async () => {
      await client.place({ quantity: 1, correlationId: undefined });
      return socket.got.length;
    },
    (count) => count > 0,
    WITHIN_MS,
  );
  const message = JSON.parse(String(socket.got[0]));
  const [shown = ""] = codeIn(blocks, "Messages", "json");
  const example = JSON.parse(shown);
  expect(message.Type).toBe(example.Type);
  for (const key of Object.keys(example.Data)) if (key !== "…") expect(message.Data).toHaveProperty(key);
  const rows = rowsIn(blocks, "Fields of Data");
  const types: Record<string, string> = { string: "string", number: "number", integer: "number" };
  for (const [name = "", type = ""] of rows) {
    const second = `${name[0]?.toLowerCase()}${name.slice(1)}`;
    expect([name, typeof message.Data[name]]).toEqual([name, types[type]]);
    expect(message.Data[second], second).toEqual(message.Data[name]);
  }
  expect(Object.keys(message.Data)).toHaveLength(2 * rows.length);
});

// Requesting five thousand instruments would take half a minute. server/sandbox/exchange/feeds/feed-server.test.ts
// tests the rejection above a smaller limit; this test only checks the documented number.
it("each documented limit of sockets is enforced with the documented close code", {
  timeout: 60_000,
}, async () => {
  const rows = rowsIn(await readDocs(site, "rate-limits"), "Limits of the sockets");
  const limitTexts = new Map(rows.map(([name = "", limit = ""]) => [name, limit]));
  const limitOf = (name: string, what: string) => {
    const [, digits = ""] = new RegExp(`([\\d,]+) ${what}`).exec(limitTexts.get(name) ?? "") ?? [];
    return Number(digits.replaceAll(",", ""));
  };
  const csv = (await client.send("get", "/instrument/NSE_FNO")).text.trim().split("\n").slice(1);
  const ids = csv.map((line) => line.split(",")[2] ?? "");
  const instrumentList = (from: number, count: number) => ({
    InstrumentCount: count,
    InstrumentList: ids
      .slice(from, from + count)
      .map((SecurityId) => ({ ExchangeSegment: "NSE_FNO", SecurityId })),
  });
  const tried: string[] = [];
  for (const [name, page, code] of [
    ["Live market feed", "live-market-feed", 15],
    ["20 market depth", "20-market-depth", 23],
    ["200 market depth", "200-market-depth", 23],
  ] as const) {
    tried.push(name);
    const blocks = await readDocs(site, page);
    const isFeed = page === "live-market-feed";
    /** Returns the reason from the last message. */
    const reasonOf = async (socket: OpenSocket) => {
      await socket.closed;
      const last = socket.got.at(-1) ?? Buffer.alloc(0);
      return isFeed ? last.readUInt16LE(8) : last.readUInt32LE(8);
    };
    const instruments = limitOf(name, "instruments? a connection");
    const aMessage = isFeed ? limitOf(name, "a message") : instruments;
    if (isFeed) expect(instruments).toBe(FEED_LIMITS.instrumentsPerConnection);
    else {
      const full = await connect(blocks);
      full.send({ RequestCode: code, ...instrumentList(0, instruments) });
      await until(
        async () => full.got.length,
        (count) => count > 0,
        WITHIN_MS,
      );
      full.send({ RequestCode: code, ...instrumentList(instruments, 1) });
      expect([name, await reasonOf(full)]).toEqual([name, 804]);
    }
    const many = await connect(blocks);
    many.send({ RequestCode: code, ...instrumentList(0, aMessage + 1) });
    expect([name, await reasonOf(many)]).toEqual([name, 804]);
    const open: OpenSocket[] = [];
    for (let count = 0; count < limitOf(name, "connections a client"); count += 1)
      open.push(await connect(blocks));
    const others = open.slice(1).map((socket) => socket.closed.then(() => "closed"));
    await connect(blocks);
    const [oldest] = open;
    if (oldest === undefined) throw new Error(name);
    expect([name, await reasonOf(oldest)]).toEqual([name, 805]);
    expect(await Promise.race([...others, Promise.resolve("open")])).toBe("open");
  }
  tried.push("Order update");
  const blocks = await readDocs(site, "order-update");
  const [login = ""] = codeIn(blocks, "Connect and log in", "json");
  const updates: OpenSocket[] = [];
  for (let count = 0; count <= limitOf("Order update", "connections a client"); count += 1) {
    const socket = await connect(blocks, "Connect and log in");
    socket.send(filled(login));
    updates.push(socket);
  }
  const [oldest, ...others] = updates;
  expect(await oldest?.closed).toBe(1008);
  await until(
    async () => {
      await client.place({ quantity: 1, correlationId: undefined });
      return others.every(({ got }) => got.length > 0);
    },
    (haveUpdates) => haveUpdates,
    WITHIN_MS,
  );
  expect([...limitTexts.keys()]).toEqual(tried);
});
