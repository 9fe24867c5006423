// Measures the latency of one user's cached and rendered pages, and of one account's orders, during attacks. Results
// are ratios to the latency without attacks in the same run. The last line states if the p99 of all pages stayed below
// three times that latency. The attackers run in a separate process. Needs the build. `npm run bench:abuse`
import { Agent } from "node:http";
import { cpus } from "node:os";
import { quantile, requestFrom } from "../support/other-address.ts";
import { startSite } from "../support/site.ts";
import { query, start, stopAll, wait } from "./children.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const USER_ADDRESS = "127.0.0.77";
/** Target for p99 during attacks, as a multiple of the p99 without attacks. */
const P99_LIMIT_FACTOR = 3;
const REQUEST_EVERY_MS = 20;

const KINDS = ["cached", "rendered", "order"] as const;
type Kind = (typeof KINDS)[number];
type Latencies = Record<Kind, number[]> & { refused: number };

// Uses the request limits that a production site has by default.
const site = await startSite({ PAGES_PER_ADDRESS: "20", CALLS_PER_ADDRESS: "100" });

const account = await requestFrom(USER_ADDRESS, site.port, "/sandbox/portal/accounts", {
  method: "POST",
  headers: { accept: "application/json" },
});
const { accessToken, clientId } = JSON.parse(account.text) as { accessToken: string; clientId: string };
const order = JSON.stringify({
  dhanClientId: clientId,
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "CNC",
  orderType: "LIMIT",
  validity: "DAY",
  securityId: "1333",
  quantity: 1,
  price: 1,
});

const REQUEST_BY_KIND: Record<Kind, (round: number, agent: Agent) => ReturnType<typeof requestFrom>> = {
  cached: (_, agent) => requestFrom(USER_ADDRESS, site.port, "/trading-apis", { agent }),
  rendered: (round, agent) =>
    requestFrom(USER_ADDRESS, site.port, `/algos?q=r${round}${Date.now()}`, { agent }),
  // The price is outside the band, so the order is parsed, checked and rejected, and does not remain in the order book.
  order: (_, agent) =>
    requestFrom(USER_ADDRESS, site.port, "/sandbox/v2/orders", {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", "access-token": accessToken },
      body: order,
    }),
};

async function measureLatencies(): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, localAddress: USER_ADDRESS });
  const times: Latencies = { cached: [], rendered: [], order: [], refused: 0 };
  const endsAt = performance.now() + SECONDS * 1_000;
  for (let round = 0; performance.now() < endsAt; round += 1) {
    const kind = KINDS[round % KINDS.length] ?? "cached";
    const answer = await REQUEST_BY_KIND[kind](round, agent);
    if (answer.status === 0 || answer.status === 429 || answer.status >= 500) times.refused += 1;
    times[kind].push(answer.tookMs);
    await wait(REQUEST_EVERY_MS);
  }
  agent.destroy();
  return times;
}

console.log(
  `${cpus().length} cores, node ${process.version}, ${SECONDS} s each; latencies in ms, ratio to the quiet site\n`,
);
const attackers = await start("attackers.ts", site.port);
const attacks = await query<string[]>(attackers, "names");
// The first round warms up caches and compiled code.
await measureLatencies();
const quiet = await measureLatencies();
const overTarget: string[] = [];
const reportRow = (name: string, now: Latencies, asked: number) => {
  const cells = KINDS.map((kind) => {
    const [p50 = 0, p99 = 0, quiet50 = 0, quiet99 = 0] = [now, quiet].flatMap((of) => [
      quantile(of[kind], 0.5),
      quantile(of[kind], 0.99),
    ]);
    const cell = (value: number, before: number) =>
      `${value.toFixed(1).padStart(6)} (${(value / before).toFixed(1)}x)`;
    return `${kind} p50 ${cell(p50, quiet50)} p99 ${cell(p99, quiet99)} max ${Math.max(...now[kind])
      .toFixed(0)
      .padStart(4)}`;
  });
  const [p99 = 0, quiet99 = 0] = [now, quiet].map(({ cached, rendered }) =>
    quantile([...cached, ...rendered], 0.99),
  );
  if (p99 > P99_LIMIT_FACTOR * quiet99) overTarget.push(name);
  if (now.refused > 0) overTarget.push(`${name} (refused ${now.refused})`);
  console.log(
    `${name.padEnd(38)} pages p99 ${p99.toFixed(1).padStart(5)} (${(p99 / quiet99).toFixed(1)}x)  ${cells.join("  ")}  n ${now.cached.length}  attacker's calls ${Math.round(asked / SECONDS)}/s`,
  );
};
reportRow("quiet", quiet, 0);
for (const name of attacks.filter((one) => one.includes(process.env.ONLY ?? ""))) {
  attackers.send(name);
  await wait(1_000);
  const during = await measureLatencies();
  reportRow(name, during, await query<number>(attackers, "stop"));
  await wait(2_500);
}
console.log(
  overTarget.length === 0
    ? `\np99 of pages under ${P99_LIMIT_FACTOR} x the quiet site, nobody refused.`
    : `\np99 of pages over ${P99_LIMIT_FACTOR} x the quiet site, or refused: ${overTarget.join("; ")}`,
);
stopAll();
await site.stop();
