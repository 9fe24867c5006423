// Attackers of the abuse benchmark, in a process with a lower priority than the site's, because real attackers use
// other machines. The parent requests the "names" of the attacks, sends a name to start an attack, and sends "stop" to
// end it. The reply contains the number of calls.

import type { Socket } from "node:net";
import { setPriority } from "node:os";
import { WebSocket } from "ws";
import { askFrom, openFrom } from "../support/other-address.ts";

const LOWEST = 19;
const BAD = "127.0.0.66";
const EIGHT = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
const MCP_READS = 100;
const CLOCKS = 12;
/** A simulated day in seconds, which is the longest permitted advance. */
const ADVANCE_SECONDS = 86_400;
const CLOCK_FROM = "2026-11-19 08:00:00";

const port = Number(process.argv[2]);
const origin = `http://127.0.0.1:${port}`;
const form = `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n`;
const JSON_TYPE = { "content-type": "application/json" };

let isOn = true;
let requestCount = 0;

/** Repeats `width` parallel calls until stopped. */
function flood(width: number, ask: (count: number) => Promise<unknown>): () => void {
  for (let index = 0; index < width; index += 1)
    void (async () => {
      while (isOn) await ask(requestCount++);
    })();
  return () => undefined;
}

function connections(count: number, text: string, drip: string | null): () => void {
  const open = Array.from({ length: count }, () => openFrom(BAD, port, text).socket);
  const dripping = setInterval(() => {
    if (drip !== null) for (const socket of open) if (socket.writable) socket.write(drip);
  }, 200);
  return () => {
    clearInterval(dripping);
    for (const socket of open) socket.destroy();
  };
}

function unknownChannels(): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, "algo.v1", { localAddress: BAD, origin });
  socket.on("error", () => undefined);
  const asking = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN)
      socket.send(JSON.stringify(["sub", [`algo:none-${requestCount++}`]]));
  }, 1_000 / 15);
  return () => {
    clearInterval(asking);
    socket.terminate();
  };
}

/** Sends slow forms from eight addresses. Connections that the site closes are opened again. */
function slowForms(): () => void {
  const open = new Set<Socket>();
  const begin = (address: string) => {
    if (!isOn) return;
    requestCount += 1;
    const { socket } = openFrom(address, port, form);
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      setTimeout(() => begin(address), 100);
    });
  };
  for (const address of EIGHT) for (let index = 0; index < 100; index += 1) begin(address);
  return () => {
    for (const socket of open) socket.destroy();
  };
}

const tokens: { address: string; token: string }[] = [];
async function openAccounts(): Promise<void> {
  for (let index = 0; index < CLOCKS; index += 1) {
    const address = EIGHT[index % EIGHT.length] ?? BAD;
    const { text } = await askFrom(address, port, "/sandbox/portal/accounts", {
      method: "POST",
      headers: { accept: "application/json" },
    });
    tokens.push({ address, token: (JSON.parse(text) as { accessToken: string }).accessToken });
  }
}

/**
 * Reads the largest resource over MCP from eight addresses, with four parallel requests per address, either in batches
 * of a hundred or one by one.
 */
function mcpReads(isBatch: boolean): () => void {
  const read = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "resources/read",
    params: { uri: `${origin}/docs/v2/openapi.json` },
  });
  for (const { address, token } of tokens.slice(0, EIGHT.length))
    flood(4, (count) =>
      askFrom(address, port, "/sandbox/mcp", {
        method: "POST",
        headers: {
          ...JSON_TYPE,
          authorization: `Bearer ${token}`,
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(isBatch ? Array.from({ length: MCP_READS }, (_, id) => read(id)) : read(count)),
      }),
    );
  return () => undefined;
}

/** Advances the clocks of twelve accounts repeatedly by a day. */
function clocks(): () => void {
  for (const { address, token } of tokens) {
    const call = (method: string, path: string, body: object) =>
      askFrom(address, port, `/sandbox/v2/sandbox/clock${path}`, {
        method,
        headers: { ...JSON_TYPE, "access-token": token },
        body: JSON.stringify(body),
      });
    flood(1, async () => {
      await call("PUT", "", { at: CLOCK_FROM, hours: "always" });
      const { status } = await call("POST", "/advance", { seconds: ADVANCE_SECONDS });
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 1_000));
    });
  }
  return () => undefined;
}

const ATTACKS: Record<string, () => () => void> = {
  "520 forms that drip in": () => connections(520, form, "a"),
  "60 at once, pages never asked for": () => flood(60, (count) => askFrom(BAD, port, `/algos?q=f${count}`)),
  "60 at once, made-up queries": () => flood(60, (count) => askFrom(BAD, port, `/algos?x${count}=1`)),
  "60 at once, calls of the sandbox": () => flood(60, () => askFrom(BAD, port, "/sandbox/v2/orders")),
  "60 at once, sign-ins": () => flood(60, () => askFrom(BAD, port, "/login")),
  "one socket, unknown channels": unknownChannels,
  "600 silent connections": () => connections(600, "", null),
  "8 addresses, 100 slow forms each": slowForms,
  "8 addresses, MCP batches of 100 reads": () => mcpReads(true),
  "8 addresses, MCP reads": () => mcpReads(false),
  "12 accounts, clocks advance a day": clocks,
};

setPriority(LOWEST);
let stop = () => {};
process.on("message", (name: string) => {
  if (name === "names") {
    process.send?.(Object.keys(ATTACKS));
    return;
  }
  if (name === "stop") {
    isOn = false;
    stop();
    process.send?.(requestCount);
    return;
  }
  isOn = true;
  requestCount = 0;
  stop = ATTACKS[name]?.() ?? stop;
});
await openAccounts();
process.send?.("ready");
