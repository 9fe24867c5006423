// Sends WebSocket frames that no library sends, over raw connections, to every socket of the product. A connection with
// a protocol violation is closed with the protocol's code, an unusual but valid frame is accepted, and other sockets
// are unaffected. RFC 6455, sections 5 and 7.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIVE_SUBPROTOCOL } from "../../../app/contract/live/live.ts";
import { ORDERS_PATH, ORDERS_SUBPROTOCOL } from "../../../app/contract/live/order-updates.ts";
import { openBaseApi } from "../../support/base-api.ts";
import { closePayload, type FrameShape, frame, OPCODE, RawSocket } from "../../support/raw-socket.ts";
import { TestUser } from "../../support/sign-in.ts";
import { type Site, startSite } from "../../support/site.ts";
import { TradingClient } from "../../support/trading-client.ts";

const { continuation, text, binary, close, ping } = OPCODE;
const PROTOCOL = 1002;
const NOT_UTF8 = 1007;
const TOO_LARGE = 1009;
const WITHIN_MS = 10_000;

let site: Site;
let api: Awaited<ReturnType<typeof openBaseApi>>;
let cookie: string;
let client: TradingClient;
const opened: RawSocket[] = [];

beforeAll(async () => {
  [site, api] = await Promise.all([startSite({ VIEWERS_PER_ADDRESS: "500" }), openBaseApi({ records: [] })]);
  const reader = new TestUser(site);
  await reader.signIn("/login");
  cookie = reader.cookie;
  client = await TradingClient.open(api.url);
}, 60_000);
afterAll(async () => {
  for (const { socket } of opened) socket.destroy();
  api.close();
  await site.stop();
});

type Endpoint = { name: string; open(address: number): RawSocket };
const onSite = (path: string, protocol: string, headers: () => Record<string, string>) => () =>
  new RawSocket(site.port, path, { Origin: site.origin, "Sec-WebSocket-Protocol": protocol, ...headers() });
const onSandbox = (path: () => string) => (address: number) =>
  new RawSocket(Number(new URL(api.url).port), path(), { "x-client-address": `198.51.100.${address}` });
const ENDPOINTS: Endpoint[] = [
  { name: "/live", open: onSite("/live", LIVE_SUBPROTOCOL, () => ({})) },
  { name: "/orders", open: onSite(ORDERS_PATH, ORDERS_SUBPROTOCOL, () => ({ Cookie: cookie })) },
  {
    name: "the sandbox's price feed",
    open: onSandbox(
      () =>
        `/feed?version=2&token=${client.account.accessToken}&clientId=${client.account.dhanClientId}&authType=2`,
    ),
  },
  { name: "the sandbox's order updates", open: onSandbox(() => "/order-update") },
];

async function openAt(endpoint: Endpoint, address: number): Promise<RawSocket> {
  const raw = endpoint.open(address);
  opened.push(raw);
  await expect.poll(() => raw.status, { timeout: WITHIN_MS }).toBe(101);
  return raw;
}

