// Measures the load of replicas on the provider, the bus and each other. The replicas are processes without pages, with
// catalogue reader and price relay, on one bus. Counts the provider's calls after a cold start and in steady state, CPU
// and memory of a process, and bytes of the bus. `npm run bench:replicas -- 1 5 20`; ALGOS sets the catalogue's size.
// The catalogue is loaded every 20 s here and every 300 s in a site.
import { spawn } from "node:child_process";
import { createClient } from "redis";
import { startIndependentProvider } from "../providers/base-api.ts";
import { freePort } from "../support/free-port.ts";
import { ensureRedis } from "../support/system-tools.ts";
import { query, start, stopAll, type Usage, wait } from "./children.ts";

type ReplicaUsage = Usage & { algos: number; isReader: boolean; isLeader: boolean };

const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);
const ALGOS = Number(process.env.ALGOS ?? 300);
const READ_EVERY_S = 20;
const SITE_READ_EVERY_S = 300;
const WINDOW_MS = 40_000;
const PARALLEL_STARTS = 2;
const COLD_START_WITHIN_MS = 300_000;

const transferredBytes = async (client: { info(section: string): Promise<unknown> }) => {
  const info = String(await client.info("stats"));
  return (
    Number(/total_net_output_bytes:(\d+)/.exec(info)?.[1]) +
    Number(/total_net_input_bytes:(\d+)/.exec(info)?.[1])
  );
};

async function measure(count: number, hasBus: boolean): Promise<void> {
  const provider = await startIndependentProvider({ algos: ALGOS });
  const busPort = await freePort();
  const redis = spawn(ensureRedis(), ["--port", String(busPort), "--save", ""], { stdio: "ignore" });
  await wait(500);
  const client = createClient({ url: `redis://127.0.0.1:${busPort}` });
  await client.connect();
  const feedPort = await freePort();
  await start("./tick-source.ts", feedPort, 400, 2_000, Date.now());
  try {
    const from = Date.now();
    const bus = hasBus ? `redis://127.0.0.1:${busPort}` : "";
    const replicas: Awaited<ReturnType<typeof start>>[] = [];
    // Starts only a few replicas at a time, because each compiles its modules.
    while (replicas.length < count)
      replicas.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(PARALLEL_STARTS, count - replicas.length) }, () =>
            start("./replica.ts", provider.url, feedPort, bus, READ_EVERY_S),
          ),
        )),
      );
    const usages = () => Promise.all(replicas.map((replica) => query<ReplicaUsage>(replica, "usage")));
    while (!(await usages()).every(({ algos }) => algos === ALGOS)) {
      if (Date.now() - from > COLD_START_WITHIN_MS) throw new Error("the catalogue was not there in time");
      await wait(500);
    }
    const coldS = (Date.now() - from) / 1_000;
    await wait(5_000);
    const coldCalls = provider.calls().length;
    const before = await usages();
    const bytes = await transferredBytes(client);
    await wait(WINDOW_MS);
    const after = await usages();
    const calls = provider.calls().length - coldCalls;
    const busBytes = (await transferredBytes(client)) - bytes;
    const cores = after.map((one, index) => {
      const old = before[index] ?? one;
      return (one.cpu.user + one.cpu.system - old.cpu.user - old.cpu.system) / 1e3 / (one.at - old.at);
    });
    const seconds = WINDOW_MS / 1_000;
    const leader = after.findIndex(({ isLeader }) => isLeader);
    const others = cores.filter((_, index) => index !== leader);
    const mean = (values: number[]) =>
      values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
    const scaled = (calls / seconds) * (READ_EVERY_S / SITE_READ_EVERY_S);
    console.log(
      [
        String(count).padStart(3),
        hasBus ? "bus " : "none",
        `${coldCalls} calls in the first ${coldS.toFixed(0)} s`.padEnd(32),
        `${scaled.toFixed(3)} calls/s later`.padEnd(22),
        `leader ${(cores[leader] ?? 0).toFixed(3)} cores, others ${mean(others).toFixed(3)}`.padEnd(40),
        `${Math.round(mean(after.map(({ rss }) => rss)) / 2 ** 20)} MiB`.padEnd(9),
        `bus ${(busBytes / seconds / 1e6).toFixed(2)} MB/s`,
        `readers ${after.filter(({ isReader }) => isReader).length}`,
      ].join("  "),
    );
  } finally {
    stopAll();
    client.destroy();
    redis.kill("SIGKILL");
    await provider.close();
  }
}

console.log(`${ALGOS} algos, 2,000 ticks a second over 400 instruments`);
for (const count of sizes.length > 0 ? sizes : [1, 5, 20])
  for (const hasBus of count === 1 || process.env.BUS === "only" ? [true] : [false, true])
    await measure(count, hasBus);
process.exit(0);
