// Runs the relay under load for half an hour, during which the provider restarts, the bus fails and some viewers leave.
// Measures memory growth, lost viewers and latency. Prints a line per minute and the slope of memory; asserts nothing.
// `npm run bench:soak -- 30 5000` sets minutes and viewers.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { ensureRedis } from "../support/system-tools.ts";
import { query, start, stop, stopAll, type Usage, type Window, wait } from "./children.ts";

const [minutes = 30, viewers = 5_000] = process.argv.slice(2).map(Number);
const SETS = 50;
const SAMPLE_EVERY_MS = 15_000;
const SAMPLES_PER_LINE = 4;
const OUTAGE_MS = 5_000;
/** Share of the duration, from its start, that is excluded as warm-up. */
const WARM_UP_SHARE = 0.2;
/** Times at which provider, bus and viewers fail or leave, as shares of the duration. */
const PROVIDER_OUTAGE_AT = 0.3;
const BUS_OUTAGE_AT = 0.5;
const LEAVE_AT = 0.7;
/** Number of additional viewers that disconnect together. */
const LEAVING_VIEWERS = viewers / 5;
const MIB = 2 ** 20;

type Sample = { at: number; rss: number; p50: number | null; p99: number | null; open: number };

const folder = mkdtempSync(join(tmpdir(), "soak-"));
const [feedPort, port, busPort] = [await freePort(), await freePort(), await freePort()];
const epoch = Date.now();

function openBus(): ChildProcess {
  const options = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1", "--dir", folder];
  return spawn(ensureRedis(), ["--port", String(busPort), ...options], { stdio: "ignore" });
}
const openProvider = () => start("./tick-source.ts", feedPort, 400, 2_000, epoch);

let bus = openBus();
let provider = await openProvider();
const relay = await start(
  "./fan-out-server.ts",
  "relay",
  port,
  feedPort,
  SETS,
  `redis://127.0.0.1:${busPort}`,
);
await wait(1_000);
const crowd = await start("./viewers.ts", "relay", port, viewers, SETS, epoch, 0);
const leavingViewers = await start("./viewers.ts", "relay", port, LEAVING_VIEWERS, SETS, epoch, 0);

const startedAt = performance.now();
const durationMs = minutes * 60_000;
const events: [share: number, word: string, act: () => Promise<void>][] = [
  [
    PROVIDER_OUTAGE_AT,
    "the provider was restarted",
    async () => {
      stop(provider);
      await wait(OUTAGE_MS);
      provider = await openProvider();
    },
  ],
  [
    BUS_OUTAGE_AT,
    "the bus was lost and came back empty",
    async () => {
      bus.kill("SIGKILL");
      await wait(OUTAGE_MS);
      bus = openBus();
    },
  ],
  [LEAVE_AT, `${LEAVING_VIEWERS} viewers left`, async () => stop(leavingViewers)],
];

const samples: Sample[] = [];
console.log(
  `${"minute".padStart(7)}${"RSS MiB".padStart(9)}${"open".padStart(7)}${"p50 ms".padStart(8)}${"p99 ms".padStart(8)}`,
);
while (performance.now() - startedAt < durationMs) {
  await wait(SAMPLE_EVERY_MS);
  const at = performance.now() - startedAt;
  const { rss } = await query<Usage>(relay, "usage");
  const { p50, p99, open } = await query<Window>(crowd, "window");
  samples.push({ at, rss, p50, p99, open });
  if (samples.length % SAMPLES_PER_LINE === 0)
    console.log(
      `${(at / 60_000).toFixed(1).padStart(7)}${(rss / MIB).toFixed(1).padStart(9)}${String(open).padStart(7)}${String(p50).padStart(8)}${String(p99).padStart(8)}`,
    );
  const [next] = events;
  if (next === undefined || at < next[0] * durationMs) continue;
  events.shift();
  await next[2]();
  console.log(`        ${next[1]}`);
}

/** Returns the least-squares slope of memory over time in bytes per hour, with its standard error. */
function slopeOf(points: Sample[]): { perHour: number; error: number } {
  const mean = (pick: (sample: Sample) => number) =>
    points.reduce((sum, sample) => sum + pick(sample), 0) / points.length;
  const [at, rss] = [mean((sample) => sample.at), mean((sample) => sample.rss)];
  const spread = points.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  const slope = points.reduce((sum, sample) => sum + (sample.at - at) * (sample.rss - rss), 0) / spread;
  const rest = points.reduce((sum, sample) => sum + (sample.rss - rss - slope * (sample.at - at)) ** 2, 0);
  const hour = 3_600_000;
  return { perHour: slope * hour, error: Math.sqrt(rest / (points.length - 2) / spread) * hour };
}

const warmSamples = samples.filter(({ at }) => at > WARM_UP_SHARE * durationMs);
// Memory of disconnected viewers is freed, so the period after they leave is measured separately.
for (const [name, part] of [
  ["with all viewers", warmSamples.filter(({ at }) => at < LEAVE_AT * durationMs)],
  ["after some left", warmSamples.filter(({ at }) => at > (LEAVE_AT + 0.02) * durationMs)],
] as const) {
  if (part.length < 3) continue;
  const { perHour, error } = slopeOf(part);
  console.log(
    `memory ${name}: ${(perHour / MIB).toFixed(1)} MiB an hour, ± ${(error / MIB).toFixed(1)} (one standard error of ${part.length} samples)`,
  );
}
const counters = await query<{
  viewersClosed: Record<string, number>;
  skipped: number;
  dials: object;
  leaderChanges: number;
}>(relay, "counters");
console.log(
  `RSS at most ${(Math.max(...samples.map(({ rss }) => rss)) / MIB).toFixed(0)} MiB; ${samples.at(-1)?.open} of ${viewers} still there; closed ${JSON.stringify(counters.viewersClosed)}; skipped ${counters.skipped} frames; dialled ${JSON.stringify(counters.dials)}; leader changes ${counters.leaderChanges}`,
);
stopAll();
bus.kill("SIGKILL");
rmSync(folder, { recursive: true, force: true });
process.exit(0);
