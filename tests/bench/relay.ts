// The relay beside three yardsticks in one run: bare sockets that get one ready buffer a set (the floor), Socket.IO with the
// relay's own conflation, and a plain `ws` server that forwards every tick. 2,000 ticks a second over 400 instruments, viewers in 50 sets of 20. Then 50 of 300 viewers that stop
// reading. Prints a table and ratios; asserts nothing. `npm run bench:relay -- 1000 5000` chooses the crowds.
import { freePort } from "../support/free-port.ts";
import { ask, start, stop, stopAll, type Usage, type Window, wait } from "./children.ts";

const crowds = process.argv.slice(2).map(Number).filter(Number.isFinite);
const SIZES = crowds.length > 0 ? crowds : [1_000, 5_000, 10_000];
const SETS = 50;
const SETTLE_MS = 4_000;
const WINDOW_MS = 10_000;
/** A per-tick forwarder has to write so many times the frames that only the smallest crowd is put to it. */
const NAIVE_AT_MOST = 1_000;

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

async function measure(kind: string, viewers: number): Promise<Result> {
  const epoch = Date.now();
  const [feedPort, port] = [await freePort(), await freePort()];
  await start("./tick-source.ts", feedPort, 400, 2_000, epoch);
  const server = await start("./fan-out-server.ts", kind, port, feedPort, SETS);
  await wait(1_000);
  const empty = await ask<Usage>(server, "usage");
  try {
    const crowd = await start("./viewers.ts", kind, port, viewers, SETS, epoch, 0);
    await wait(SETTLE_MS);
    await ask<Window>(crowd, "window");
    const before = await ask<Usage>(server, "usage");
    await wait(WINDOW_MS);
    const window = await ask<Window>(crowd, "window");
    const after = await ask<Usage>(server, "usage");
    const seconds = (after.at - before.at) / 1_000;
    const cpuSeconds = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1e6;
    stop(crowd);
    return {
      kind,
      viewers,
      cores: cpuSeconds / seconds,
      framesPerSecond: window.frames / seconds,
      microsPerFrame: (cpuSeconds * 1e6) / window.frames,
      // The bare server's frames carry no times.
      p50: kind === "bare" ? null : window.p50,
      p99: kind === "bare" ? null : window.p99,
      kilobytesEach: (after.rss - empty.rss) / 1_024 / viewers,
      megabytesPerSecond: window.bytes / seconds / 1e6,
    };
  } finally {
    stopAll();
  }
}

async function frozen(): Promise<string> {
  const [total, still] = [300, 50];
  const epoch = Date.now();
  const [feedPort, port] = [await freePort(), await freePort()];
  await start("./tick-source.ts", feedPort, 400, 2_000, epoch);
  const server = await start("./fan-out-server.ts", "relay", port, feedPort, SETS);
  const crowd = await start("./viewers.ts", "relay", port, total, SETS, epoch, still);
  await wait(1_000);
  await ask<Window>(crowd, "window");
  const before = await ask<Usage>(server, "usage");
  const seen: string[] = [];
  let most = before.rss;
  for (let second = 1; second <= 22; second += 1) {
    await wait(1_000);
    most = Math.max(most, (await ask<Usage>(server, "usage")).rss);
    if (second % 7 === 0) {
      const { open } = await ask<{ viewers: number; open: number }>(server, "counters").then(
        ({ viewers }) => ({
          open: viewers,
        }),
      );
      seen.push(`after ${second} s ${open} viewers`);
    }
  }
  const window = await ask<Window>(crowd, "window");
  const counters = await ask<{ viewersClosed: Record<string, number>; skipped: number }>(server, "counters");
  stopAll();
  return `${still} of ${total} viewers stop reading: ${seen.join(", ")}; closed ${JSON.stringify(counters.viewersClosed)}, skipped ${counters.skipped} frames; memory +${((most - before.rss) / 2 ** 20).toFixed(1)} MiB at most; the others: p50 ${window.p50} ms, p99 ${window.p99} ms`;
}

const results: Result[] = [];
console.log(
  `${"server".padEnd(11)}${"viewers".padStart(8)}${"cores".padStart(8)}${"frames/s".padStart(11)}${"us/frame".padStart(10)}${"p50 ms".padStart(8)}${"p99 ms".padStart(8)}${"kB each".padStart(9)}${"MB/s".padStart(8)}`,
);
for (const viewers of SIZES)
  for (const kind of ["relay", "bare", "socket.io", ...(viewers <= NAIVE_AT_MOST ? ["naive"] : [])]) {
    try {
      const result = await measure(kind, viewers);
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
console.log(await frozen());
process.exit(0);
