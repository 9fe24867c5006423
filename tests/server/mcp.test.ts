// Tests the MCP endpoint with the SDK's client over HTTP: its tools, the required confirmation of trades,
// accepted tokens, and its log lines.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, rowsIn } from "../support/docs-blocks.ts";
import { MADE_WITHIN_MS, startSiteWithRecords } from "../support/made-records.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, send, until } from "../support/site.ts";
import { type Account, TradingClient } from "../support/trading-client.ts";

const PATH = "/sandbox/mcp";
const SHARE = { exchangeSegment: "NSE_EQ", securityId: "1333" };
const BUY = { ...SHARE, transactionType: "BUY", productType: "INTRADAY", orderType: "MARKET", quantity: 5 };

let site: Site;
let client: TradingClient;
const open: Client[] = [];

beforeAll(async () => {
  site = await startSiteWithRecords();
  client = await TradingClient.open(`${site.origin}/sandbox`);
}, MADE_WITHIN_MS);
afterAll(async () => {
  for (const one of open) await one.close();
  await site?.stop();
});

async function assistant(account: Account = client.account): Promise<Client> {
  const made = new Client({ name: "tests", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  // The user of this program accepts every prompt.
  made.setRequestHandler(ElicitRequestSchema, async () => ({ action: "accept", content: { approve: true } }));
  const transport = new StreamableHTTPClientTransport(new URL(`${site.origin}${PATH}`), {
    requestInit: { headers: { Authorization: `Bearer ${account.accessToken}` } },
  });
  // The SDK's class declares an optional session id differently from its interface.
  await made.connect(transport as Parameters<Client["connect"]>[0]);
  open.push(made);
  return made;
}

type Result = {
  isError?: boolean;
  content: { type: string; text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: the tests inspect the parsed answers
  structuredContent?: any;
};
async function call(one: Client, name: string, input: object = {}): Promise<Result> {
  return (await one.callTool({ name, arguments: input as Record<string, unknown> })) as Result;
}
/** Returns the structured result of a successful call. */
async function answer(one: Client, name: string, input: object = {}) {
  const result = await call(one, name, input);
  expect(result.isError, `${name}: ${result.content[0]?.text}`).not.toBe(true);
  expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
  return result.structuredContent;
}
async function refusal(one: Client, name: string, input: object): Promise<string> {
  const result = await call(one, name, input);
  expect(result.isError, `${name} went through`).toBe(true);
  return result.content[0]?.text ?? "";
}

describe("the contents of the endpoint", () => {
  it("include tools with schemas, and mark trading tools as destructive", async () => {
    const { tools } = await (await assistant()).listTools();
    expect(tools.length).toBeGreaterThan(22);
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(20);
      expect(tool.inputSchema.type, tool.name).toBe("object");
      expect(tool.outputSchema?.type, tool.name).toBe("object");
      expect(tool.annotations?.title, tool.name).toBe(tool.title);
      expect(typeof tool.annotations?.readOnlyHint, tool.name).toBe("boolean");
    }
    const trading = tools.filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(trading.map(({ name }) => name)).toEqual([
      "place_order",
      "modify_order",
      "cancel_order",
      "square_off",
    ]);
    for (const { inputSchema } of trading)
      expect(inputSchema.required).toEqual(["confirmationId", "summary"]);
  });

  it("include every documentation page and the OpenAPI file as resources", async () => {
    const one = await assistant();
    const { resources } = await one.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain(`${site.origin}/docs/v2/openapi.json`);
    expect(uris).toContain(`${site.origin}/docs/v2/orders.md`);
    for (const { uri } of resources) {
      const { contents } = await one.readResource({ uri });
      const [first] = contents;
      const text = first !== undefined && "text" in first ? String(first.text) : "";
      expect(text.length, uri).toBeGreaterThan(200);
      expect(text, uri).toBe((await site.get(new URL(uri).pathname)).text);
    }
  });
});

describe("the documentation page", () => {
  it("contains the endpoint's address in each configuration, and every tool", async () => {
    const twin = (await site.get("/docs/v2/assistants.md")).text;
    const blocks = [...twin.matchAll(/```json\n(.*?)\n```/gs)].map(([, words = ""]) => JSON.parse(words));
    const url = `${site.origin}${PATH}`;
    expect(blocks[0].mcpServers["trading-sandbox"].url).toBe(url);
    expect(blocks[1].servers["trading-sandbox"]).toMatchObject({ type: "http", url });
    expect(twin).toContain(`claude mcp add --transport http trading-sandbox ${url} `);
    const needs = rowsIn(blocksOf("assistants", twin), "Tools and their scopes");
    const { tools } = await (await assistant()).listTools();
    for (const { name, annotations } of tools) {
      const row = needs.find(([names = ""]) => names.split(", ").includes(name));
      expect([name, row?.[2]]).toEqual([name, annotations?.destructiveHint === true ? "trade" : "read"]);
    }
  });
});

describe("read-only tools", () => {
  it("return algos with the records that their disclosure level allows", async () => {
    const one = await assistant();
    const found = await answer(one, "search_algos", { capitalRupees: 200_000, limit: 5 });
    expect(found.algos).toHaveLength(5);
    for (const algo of found.algos) expect(algo.minAmountRupees).toBeLessThanOrEqual(200_000);
    const [algo] = found.algos;
    expect((await site.get(new URL(algo.page).pathname)).status).toBe(200);
    expect((await answer(one, "get_algo", { id: algo.id })).algo.whatCouldGoWrong.length).toBeGreaterThan(1);
    // Records are shown as to a signed-out user: verified live records, but no records on request.
    const bases = new Set<boolean>();
    for (const { id } of (await answer(one, "search_algos", { limit: 25 })).algos) {
      const { disclosureBasis } = (await answer(one, "get_algo", { id })).algo;
      if (disclosureBasis === "verified") continue;
      const record = await answer(one, "get_algo_evidence", { id });
      bases.add(record.shown);
      expect([id, record.shown], disclosureBasis).toEqual([id, disclosureBasis === "backtest"]);
      if (!record.shown) expect(record.explanation.length).toBeGreaterThan(20);
    }
    expect([...bases].sort()).toEqual([false, true]);
    expect(await refusal(one, "get_algo", { id: "no-such-algo" })).toContain("search_algos");
  });

  it("return documentation and error codes", async () => {
    const one = await assistant();
    const { hits } = await answer(one, "search_docs", { query: "correlationId" });
    expect(hits.length).toBeGreaterThan(0);
    expect((await answer(one, "read_docs", { page: "orders" })).markdown).toContain("POST /orders");
    expect((await answer(one, "explain_error", { code: "dh-905" })).error.fix.length).toBeGreaterThan(5);
    expect(await refusal(one, "read_docs", { page: "nothing" })).toContain("search_docs");
  });

  it("return instruments, quotes, candles and option chains", async () => {
    const one = await assistant();
    const { instruments } = await answer(one, "find_instrument", { text: "hdfcbank" });
    expect(instruments[0]).toMatchObject({ ...SHARE, symbol: "HDFCBANK", kind: "EQUITY" });
    const { quotes } = await answer(one, "get_quotes", { instruments: [SHARE], depth: true });
    expect(quotes[0].last_price).toBeGreaterThan(0);
    expect(quotes[0].depth.buy).toHaveLength(5);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const { bars } = await answer(one, "get_candles", {
      ...SHARE,
      kind: "EQUITY",
      from: day(20),
      to: day(0),
    });
    expect(bars.length).toBeGreaterThan(5);
    const index = { underlyingSegment: "IDX_I", underlyingId: "13" };
    const { expiries } = await answer(one, "list_expiries", index);
    const chain = await answer(one, "get_option_chain", {
      ...index,
      expiry: expiries[0],
      strikesEachSide: 3,
    });
    expect(chain.strikes).toHaveLength(7);
    expect(chain.strikes[0].strike).toBeLessThan(chain.underlyingPrice);
    expect(chain.strikes[6].strike).toBeGreaterThan(chain.underlyingPrice);
  });
});

describe("trading tools", () => {
  it("preview a trade with costs, place the confirmed order, and close the position", async () => {
    const one = await assistant();
    const preview = await answer(one, "preview_order", BUY);
    expect(preview.summary).toMatch(/^BUY 5 HDFCBANK \(NSE_EQ 1333\) MARKET at market, INTRADAY, DAY$/);
    expect(preview.margin.totalMargin).toBeGreaterThan(0);
    // The charges are listed once and are not repeated in the margin.
    expect(Object.keys(preview.margin).filter((name) => /brokerage|charge/i.test(name))).toEqual([]);
    const { total, ...lines } = preview.charges;
    expect(Object.keys(lines)).toEqual(expect.arrayContaining(["brokerage", "stampDuty", "gst"]));
    expect(Object.values(lines as Record<string, number>).reduce((sum, line) => sum + line, 0)).toBeCloseTo(
      total,
      2,
    );
    expect((await answer(one, "list_orders")).total, "a preview sends nothing").toBe(0);

    const confirmed = { confirmationId: preview.confirmationId, summary: preview.summary };
    const placed = (await answer(one, "place_order", confirmed)).results[0];
    const { order } = await answer(one, "get_order", { orderId: placed.orderId });
    expect(order).toMatchObject({ quantity: 5, correlationId: placed.correlationId });
    expect(await refusal(one, "place_order", confirmed), "once").toContain("was used already");
    expect((await answer(one, "list_orders")).total).toBe(1);

    const closing = await answer(one, "preview_square_off", SHARE);
    expect(closing.summary).toContain("SELL 5 HDFCBANK");
    expect(closing.next).toContain("the summary and the costs");
    expect(closing.valueRupees).toBeGreaterThan(0);
    // A sale has the charges from the preview of the same order.
    const sale = await answer(one, "preview_order", { ...BUY, transactionType: "SELL" });
    expect(sale.margin.totalMargin).toBe(0);
    expect(sale.margin.releasedMargin).toBeGreaterThan(0);
    expect(Object.keys(closing.charges).sort()).toEqual(Object.keys(sale.charges).sort());
    expect(closing.charges.total / sale.charges.total).toBeCloseTo(1, 1);
    await answer(one, "square_off", { confirmationId: closing.confirmationId, summary: closing.summary });
    await until(
      () => answer(one, "get_positions"),
      ({ positions }) => positions[0].netQty === 0,
      10_000,
    );
  });

  it("change and cancel a pending order after a preview", async () => {
    const one = await assistant();
    const { quotes } = await answer(one, "get_quotes", { instruments: [SHARE] });
    const low = Math.floor(quotes[0].last_price * 0.92);
    const preview = await answer(one, "preview_order", { ...BUY, orderType: "LIMIT", price: low });
    const placed = await answer(one, "place_order", {
      confirmationId: preview.confirmationId,
      summary: preview.summary,
    });
    const { orderId } = placed.results[0];
    const change = await answer(one, "preview_modify_order", { orderId, quantity: 4 });
    expect(change.summary).toMatch(new RegExp(`^Change order ${orderId} to: BUY 4 HDFCBANK`));
    await answer(one, "modify_order", { confirmationId: change.confirmationId, summary: change.summary });
    expect((await answer(one, "get_order", { orderId })).order).toMatchObject({ quantity: 4, price: low });
    const cancel = await answer(one, "preview_cancel_order", { orderId });
    expect([cancel.charges, cancel.next]).toEqual([undefined, expect.not.stringContaining("costs")]);
    await answer(one, "cancel_order", { confirmationId: cancel.confirmationId, summary: cancel.summary });
    expect((await answer(one, "get_order", { orderId })).order.orderStatus).toBe("CANCELLED");
    expect(await refusal(one, "preview_cancel_order", { orderId })).toContain("CANCELLED");
  });

  it("execute only the previewed trade, and refuse other fields, actions or clients", async () => {
    const one = await assistant();
    const { summary, confirmationId } = await answer(one, "preview_order", BUY);
    const before = (await answer(one, "list_orders")).total;
    expect(
      await refusal(one, "place_order", { confirmationId, summary: summary.replace("5", "500") }),
    ).toContain(summary);
    expect(await refusal(one, "square_off", { confirmationId, summary })).toContain("Unknown preview");
    const other = await assistant((await TradingClient.open(`${site.origin}/sandbox`)).account);
    expect(await refusal(other, "place_order", { confirmationId, summary })).toContain("Unknown preview");
    expect((await answer(one, "list_orders")).total).toBe(before);
  });

  it("reject forbidden and impossible orders with a message", async () => {
    const one = await assistant();
    expect(await refusal(one, "preview_order", { ...BUY, quantity: 5_000 })).toContain(
      "must not exceed ₹10,00,000",
    );
    expect(await refusal(one, "preview_order", { ...BUY, orderType: "LIMIT" })).toContain(
      "must have a price",
    );
    expect(await refusal(one, "preview_order", { ...BUY, securityId: "999999999" })).toContain(
      "find_instrument",
    );
    expect(
      await refusal(one, "preview_square_off", { exchangeSegment: "NSE_EQ", securityId: "11536" }),
    ).toContain("No open position");
  });

  it("allow each client ten trades per minute", async () => {
    const one = await assistant((await TradingClient.open(`${site.origin}/sandbox`)).account);
    for (let nth = 0; nth < 10; nth += 1)
      expect(await refusal(one, "place_order", { confirmationId: "x", summary: "x" })).toContain(
        "Unknown preview",
      );
    expect(await refusal(one, "place_order", { confirmationId: "x", summary: "x" })).toMatch(
      /^More than 10 trades a minute\. Wait \d+ seconds\.$/,
    );
    expect((await answer(one, "get_funds")).funds.availabelBalance).toBeGreaterThan(0);
  });
});

describe("access to the endpoint", () => {
  const INITIALIZE = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tests", version: "1" } },
  });
  const post = (headers: Record<string, string>, body = INITIALIZE, method = "POST", path = PATH) =>
    send(site.port, {
      method,
      path,
      body,
      headers: {
        host: `127.0.0.1:${site.port}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    });
  const token = () => ({ authorization: `Bearer ${client.account.accessToken}` });

  it("requires a valid token in a header", async () => {
    expect((await post(token())).status).toBe(200);
    expect((await post({ "access-token": client.account.accessToken })).status).toBe(200);
    const without = await post({});
    expect([without.status, without.headers["www-authenticate"]]).toEqual([
      401,
      `Bearer realm="${site.origin}${PATH}", resource_metadata="${site.origin}/.well-known/oauth-protected-resource${PATH}"`,
    ]);
    expect((await post({ authorization: "Bearer made-up" })).status).toBe(401);
    const inAddress = `${PATH}?token=${client.account.accessToken}&access-token=${client.account.accessToken}`;
    expect((await post({}, INITIALIZE, "POST", inAddress)).status).toBe(401);
  });

  it("a read-only token gives access to previews but not to trading tools", async () => {
    const { account } = await TradingClient.open(`${site.origin}/sandbox`);
    const reader = new TestUser(site);
    await reader.submit("/sandbox/portal/sign-in", { way: "token", token: account.accessToken });
    const made = await reader.submit("/sandbox/portal/tokens", {
      intent: "make",
      scope: "read",
      ...TradingClient.codes(account),
    });
    const accessToken = /<dd[^>]*>(?:<[^>]+>)*([\w-]{60,})/.exec(made.text)?.[1] ?? "";
    const one = await assistant({ ...account, accessToken });
    const { tools } = await one.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    const { confirmationId, summary } = await answer(one, "preview_order", BUY);
    expect(await refusal(one, "place_order", { confirmationId, summary })).toContain("place_order");
    expect((await answer(one, "list_orders")).total).toBe(0);
  });

  it("is refused with 403 for other origins and 421 for other host names", async () => {
    expect((await post({ ...token(), origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await post({ ...token(), "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ ...token(), host: "rebound.example" })).status).toBe(421);
    expect((await post({ ...token(), origin: site.origin })).status).toBe(200);
  });

  it("large bodies get 413, invalid JSON 400 and other methods 405", async () => {
    expect((await post(token(), "x".repeat(300_000))).status).toBe(413);
    expect((await post(token(), "not json")).status).toBe(400);
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answered = await post(token(), "", method);
      expect([answered.status, answered.headers.allow]).toEqual([405, "POST"]);
    }
  });

  it("batches of 100 reads get 400, while pages are still served", async () => {
    const batch = JSON.stringify(
      Array.from({ length: 100 }, (_, id) => ({
        jsonrpc: "2.0",
        id,
        method: "resources/read",
        params: { uri: `${site.origin}/docs/v2/openapi.json` },
      })),
    );
    const floodRequests = Array.from({ length: 4 }, () => post(token(), batch));
    const startedAt = performance.now();
    expect((await site.get("/healthz")).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    for (const answered of await Promise.all(floodRequests)) {
      expect(answered.status).toBe(400);
      expect(JSON.parse(answered.text)).toMatchObject({ id: null, error: { code: -32_600 } });
    }
  });

  it("each tool call is logged as one line, without the token", async () => {
    const lines = site.log.filter(({ msg }) => msg === "assistant call");
    expect(lines.find(({ tool, outcome }) => tool === "place_order" && outcome === "ok")).toMatchObject({
      clientId: client.account.dhanClientId,
      arguments: expect.stringContaining("BUY 5 HDFCBANK"),
    });
    expect(
      lines.some(({ outcome, detail }) => outcome === "refused" && String(detail).includes("₹10,00,000")),
    ).toBe(true);
    expect(lines.filter(({ outcome }) => outcome === "failed")).toEqual([]);
    expect(JSON.stringify(site.log)).not.toContain(client.account.accessToken);
  });
});
