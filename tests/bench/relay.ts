// Compares the relay with three references in one run: bare sockets that receive one prepared buffer per set (the
// minimum), Socket.IO with the relay's conflation, and a plain `ws` server that forwards every tick. The load is 2,000
// ticks per second over 400 instruments, with 50 sets of 20 instruments that viewers subscribe to. Afterwards 50 of 300
// viewers stop reading. Prints a table and ratios; asserts nothing. `npm run bench:relay -- 1000 5000` sets the numbers
// of viewers. `npm run bench:relay -- slopes` measures the relay's cost per additional viewer, set and tick instead.
import { freePort } from "../support/free-port.ts";
import { query, start, stop, stopAll, type Usage, type Window, wait } from "./children.ts";

const viewerCounts = process.argv.slice(2).map(Number).filter(Number.isFinite);
const SIZES = viewerCounts.length > 0 ? viewerCounts : [1_000, 5_000, 10_000];
const SETS = 50;
const TICKS_PER_SECOND = 2_000;
/** Base load of the slope measurement, which increases viewers, sets and ticks separately. */
const SLOPE_FROM: Load = { viewers: 4_000, sets: SETS, ticks: TICKS_PER_SECOND };
const SLOPE_TO: Load = { viewers: 8_000, sets: 400, ticks: 10_000 };
const SLOPE_ROUNDS = 3;
const SETTLE_MS = 4_000;
const WINDOW_MS = 10_000;
/** The naive server is not measured with more viewers, because it writes a frame per tick. */
const NAIVE_VIEWERS_MAX = 1_000;

type Load = { viewers: number; sets: number; ticks: number };
type Result = {
  kind: string;
  viewers: number;
  cores: number;
  framesPerSecond: number;
  microsPerFrame: number;
  p50: number | null;
  p99: number | null;
  kilobytesEach: number;
  megabytesPerSecond: number;
};

async function measure(kind: string, { viewers, sets, ticks }: Load): Promise<Result> {
  const epoch = Date.now();
  const [feedPort, port] = [await freePort(), await freePort()];
  await start("./tick-source.ts", feedPort, 400, ticks, epoch);
  const server = await start("./fan-out-server.ts", kind, port, feedPort, sets);
  await wait(1_000);
  const empty = await query<Usage>(server, "usage");
  try {
    const crowd = await start("./viewers.ts", kind, port, viewers, sets, epoch, 0);
    await wait(SETTLE_MS);
    await query<Window>(crowd, "window");
    const before = await query<Usage>(server, "usage");
    await wait(WINDOW_MS);
    const window = await query<Window>(crowd, "window");
    const after = await query<Usage>(server, "usage");
    const seconds = (after.at - before.at) / 1_000;
    const cpuSeconds = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6;
    stop(crowd);
    return {
      kind,
      viewers,
      cores: cpuSeconds / seconds,
      framesPerSecond: window.frames / seconds,
      microsPerFrame: (cpuSeconds * 1e6) / window.frames,
      // The bare server's frames have no timestamps.
      p50: kind === "bare" ? null : window.p50,
      p99: kind === "bare" ? null : window.p99,
      kilobytesEach: (after.rss - empty.rss) / 1_024 / viewers,
      megabytesPerSecond: window.bytes / seconds / 1e6,
    };
  } finally {
    stopAll();
  }
}

async function measureFrozenViewers(): Promise<string> {
  const [total, still] = [300, 50];
  const epoch = Date.now();
  const [feedPort, port] = [await freePort(), await freePort()];
  await start("./tick-source.ts", feedPort, 400, TICKS_PER_SECOND, epoch);
  const server = await start("./fan-out-server.ts", "relay", port, feedPort, SETS);
  const crowd = await start("./viewers.ts", "relay", port, total, SETS, epoch, still);
  await wait(1_000);
  await query<Window>(crowd, "window");
  const before = await query<Usage>(server, "usage");
  const seen: string[] = [];
  let most = before.rss;
  for (let second = 1; second <= 22; second += 1) {
    await wait(1_000);
    most = Math.max(most, (await query<Usage>(server, "usage")).rss);
    if (second % 7 === 0) {
      const { open } = await query<{ viewers: number; open: number }>(server, "counters").then(
        ({ viewers }) => ({
          open: viewers,
        }),
      );
      seen.push(`after ${second} s ${open} viewers`);
    }
  }
  const window = await query<Window>(crowd, "window");
  const counters = await query<{ viewersClosed: Record<string, number>; skipped: number }>(
    server,
    "counters",
  );
  stopAll();
  return `${still} of ${total} viewers stop reading: ${seen.join(", ")}; closed ${JSON.stringify(counters.viewersClosed)}, skipped ${counters.skipped} frames; memory +${((most - before.rss) / 2 ** 20).toFixed(1)} MiB at most; the others: p50 ${window.p50} ms, p99 ${window.p99} ms`;
}

