// Attackers of the abuse benchmark, in a process with a lower priority than the site's, because real attackers use
// other machines. The parent requests the "names" of the attacks, sends a name to start an attack, and sends "stop" to
// end it. The reply contains the number of calls.

import type { Socket } from "node:net";
import { setPriority } from "node:os";
import { WebSocket } from "ws";
import { connectFrom, requestFrom } from "../support/other-address.ts";

const LOWEST_PRIORITY = 19;
const ATTACKER = "127.0.0.66";
const EIGHT_ATTACKERS = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
const BATCH_SIZE = 100;
const CLOCK_ACCOUNTS = 12;
/** A simulated day in seconds, which is the longest permitted advance. */
const ADVANCE_SECONDS = 86_400;
const CLOCK_FROM = "2026-11-19 08:00:00";

const port = Number(process.argv[2]);
const origin = `http://127.0.0.1:${port}`;
const FORM_HEAD = `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n`;
const JSON_TYPE = { "content-type": "application/json" };

let isAttacking = true;
let requestCount = 0;

/** Repeats `width` parallel calls until stopped. */
function flood(width: number, ask: (count: number) => Promise<unknown>): () => void {
  for (let index = 0; index < width; index += 1)
    void (async () => {
      while (isAttacking) await ask(requestCount++);
    })();
  return () => undefined;
}

function holdConnections(count: number, text: string, drip: string | null): () => void {
  const open = Array.from({ length: count }, () => connectFrom(ATTACKER, port, text).socket);
  const dripping = setInterval(() => {
    if (drip !== null) for (const socket of open) if (socket.writable) socket.write(drip);
  }, 200);
  return () => {
    clearInterval(dripping);
    for (const socket of open) socket.destroy();
  };
}

function requestUnknownChannels(): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, "algo.v1", { localAddress: ATTACKER, origin });
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
function sendSlowForms(): () => void {
  const open = new Set<Socket>();
  const begin = (address: string) => {
    if (!isAttacking) return;
    requestCount += 1;
    const { socket } = connectFrom(address, port, FORM_HEAD);
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      setTimeout(() => begin(address), 100);
    });
  };
  for (const address of EIGHT_ATTACKERS) for (let index = 0; index < 100; index += 1) begin(address);
  return () => {
    for (const socket of open) socket.destroy();
  };
}

const tokens: { address: string; token: string }[] = [];
async function openAccounts(): Promise<void> {
  for (let index = 0; index < CLOCK_ACCOUNTS; index += 1) {
    const address = EIGHT_ATTACKERS[index % EIGHT_ATTACKERS.length] ?? ATTACKER;
    const { text } = await requestFrom(address, port, "/sandbox/portal/accounts", {
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
function readOverMcp(isBatch: boolean): () => void {
  const read = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "resources/read",
    params: { uri: `${origin}/docs/v2/openapi.json` },
  });
  for (const { address, token } of tokens.slice(0, EIGHT_ATTACKERS.length))
    flood(4, (count) =>
      requestFrom(address, port, "/sandbox/mcp", {
        method: "POST",
        headers: {
          ...JSON_TYPE,
          authorization: `Bearer ${token}`,
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(isBatch ? Array.from({ length: BATCH_SIZE }, (_, id) => read(id)) : read(count)),
      }),
    );
  return () => undefined;
}

/** Advances the clocks of twelve accounts repeatedly by a day. */
function advanceClocks(): () => void {
  for (const { address, token } of tokens) {
    const call = (method: string, path: string, body: object) =>
      requestFrom(address, port, `/sandbox/v2/sandbox/clock${path}`, {
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
  "520 forms that drip in": () => holdConnections(520, FORM_HEAD, "a"),
  "60 at once, pages never asked for": () =>
    flood(60, (count) => requestFrom(ATTACKER, port, `/algos?q=f${count}`)),
  "60 at once, made-up queries": () =>
    flood(60, (count) => requestFrom(ATTACKER, port, `/algos?x${count}=1`)),
  "60 at once, calls of the sandbox": () =>
    flood(60, () => requestFrom(ATTACKER, port, "/sandbox/v2/orders")),
  "60 at once, sign-ins": () => flood(60, () => requestFrom(ATTACKER, port, "/login")),
  "one socket, unknown channels": requestUnknownChannels,
  "600 silent connections": () => holdConnections(600, "", null),
  "8 addresses, 100 slow forms each": sendSlowForms,
  "8 addresses, MCP batches of 100 reads": () => readOverMcp(true),
  "8 addresses, MCP reads": () => readOverMcp(false),
  "12 accounts, clocks advance a day": advanceClocks,
};

setPriority(LOWEST_PRIORITY);
let stop = () => {};
process.on("message", (name: string) => {
  if (name === "names") {
    process.send?.(Object.keys(ATTACKS));
    return;
  }
  if (name === "stop") {
    isAttacking = false;
    stop();
    process.send?.(requestCount);
    return;
  }
  isAttacking = true;
  requestCount = 0;
  stop = ATTACKS[name]?.() ?? stop;
});
await openAccounts();
process.send?.("ready");
