// The Python client as installed from the site, with every installed Python that has httpx: sync and async calls,
// sockets, models, data frames and retries.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeIn, readDocs } from "../support/docs-blocks.ts";
import { pythonWithoutIndex } from "../support/python-install.ts";
import { type Site, startSite } from "../support/site.ts";
import { ensurePythons, type Python } from "../support/system-tools.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const CLIENTS = "/docs/v2/clients";
const PYTHONS = ensurePythons();
const BEGIN = `import json, os
from trading_api_client import *
from trading_api_client import TradingApiError, TradingClient, AsyncTradingClient, StreamError, to_json
BASE_URL, ACCESS_TOKEN, CLIENT_ID = (os.environ[name] for name in ("BASE_URL", "ACCESS_TOKEN", "CLIENT_ID"))
ORDER = PlaceOrder(transaction_type="BUY", exchange_segment="NSE_EQ", product_type="INTRADAY", order_type="MARKET", validity="DAY", security_id="1333", quantity=5)
`;

let site: Site;
let folder: string;
beforeAll(async () => {
  site = await startSite();
  folder = mkdtempSync(join(tmpdir(), "python-client-"));
  const [, wheel = ""] = /(python\/\S+\.whl)/.exec((await site.get(`${CLIENTS}/SHA256SUMS.txt`)).text) ?? [];
  const archive = join(folder, "client.whl");
  writeFileSync(archive, (await site.get(`${CLIENTS}/${wheel}`)).body);
  const [python] = PYTHONS;
  if (python !== undefined)
    await run(python.command, ["-m", "zipfile", "-e", archive, join(folder, "installed")]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site?.stop();
});

it.skipIf(PYTHONS.length > 0)(
  "the Python client was not tested, because httpx or websockets is missing",
  () => {},
);

/** Runs a program with a new account and returns the JSON that it printed. */
async function program({ command, path }: Python, source: string, env: Record<string, string> = {}) {
  const { account } = await TradingClient.open(`${site.origin}/sandbox`);
  const file = join(folder, `program-${Math.random().toString(36).slice(2)}.py`);
  writeFileSync(file, `${BEGIN}${source}`);
  const { stdout } = await run(command, [file], {
    timeout: 60_000,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      PYTHONPATH: [join(folder, "installed"), path].filter(Boolean).join(":"),
      BASE_URL: `${site.origin}/sandbox/v2`,
      ACCESS_TOKEN: account.accessToken,
      CLIENT_ID: account.dhanClientId,
      ...env,
    },
  });
  return JSON.parse(stdout);
}

