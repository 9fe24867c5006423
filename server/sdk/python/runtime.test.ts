// The Python client's modules, run by Python without a server. Its packages httpx and websockets are replaced by stubs.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readContract } from "../contract.ts";
import { writePythonPackage } from "./package-files.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const STUBS = `import sys, types
sys.modules["httpx"] = types.SimpleNamespace(Response=object, HTTPError=OSError)
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "python-client-"));
  writePythonPackage(readContract(), join(folder, "package"), join(folder, "archives"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program with the package, and returns what it prints. */
const python = (program: string): string =>
  execFileSync("python3", ["-c", `${STUBS}${program}`], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", PYTHONPATH: join(folder, "package") },
  })
    .toString()
    .trim();

it.runIf(hasPython)("a stream reconnects after thousands of failed connections", () => {
  const output = python(`
import asyncio
class Lost(Exception): pass
attempts, pauses = 0, []
def connect(*_, **__):
    global attempts
    attempts += 1
    raise Lost() if attempts > 3_000 else OSError("no network")
class Nothing(Exception): pass
names = types.SimpleNamespace(ConnectionClosed=Nothing, InvalidHandshake=Nothing)
sys.modules["websockets"] = types.SimpleNamespace(connect=connect, exceptions=names)
sys.modules["websockets.exceptions"] = names
async def sleep(seconds): pauses.append(seconds)
asyncio.sleep = sleep
from trading_api_client._sockets import _stream
async def read():
    try:
        async for _ in _stream(lambda: "ws://x", None, None): pass
    except Lost:
        print(attempts, max(pauses) <= 30, max(pauses) > 25)
asyncio.run(read())`);
  expect(output).toBe("3001 True True");
});

it.runIf(hasPython)(
  "a stream retries after a token error at a reconnect, and ends if the first call fails",
  () => {
    const output = python(`
import asyncio, warnings
warnings.simplefilter("ignore")
class Done(Exception): pass
class Nothing(Exception): pass
class Socket:
    close_code = None
    async def __aenter__(self): return self
    async def __aexit__(self, *_): pass
    async def ping(self): return asyncio.sleep(0)
    async def __aiter__(self):
        yield "{"
names = types.SimpleNamespace(ConnectionClosed=Nothing, InvalidHandshake=Nothing)
sys.modules["websockets"] = types.SimpleNamespace(connect=lambda *_, **__: Socket(), exceptions=names)
sys.modules["websockets.exceptions"] = names
import random
random.random = lambda: 0
from trading_api_client._sockets import StreamError, _stream
tokens = ["ws://x", RuntimeError("no token"), "ws://x", StreamError("refused")]
def address():
    token = tokens.pop(0)
    if isinstance(token, Exception): raise token
    return token
async def begin(_): pass
async def read():
    kinds = []
    try:
        async for update in _stream(address, begin, lambda message: __import__("json").loads(message)):
            kinds.append(update["isReconnect"])
    except StreamError as end:
        print(kinds, end)
    tokens[:] = [RuntimeError("no token")]
    try:
        async for _ in _stream(address, begin, None): pass
    except RuntimeError as end:
        print(end)
asyncio.run(read())`);
    expect(output).toBe("[False, True] refused\nno token");
  },
);

it.runIf(hasPython)("prices of currencies have four decimals, and others two", () => {
  /** Returns a ticker packet of a segment, given by its number. */
  const message = (segment: number) => {
    const packet = Buffer.from("02100000350500000000000001000000", "hex");
    packet.writeUInt8(segment, 3);
    packet.writeFloatLE(83.4575, 8);
    return packet.toString("hex");
  };
  const output = python(`
from trading_api_client import read_market_message
for message in ("${message(3)}", "${message(1)}"):
    print(read_market_message(bytes.fromhex(message))[0]["lastPrice"])`);
  expect(output).toBe("83.4575\n83.46");
});

it.runIf(hasPython)("order updates of a live account have the contract's keys and statuses", () => {
  const output = python(`
from trading_api_client._sockets import _with_contract_spelling
update = _with_contract_spelling({"orderNo": "1", "status": "Part Traded"})
print(update["OrderNo"], update["orderNo"], update["Status"])`);
  expect(output).toBe("1 1 PART_TRADED");
});

it.runIf(hasPython)("place_order_once replaces an empty correlation id", () => {
  const output = python(`
from trading_api_client import PlaceOrder, TradingClient
class Client(TradingClient):
    def __init__(self): pass
    def place_order(self, body, **_): return body["correlationId"]
    def _place_once(self, place, find): return place()
orders = {}, {"correlationId": ""}, {"correlationId": None}, {"correlationId": "swing-1"}
print(*(len(Client().place_order_once(order)) for order in orders))`);
  expect(output).toBe("30 30 30 7");
});

it.runIf(hasPython)("a list has the cursor of its next page", () => {
  const output = python(`
from typing import List
from trading_api_client import OrderAnswer, TradingClient, to_json
from trading_api_client._http import read_answer
headers = {"content-type": "application/json", "x-next-cursor": "42"}
answer = types.SimpleNamespace(status_code=200, headers=headers, content=b"[", json=lambda: [{"orderId": "1", "orderStatus": "TRADED"}])
page = read_answer("GET", "/orders", answer, List[OrderAnswer])
print(page[0].order_id, page.next_cursor, to_json(page, None))
print(TradingClient.list_orders.__annotations__["return"])`);
  expect(output).toBe('1 42 [{"orderId": "1", "orderStatus": "TRADED"}]\nPage[OrderRecord]');
});

it.runIf(hasPython)("a stream ends if the server refuses the handshake with 404, but not with 503", () => {
  const output = python(`
import asyncio
class InvalidStatus(Exception):
    def __init__(self, status): self.response = types.SimpleNamespace(status_code=status)
class Closed(Exception): pass
statuses = [429, 503, 404]
def connect(*_, **__): raise InvalidStatus(statuses.pop(0))
names = types.SimpleNamespace(ConnectionClosed=Closed, InvalidHandshake=InvalidStatus)
sys.modules["websockets"] = types.SimpleNamespace(connect=connect, exceptions=names)
sys.modules["websockets.exceptions"] = names
async def sleep(_): pass
asyncio.sleep = sleep
from trading_api_client import StreamError
from trading_api_client._sockets import _stream
async def read():
    try:
        async for _ in _stream(lambda: "ws://x", None, None): pass
    except StreamError as ended:
        print(ended)
asyncio.run(read())`);
  expect(output).toBe("The server rejected the connection with status 404.");
});

it.runIf(hasPython)("an empty response is an empty dict", () => {
  const output = python(`
from trading_api_client._http import read_answer
from trading_api_client.models import Nothing
answer = types.SimpleNamespace(status_code=202, headers={"content-type": "application/json"}, content=b"")
print(read_answer("POST", "/positions/convert", answer, Nothing))`);
  expect(output).toBe("{}");
});

it.runIf(hasPython)("a failed quote with status 200 raises TradingApiError", () => {
  const output = python(`
from trading_api_client import LtpAnswer, TradingApiError
from trading_api_client._http import read_answer
failed = {"data": {"805": "Too many requests."}, "status": "failed"}
headers = {"content-type": "application/json"}
answer = types.SimpleNamespace(status_code=200, headers=headers, content=b"{", json=lambda: failed)
try:
    read_answer("POST", "/marketfeed/ltp", answer, LtpAnswer)
except TradingApiError as fault:
    print(fault.status, fault.code)`);
  expect(output).toBe("200 805");
});
