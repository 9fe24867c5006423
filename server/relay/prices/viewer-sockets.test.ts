// A viewer that sends half a frame and stops is pinged, and disconnected if it stays silent.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { LIVE_SUBPROTOCOL } from "../../../app/contract/live/live.ts";
import { closePayload, frame, OPCODE, RawSocket } from "../../../tests/support/raw-socket.ts";
import { HDFC, startRig } from "../../../tests/support/relay-rig.ts";
import { systemClock } from "../clock.ts";
import { ViewerSockets } from "./viewer-sockets.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function openSocket(pingEveryMs: number) {
  const { relay } = await startRig({ algos: { one: [HDFC] } });
  const sockets = new ViewerSockets({
    hub: relay.hub,
    clock: systemClock,
    limits: { viewerMessageBytes: 4_096, viewerFragments: 16, viewerPingEveryMs: pingEveryMs },
  });
  let hasClosed = false;
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (request, socket, head) =>
    sockets.open(request, socket, head, "127.0.0.1", () => {
      hasClosed = true;
    }),
  );
  await new Promise((resolve) => server.once("listening", resolve));
  const raw = new RawSocket((server.address() as AddressInfo).port, "/live", {
    "Sec-WebSocket-Protocol": LIVE_SUBPROTOCOL,
  });
  ends.push(() => {
    raw.socket.destroy();
    sockets.stop();
    server.close();
  });
  await expect.poll(() => raw.status).toBe(101);
  return { raw, relay, hasClosed: () => hasClosed };
}

describe("a viewer's socket that sends no complete frame", () => {
  it.each([
    ["half a header", frame({ opcode: OPCODE.text, payload: Buffer.alloc(300) }).subarray(0, 3)],
    ["a header and half of its payload", frame({ opcode: OPCODE.text, payload: "[1,2,3]" }).subarray(0, 9)],
    ["a first fragment", frame({ opcode: OPCODE.text, payload: "[", isFinal: false })],
    ["no bytes", Buffer.alloc(0)],
  ])("is pinged, closed and removed from the viewer count after it sent %s", async (_, bytes) => {
    const { raw, relay, hasClosed } = await openSocket(40);
    raw.socket.write(bytes);
    await expect.poll(() => raw.hasEnded, { timeout: 10_000 }).toBe(true);
    expect(raw.payloadsOf(OPCODE.ping).length).toBeGreaterThan(0);
    expect(hasClosed()).toBe(true);
    expect(relay.hub.viewerCount).toBe(0);
  });

  it("stays open if it answers pings", async () => {
    const { raw } = await openSocket(400);
    const answered = setInterval(() => raw.send({ opcode: OPCODE.pong }), 10);
    ends.push(() => clearInterval(answered));
    await expect.poll(() => raw.payloadsOf(OPCODE.ping).length, { timeout: 10_000 }).toBeGreaterThan(4);
    expect(raw.hasEnded).toBe(false);
  });
});

it("counts closes with a code that the client chose under one label", async () => {
  const { raw, relay } = await openSocket(400);
  raw.send({ opcode: OPCODE.close, payload: closePayload(3_456) });
  await expect.poll(() => relay.counters.viewersClosed).toEqual({ "private code": 1 });
});