describe.each(PYTHONS.map((python) => [python.version, python] as const))("Python %s", (_, python) => {
  it("places, modifies and cancels orders, and receives their updates", { timeout: 120_000 }, async () => {
    const seen = await program(
      python,
      `with TradingClient(BASE_URL, ACCESS_TOKEN, CLIENT_ID) as client:
    placed = last = None
    for update in client.order_updates():
        if update["kind"] == "connected":
            placed = client.place_order_once(ORDER)
        elif update["order"]["Status"] == "TRADED":
            last = update["order"]
            break
    price = client.quote_ltp({"NSE_EQ": ["1333"]}).data["NSE_EQ"]["1333"].last_price
    low = float(int(price * 0.92))
    pending = client.place_order({**ORDER.to_wire(), "orderType": "LIMIT", "price": low})
    client.modify_order(pending.order_id, ModifyOrder(order_type="LIMIT", quantity=4, price=low, validity="DAY"))
    order = client.get_order(pending.order_id)
    client.cancel_order(pending.order_id)
    newest = client.list_orders(limit=1)
    older = client.list_orders(limit=1, cursor=newest.next_cursor)
    pages = [newest[0].order_id == pending.order_id, older[0].order_id == placed.order_id]
    try:
        client.place_order({**ORDER.to_wire(), "quantity": -1})
    except TradingApiError as fault:
        refused = [fault.status, fault.code, fault.is_outcome_unknown]
    print(json.dumps({"placed": placed.order_id, "last": last["OrderNo"], "kind": type(order).__name__, "quantity": order.quantity, "low": order.price == low, "wire": order.to_wire()["orderId"] == order.order_id, "net": client.list_positions()[0].net_qty, "pages": pages, "refused": refused}))`,
    );
    expect(seen).toEqual({
      placed: expect.stringMatching(/^\d+$/),
      last: seen.placed,
      kind: "OrderRecord",
      quantity: 4,
      low: true,
      wire: true,
      net: 5,
      pages: [true, true],
      refused: [400, "DH-905", false],
    });
  });

  it("receives prices and depth, and raises StreamError 809 for an invalid token", {
    timeout: 120_000,
  }, async () => {
    const seen = await program(
      python,
      `import asyncio
share = [("NSE_EQ", "1333")]
client = TradingClient(BASE_URL, ACCESS_TOKEN, CLIENT_ID)
packet = next(one for one in client.market_feed("full", share) if one["kind"] == "full")
bid = next(one for one in client.depth_feed(share) if one["kind"] == "bid")
deep = [one for one, _ in zip((one for one in client.full_depth_feed("NSE_EQ", "1333") if one["kind"] != "connected"), range(2))]
try:
    next(one for one in TradingClient(BASE_URL, "made-up", CLIENT_ID).market_feed("full", share) if one["kind"] == "full")
except StreamError as fault:
    refused = fault.code

async def main():
    async with AsyncTradingClient(BASE_URL, ACCESS_TOKEN, CLIENT_ID) as client:
        orders, funds = await asyncio.gather(client.list_orders(), client.get_fund_limit())
        placed = await client.place_order_once(ORDER)
        async for one in client.market_feed("ticker", share):
            if one["kind"] == "ticker":
                break
        return {"orders": len(orders), "funds": funds.availabel_balance > 0, "placed": placed.order_id, "ticker": one["lastPrice"]}

print(json.dumps({"packet": packet, "bid": bid, "deep": [[one["kind"], one["sequence"], len(one["rows"])] for one in deep], "refused": refused, "later": asyncio.run(main())}))`,
    );
    expect(seen.packet.levels).toHaveLength(5);
    expect([seen.bid.securityId, seen.bid.rows.length]).toEqual(["1333", 20]);
    expect(seen.deep).toEqual([
      ["bid", 200, 200],
      ["ask", 200, 200],
    ]);
    expect(seen.refused).toBe(809);
    expect(seen.later).toMatchObject({ orders: 0, funds: true, placed: expect.stringMatching(/^\d+$/) });
    expect(Math.abs(seen.later.ticker / seen.packet.lastPrice - 1)).toBeLessThan(0.05);
  });

  it.each([
    [
      "sync",
      `client = TradingClient(BASE_URL, "t", "c")
print(json.dumps([len(client.list_orders()) for _ in range(5)]))`,
    ],
    [
      "async",
      `import asyncio
async def main():
    async with AsyncTradingClient(BASE_URL, "t", "c") as client:
        return [len(await client.list_orders()) for _ in range(5)]
print(json.dumps(asyncio.run(main())))`,
    ],
  ])("reuses a single connection for five %s calls", { timeout: 60_000 }, async (_kind, code) => {
    const ports = new Set<number | undefined>();
    const server = createServer((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const seen = await program(python, code, { BASE_URL: `http://127.0.0.1:${port}/v2` });
    server.close();
    expect([seen, ports.size]).toEqual([[0, 0, 0, 0, 0], 1]);
  });

  it("makes calls without the websockets package, and raises ImportError for a feed", {
    timeout: 60_000,
  }, async () => {
    const seen = await program(
      python,
      `import sys
sys.modules["websockets"] = None
client = TradingClient(BASE_URL, ACCESS_TOKEN, CLIENT_ID)
orders = len(client.list_orders())
try:
    next(iter(client.market_feed("full", [("NSE_EQ", "1333")])))
except ImportError as fault:
    reason = str(fault)
print(json.dumps([orders, reason]))`,
    );
    expect(seen).toEqual([expect.any(Number), expect.stringContaining("[sockets]")]);
  });

  it("waits for Retry-After, and looks up an order before it sends the order again", {
    timeout: 60_000,
  }, async () => {
    const requests: string[] = [];
    const keys: unknown[] = [];
    const answers = ["429", "ok", "cut", "none", "ok"];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${(request.url ?? "").replace(/external\/.*/, "external/id")}`);
      keys.push(request.headers["idempotency-key"]);
      const answer = answers.shift();
      if (answer === "cut") return void request.socket.destroy();
      const [status, body] =
        answer === "429"
          ? [429, { errorCode: "DH-904", errorMessage: "slow down" }]
          : answer === "none"
            ? [400, { errorCode: "DH-906", errorMessage: "no such order" }]
            : [200, { orderId: "1", orderStatus: "PENDING" }];
      response.writeHead(status as number, { "content-type": "application/json", "retry-after": "1" });
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const seen = await program(
      python,
      `import time
client = TradingClient(BASE_URL, "t", "c")
began = time.monotonic()
client.place_order(ORDER)
waited = time.monotonic() - began
print(json.dumps({"waited": waited, "placed": client.place_order_once(ORDER).order_id}))`,
      { BASE_URL: `http://127.0.0.1:${port}/v2` },
    );
    server.close();
    expect(seen.waited).toBeGreaterThanOrEqual(1);
    expect(seen.placed).toBe("1");
    expect(requests).toEqual([
      "POST /v2/orders",
      "POST /v2/orders",
      "POST /v2/orders",
      "GET /v2/orders/external/id",
      "POST /v2/orders",
    ]);
    const [first, second] = [expect.stringMatching(/^\w{32}$/), keys[2]];
    expect(keys).toEqual([first, keys[0], first, undefined, second]);
    expect(second).not.toBe(keys[0]);
  });

  it.skipIf(!python.hasPandas)(
    "returns candles, records and option chains as data frames",
    { timeout: 90_000 },
    async () => {
      const seen = await program(
        python,
        `from trading_api_client.frames import candles_frame, option_chain_frame, records_frame
client = TradingClient(BASE_URL, ACCESS_TOKEN, CLIENT_ID)
candles = candles_frame(client.get_daily_candles({"securityId": "1333", "exchangeSegment": "NSE_EQ", "instrument": "EQUITY", "fromDate": "2026-11-02", "toDate": "2026-11-20"}))
client.place_order(ORDER)
orders = records_frame(client.list_orders())
expiry = client.list_expiries({"UnderlyingScrip": 13, "UnderlyingSeg": "IDX_I"}).data[0]
chain = option_chain_frame(client.get_option_chain({"UnderlyingScrip": 13, "UnderlyingSeg": "IDX_I", "Expiry": expiry}))
print(json.dumps({"first": str(candles.index[0]), "columns": list(candles.columns), "close": float(candles["close"].iloc[-1]), "order": orders["quantity"].tolist(), "strikes": len(chain), "delta": float(chain[("ce", "delta")].iloc[0])}))`,
      );
      expect(seen).toMatchObject({ first: expect.stringMatching(/^2026-11-02 .*\+05:30$/), order: [5] });
      expect(seen.columns.slice(0, 4)).toEqual(["open", "high", "low", "close"]);
      expect(seen.close).toBeGreaterThan(0);
      expect(seen.strikes).toBeGreaterThan(10);
      expect(Math.abs(seen.delta)).toBeLessThanOrEqual(1);
    },
  );

  it("runs the program on the documentation page unchanged", { timeout: 60_000 }, async () => {
    const twin = (await site.get("/docs/v2/clients.md")).text;
    const [, sample = ""] = /```python\n(.*?)\n```/s.exec(twin) ?? [];
    expect(sample).toContain("place_order_once");
    const changed = sample.replace(
      "    print(order.order_status",
      "    print(json.dumps([order.order_status])) #",
    );
    expect(await program(python, changed)).toEqual(["TRADED"]);
  });

  it("runs the program of the quick start after the documented installation", { timeout: 240_000 }, async ({
    skip,
  }) => {
    const commands = pythonWithoutIndex(python);
    if (commands === null) return skip("this Python cannot create virtual environments");
    const blocks = await readDocs(site, "quick-start");
    const own = mkdtempSync(join(folder, "quick-start-"));
    writeFileSync(join(own, "order.py"), codeIn(blocks, "Python", "python").join("\n"));
    const account = codeIn(blocks, "1. Create an account", "bash").join("\n");
    const install = codeIn(blocks, "Python", "bash").join("\n");
    const { stdout } = await run(
      "bash",
      ["-e", "-c", `${account}\n${install}\n${commands.useDependencies}\npython order.py`],
      { cwd: own, env: { ...process.env, ...commands.env } },
    );
    expect(stdout).toMatch(/Available: [\d.]+\nOrder: (?:TRADED|PART_TRADED|PENDING)\nHDFCBANK: 5\n$/);
  });

  it("sends the configured headers with a call", { timeout: 60_000 }, async () => {
    const source = `from trading_api_client import TradingClient
try:
    TradingClient(BASE_URL, ACCESS_TOKEN, CLIENT_ID, headers={"X-Sandbox-Fault": "no-access"}).get_profile()
except TradingApiError as fault:
    print(json.dumps(fault.code))`;
    expect(await program(python, source)).toBe("DH-902");
  });

  it("can be installed with the documented commands", { timeout: 240_000 }, async ({ skip }) => {
    const commands = pythonWithoutIndex(python);
    if (commands === null) return skip("this Python cannot create virtual environments");
    const twin = (await site.get("/docs/v2/clients.md")).text;
    const [, install = ""] = /```bash\n(python3 -m venv.*?)\n```/s.exec(twin) ?? [];
    const empty = mkdtempSync(join(folder, "installed-by-"));
    const { stdout } = await run(
      "bash",
      [
        "-e",
        "-c",
        `${install}\n${commands.useDependencies}\npython -c "import trading_api_client; print(trading_api_client.__file__)"`,
      ],
      { cwd: empty, env: { ...process.env, ...commands.env } },
    );
    expect(stdout).toContain(`${empty}/.venv/`);
  });

  it("can be installed with pip from the .tar.gz URL, and has the expected metadata", {
    timeout: 240_000,
  }, async ({ skip }) => {
    if (spawnSync(python.command, ["-m", "pip", "--version"]).status !== 0) skip("this Python has no pip");
    const target = join(folder, `pip-${python.version}`);
    await run(python.command, [
      ...["-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", target],
      `${site.origin}${CLIENTS}/python/trading-api-client.tar.gz`,
    ]);
    const { stdout } = await run(
      python.command,
      [
        "-c",
        `import importlib.metadata as m, json
meta = m.metadata("trading-api-client")
print(json.dumps({"license": meta["License"], "requires": m.requires("trading-api-client"), "extras": meta.get_all("Provides-Extra"), "python": meta["Requires-Python"], "files": len(m.files("trading-api-client"))}))`,
      ],
      { env: { ...process.env, PYTHONPATH: target } },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      license: "MIT",
      requires: [
        expect.stringMatching(/^httpx\b/),
        expect.stringContaining('extra == "sockets"'),
        expect.stringContaining('extra == "pandas"'),
      ],
      extras: ["sockets", "pandas"],
      python: ">=3.9",
    });
  });
});
