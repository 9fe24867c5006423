// Asks a server's health again and again, one request at a time, from a process of its own: how long the smallest answer takes is how long
// the server's loop is held by everything else, price frames that are due among it. Asked with any message it tells what it saw since it
// was asked before. Argument: the port.
import { Agent, request } from "node:http";

/** Ms; `p99`: the slowest hundredth of answers took at least that. */
export type LoopProbe = { answers: number; p50: number; p99: number };

const [port] = process.argv.slice(2);
const EVERY_MS = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let took: number[] = [];

function ask(): Promise<void> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path: "/healthz", agent }, (answer) => {
      answer.resume().on("end", () => {
        took.push(performance.now() - begun);
        resolve();
      });
    })
      .on("error", reject)
      .end();
  });
}

process.on("message", () => {
  const sorted = took.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  took = [];
  process.send?.({ answers: sorted.length, p50: at(0.5), p99: at(0.99) } satisfies LoopProbe);
});
process.send?.("ready");
for (;;) {
  await ask();
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
