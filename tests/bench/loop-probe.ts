// Requests a server's health repeatedly, one request at a time, from a separate process. The time of this smallest
// response shows for how long other work blocks the server's event loop, which also delays price frames.
import { Agent, request } from "node:http";

/** Times in ms; `p99` is the 99th percentile. */
export type LoopProbe = { answers: number; p50: number; p99: number };

const [port] = process.argv.slice(2);
const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let latencies: number[] = [];

function probeHealth(): Promise<void> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/healthz", agent }, (answer) => {
      answer.resume().on("end", () => {
        latencies.push(performance.now() - startedAt);
        resolve();
      });
    })
      .on("error", reject)
      .end();
  });
}

process.on("message", () => {
  const sorted = latencies.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  latencies = [];
  process.send?.({ answers: sorted.length, p50: at(0.5), p99: at(0.99) } satisfies LoopProbe);
});
process.send?.("ready");
for (;;) {
  await probeHealth();
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
