// Latency of one reader's cached and rendered pages while other addresses attack, as a ratio to the latency on the quiet site in the same run.
// The last line says whether p99 stayed under three times the quiet one. Needs the build. `npm run bench:abuse`
import { Agent } from "node:http";
import type { Socket } from "node:net";
import { cpus } from "node:os";
import { WebSocket } from "ws";
import { askFrom, openFrom, quantile } from "../support/other-address.ts";
import { startSite } from "../support/site.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const BAD = "127.0.0.66";
const GOOD = "127.0.0.77";
const EIGHT = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
/** Aim for p99 under attack, as a multiple of the quiet one. */
const AIM = 3;
const MCP_READS = 100;
const READ_EVERY_MS = 25;

type Fare = { keptP50: number; keptP99: number; renderedP50: number; renderedP99: number; refused: number };
type Attack = () => () => void;

// The budgets as they are for everybody.
const site = await startSite({ PAGES_PER_ADDRESS: "20", CALLS_PER_ADDRESS: "100" });

async function fare(): Promise<Fare> {
  const agent = new Agent({ keepAlive: true, localAddress: GOOD });
  const kept: number[] = [];
  const rendered: number[] = [];
  let refused = 0;
  const endsAt = performance.now() + SECONDS * 1_000;
  for (let round = 0; performance.now() < endsAt; round += 1) {
    const isKept = round % 5 !== 0;
    const answer = await askFrom(
      GOOD,
      site.port,
      isKept ? "/trading-apis" : `/algos?q=r${round}${Date.now()}`,
      {
        agent,
      },
    );
    if (answer.status !== 200) refused += 1;
    (isKept ? kept : rendered).push(answer.tookMs);
    await new Promise((resolve) => setTimeout(resolve, READ_EVERY_MS));
  }
  agent.destroy();
  return {
    keptP50: quantile(kept, 0.5),
    keptP99: quantile(kept, 0.99),
    renderedP50: quantile(rendered, 0.5),
    renderedP99: quantile(rendered, 0.99),
    refused,
  };
}

/** `width` calls at once, again and again, until stopped. */
function flood(width: number, ask: (count: number) => Promise<unknown>): () => void {
  let isOn = true;
  let count = 0;
  for (let index = 0; index < width; index += 1)
    void (async () => {
      while (isOn) await ask(count++);
    })();
  return () => {
    isOn = false;
  };
}

function connections(count: number, text: string, drip: string | null): () => void {
  const open = Array.from({ length: count }, () => openFrom(BAD, site.port, text).socket);
  const dripping = setInterval(() => {
    if (drip !== null) for (const socket of open) if (socket.writable) socket.write(drip);
  }, 200);
  return () => {
    clearInterval(dripping);
    for (const socket of open) socket.destroy();
  };
}

function unknownChannels(): () => void {
  const socket = new WebSocket(`ws://127.0.0.1:${site.port}/live`, "algo.v1", {
    localAddress: BAD,
    origin: site.origin,
  });
  socket.on("error", () => undefined);
  let count = 0;
  const asking = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(["sub", [`algo:none-${count++}`]]));
  }, 1_000 / 15);
  return () => {
    clearInterval(asking);
    socket.terminate();
  };
}

/** Slow forms of eight addresses; a connection that the site ends is opened again. */
function slowForms(): () => void {
  let isOn = true;
  const open = new Set<Socket>();
  const begin = (address: string) => {
    if (!isOn) return;
    const { socket } = openFrom(address, site.port, form);
    open.add(socket);
    socket.on("close", () => {
      open.delete(socket);
      setTimeout(() => begin(address), 100);
    });
  };
  for (const address of EIGHT) for (let index = 0; index < 100; index += 1) begin(address);
  return () => {
    isOn = false;
    for (const socket of open) socket.destroy();
  };
}

/** Access token of a new account for each of the eight addresses. */
const tokens = new Map<string, string>();
async function openAccounts(): Promise<void> {
  for (const address of EIGHT) {
    const { text } = await askFrom(address, site.port, "/sandbox/portal/accounts", {
      method: "POST",
      headers: { accept: "application/json" },
    });
    tokens.set(address, (JSON.parse(text) as { accessToken: string }).accessToken);
  }
}

/** Reads of the largest resource over MCP by all eight addresses, four at once each: a hundred in a batch, or one by one. */
function mcpReads(isBatch: boolean): () => void {
  const read = (id: number) => ({
    jsonrpc: "2.0",
    id,
    method: "resources/read",
    params: { uri: `${site.origin}/docs/v2/openapi.json` },
  });
  const stops = EIGHT.map((address) =>
    flood(4, (count) =>
      askFrom(address, site.port, "/sandbox/mcp", {
        method: "POST",
        headers: {
          authorization: `Bearer ${tokens.get(address) ?? ""}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify(isBatch ? Array.from({ length: MCP_READS }, (_, id) => read(id)) : read(count)),
      }),
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

const form = `POST /theme HTTP/1.1\r\nHost: 127.0.0.1:${site.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n`;
const ATTACKS: [name: string, attack: Attack][] = [
  ["520 forms that drip in", () => connections(520, form, "a")],
  [
    "60 at once, pages never asked for",
    () => flood(60, (count) => askFrom(BAD, site.port, `/algos?q=f${count}`)),
  ],
  ["60 at once, made-up queries", () => flood(60, (count) => askFrom(BAD, site.port, `/algos?x${count}=1`))],
  ["60 at once, calls of the sandbox", () => flood(60, () => askFrom(BAD, site.port, "/sandbox/v2/orders"))],
  ["60 at once, sign-ins", () => flood(60, () => askFrom(BAD, site.port, "/login"))],
  ["one socket, unknown channels", unknownChannels],
  ["600 silent connections", () => connections(600, "", null)],
  ["8 addresses, 100 slow forms each", slowForms],
  ["8 addresses, MCP batches of 100 reads", () => mcpReads(true)],
  ["8 addresses, MCP reads", () => mcpReads(false)],
];

console.log(
  `${cpus().length} cores, node ${process.version}, ${SECONDS} s each; latencies in ms, ratio to the quiet site\n`,
);
await askFrom(GOOD, site.port, "/trading-apis");
await openAccounts();
// The first round warms caches and compiled code.
await fare();
const quiet = await fare();
const overAim: string[] = [];
const shown = (name: string, now: Fare) => {
  if (now.keptP99 > AIM * quiet.keptP99 || now.renderedP99 > AIM * quiet.renderedP99 || now.refused > 0)
    overAim.push(name);
  const cell = (key: Exclude<keyof Fare, "refused">) =>
    `${now[key].toFixed(1).padStart(7)} (${(now[key] / quiet[key]).toFixed(1)}x)`;
  console.log(
    `${name.padEnd(36)} kept p50 ${cell("keptP50")} p99 ${cell("keptP99")}  rendered p50 ${cell("renderedP50")} p99 ${cell("renderedP99")}  refused ${now.refused}`,
  );
};
shown("quiet", quiet);
for (const [name, attack] of ATTACKS) {
  const stop = attack();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  shown(name, await fare());
  stop();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
}
console.log(
  overAim.length === 0
    ? `\nAll p99 under ${AIM} x the quiet site, nobody refused.`
    : `\nOver ${AIM} x the quiet p99, or refused: ${overAim.join("; ")}`,
);
await site.stop();