const INVALID_FRAMES: [name: string, code: number, frames: (FrameShape | Buffer)[]][] = [
  ["a reserved bit without an extension", PROTOCOL, [{ opcode: text, payload: "[]", reserved: 4 }]],
  ["the second reserved bit", PROTOCOL, [{ opcode: text, payload: "[]", reserved: 2 }]],
  ["the third reserved bit", PROTOCOL, [{ opcode: text, payload: "[]", reserved: 1 }]],
  ["a reserved opcode for data", PROTOCOL, [{ opcode: 3 }]],
  ["a reserved opcode for control", PROTOCOL, [{ opcode: 11 }]],
  ["a frame without a mask", PROTOCOL, [{ opcode: text, payload: "[]", isMasked: false }]],
  ["a ping in fragments", PROTOCOL, [{ opcode: ping, isFinal: false }]],
  ["a ping of 126 bytes", PROTOCOL, [{ opcode: ping, payload: Buffer.alloc(126) }]],
  ["a continuation without a first frame", PROTOCOL, [{ opcode: continuation, payload: "[]" }]],
  [
    "a new message inside another",
    PROTOCOL,
    [
      { opcode: text, payload: "[", isFinal: false },
      { opcode: text, payload: "]" },
    ],
  ],
  ["a close frame of one byte", PROTOCOL, [{ opcode: close, payload: Buffer.from([3]) }]],
  ["a close code that is too low", PROTOCOL, [{ opcode: close, payload: closePayload(999) }]],
  ["a close code that is never sent", PROTOCOL, [{ opcode: close, payload: closePayload(1006) }]],
  ["a close code that is too high", PROTOCOL, [{ opcode: close, payload: closePayload(5_000) }]],
  [
    "a close reason that is no UTF-8",
    NOT_UTF8,
    [{ opcode: close, payload: closePayload(1000, Buffer.from([0xc3, 0x28])) }],
  ],
  ["a text that is not UTF-8", NOT_UTF8, [{ opcode: text, payload: Buffer.from([0x22, 0xff, 0x22]) }]],
  [
    "a text that is no UTF-8 across its fragments",
    NOT_UTF8,
    [
      { opcode: text, payload: Buffer.from([0x22, 0xc3]), isFinal: false },
      { opcode: continuation, payload: Buffer.from([0x28, 0x22]) },
    ],
  ],
  ["a surrogate as UTF-8", NOT_UTF8, [{ opcode: text, payload: Buffer.from([0xed, 0xa0, 0x80]) }]],
  ["a stated length of a gibibyte", TOO_LARGE, [{ opcode: text, statedLength: 2n ** 30n }]],
  ["a stated length above the maximum", TOO_LARGE, [{ opcode: text, statedLength: 2n ** 63n - 1n }]],
  [
    "fragments that together are too much",
    TOO_LARGE,
    [
      { opcode: binary, payload: Buffer.alloc(60_000), isFinal: false },
      { opcode: continuation, payload: Buffer.alloc(60_000), isFinal: false },
      { opcode: continuation, payload: Buffer.alloc(60_000), isFinal: false },
      { opcode: continuation, payload: Buffer.alloc(60_000) },
    ],
  ],
];

describe.each(ENDPOINTS.map((endpoint, index) => ({ ...endpoint, index })))(
  "WebSocket frames on $name",
  (endpoint) => {
    // Each socket has a different address, because unauthenticated sockets are limited per address.
    const address = (place: number) => 1 + endpoint.index * 60 + place;

    it.each(INVALID_FRAMES.map(([name, code, frames], place) => ({ name, code, frames, place })))(
      "an invalid frame closes only its own socket, with code $code: $name",
      async ({ code, frames, place }) => {
        const open = () => openAt(endpoint, address(place));
        const [raw, other] = await Promise.all([open(), open()]);
        raw.send(...frames);
        await expect.poll(() => raw.closedWith, { timeout: WITHIN_MS }).toBe(code);
        await expect.poll(() => raw.hasEnded, { timeout: WITHIN_MS }).toBe(true);
        other.send({ opcode: ping, payload: "unaffected" });
        await expect
          .poll(() => other.payloadsOf(OPCODE.pong), { timeout: WITHIN_MS })
          .toEqual(["unaffected"]);
        expect(other.closedWith).toBeNull();
        other.socket.destroy();
      },
    );

    it("a ping between fragments of a message gets a pong with the same payload", async () => {
      const raw = await openAt(endpoint, address(40));
      raw.send(
        { opcode: text, payload: '["nobo', isFinal: false },
        { opcode: ping, payload: "still there?" },
      );
      await expect.poll(() => raw.payloadsOf(OPCODE.pong), { timeout: WITHIN_MS }).toEqual(["still there?"]);
      expect(raw.closedWith).toBeNull();
    });

    it("a frame that arrives byte by byte is accepted", async () => {
      const raw = await openAt(endpoint, address(41));
      for (const byte of frame({ opcode: ping, payload: "slow" })) {
        raw.socket.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await expect.poll(() => raw.payloadsOf(OPCODE.pong), { timeout: WITHIN_MS }).toEqual(["slow"]);
    });

    it("a valid close frame gets a response with the same code", async () => {
      const raw = await openAt(endpoint, address(42));
      raw.send({ opcode: close, payload: closePayload(1000, "done") });
      await expect.poll(() => raw.closedWith, { timeout: WITHIN_MS }).toBe(1000);
      await expect.poll(() => raw.hasEnded, { timeout: WITHIN_MS }).toBe(true);
    });
  },
);

describe("after all invalid frames", () => {
  it("the site responds, has logged no fault, and accepts a new connection", async () => {
    expect((await site.get("/healthz")).status).toBe(200);
    expect(site.log.filter(({ msg }) => /fault/.test(String(msg)))).toEqual([]);
    const [live] = ENDPOINTS;
    if (live === undefined) throw new Error("no endpoint");
    expect((await openAt(live, 1)).closedWith).toBeNull();
  });
});