/**
 * Measures the cores per additional viewer, set and tick. Each round measures the base and each increased load, so that
 * a slow period of the machine affects all of them.
 */
async function measureSlopes(): Promise<void> {
  const dimensions = Object.keys(SLOPE_TO) as (keyof Load)[];
  const base: number[] = [];
  const addedCores = new Map(dimensions.map((name) => [name, [] as number[]]));
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  for (let round = 1; round <= SLOPE_ROUNDS; round += 1) {
    const from = await measure("relay", SLOPE_FROM);
    base.push(from.cores);
    const measurements = [`base ${from.cores.toFixed(3)} (${from.framesPerSecond.toFixed(0)} frames/s)`];
    for (const name of dimensions) {
      const { cores, framesPerSecond } = await measure("relay", { ...SLOPE_FROM, [name]: SLOPE_TO[name] });
      addedCores.get(name)?.push(cores - from.cores);
      measurements.push(
        `${name} ${SLOPE_TO[name]} ${cores.toFixed(3)} (${framesPerSecond.toFixed(0)} frames/s)`,
      );
    }
    console.log(`round ${round}, cores: ${measurements.join(", ")}`);
  }
  console.log(`base ${JSON.stringify(SLOPE_FROM)}: ${median(base).toFixed(3)} cores`);
  for (const name of dimensions) {
    const more = SLOPE_TO[name] - SLOPE_FROM[name];
    const all = addedCores.get(name) ?? [];
    console.log(
      `${name}: +${more} cost ${median(all).toFixed(3)} cores (${all.map((one) => one.toFixed(3)).join(", ")}), ${((median(all) / more) * 1e6).toFixed(1)} us of CPU a second each`,
    );
  }
}

if (process.argv[2] === "slopes") {
  await measureSlopes();
  process.exit(0);
}
const results: Result[] = [];
console.log(
  `${"server".padEnd(11)}${"viewers".padStart(8)}${"cores".padStart(8)}${"frames/s".padStart(11)}${"us/frame".padStart(10)}${"p50 ms".padStart(8)}${"p99 ms".padStart(8)}${"kB each".padStart(9)}${"MB/s".padStart(8)}`,
);
for (const viewers of SIZES)
  for (const kind of ["relay", "bare", "socket.io", ...(viewers <= NAIVE_VIEWERS_MAX ? ["naive"] : [])]) {
    try {
      const result = await measure(kind, { viewers, sets: SETS, ticks: TICKS_PER_SECOND });
      results.push(result);
      console.log(
        `${kind.padEnd(11)}${String(viewers).padStart(8)}${result.cores.toFixed(3).padStart(8)}${result.framesPerSecond.toFixed(0).padStart(11)}${result.microsPerFrame.toFixed(2).padStart(10)}${String(result.p50 ?? "-").padStart(8)}${String(result.p99 ?? "-").padStart(8)}${result.kilobytesEach.toFixed(1).padStart(9)}${result.megabytesPerSecond.toFixed(1).padStart(8)}`,
      );
    } catch (fault) {
      console.log(`${kind.padEnd(11)}${String(viewers).padStart(8)}  does not hold: ${String(fault)}`);
      stopAll();
    }
  }
for (const viewers of SIZES) {
  const relay = results.find((result) => result.kind === "relay" && result.viewers === viewers);
  for (const other of results.filter((result) => result.kind !== "relay" && result.viewers === viewers))
    if (relay !== undefined)
      console.log(
        `${viewers} viewers, relay to ${other.kind}: cores ${(relay.cores / other.cores).toFixed(2)}, CPU a frame ${(relay.microsPerFrame / other.microsPerFrame).toFixed(2)}, memory ${(relay.kilobytesEach / other.kilobytesEach).toFixed(2)}`,
      );
}
console.log(await measureFrozenViewers());
process.exit(0);
