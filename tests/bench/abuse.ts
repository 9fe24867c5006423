// How one reader fares while another address does its worst, beside how he fares when it is quiet, in one run: latencies of kept pages
// and of pages rendered for him, and their ratios. Needs the build. `npm run bench:abuse`
import { Agent } from "node:http";
import { cpus } from "node:os";
import { WebSocket } from "ws";
import { askFrom, openFrom, quantile } from "../support/other-address.ts";
import { startSite } from "../support/site.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const BAD = "127.0.0.66";
const GOOD = "127.0.0.7";
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
];

console.log(
  `${cpus().length} cores, node ${process.version}, ${SECONDS} s each; latencies in ms, ratio to the quiet site\n`,
);
await askFrom(GOOD, site.port, "/trading-apis");
const quiet = await fare();
const shown = (name: string, now: Fare) => {
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
await site.stop();
