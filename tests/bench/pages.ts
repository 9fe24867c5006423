// How fast pages are served, beside a bare node:http server that sends the same bytes, in one run: requests a second and
// latency as ratios. "cached" asks one address again and again; "rendered" asks a new address each time, so that every
// answer is put together anew. Needs the build. `npm run bench`
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { startSite } from "../support/site.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 50);

const PAGES: [name: string, path: string, fresh: (index: number) => string][] = [
  ["home", "/", () => "/"],
  ["list", "/algos", (index) => `/algos?q=a${index}`],
  [
    "detail",
    "/algos/managers/kestrel-ridge/ridgeline-condor",
    (index) => `/algos/managers/kestrel-ridge/ridgeline-condor?amount=${200_000 + index}`,
  ],
];

type Load = { perSecond: number; p50: number; p99: number; bad: number };

async function load(origin: string, path: string, fresh?: (index: number) => string): Promise<Load> {
  let index = 0;
  const result = await autocannon({
    url: `${origin}${path}`,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { "accept-encoding": "br" },
    ...(fresh === undefined
      ? {}
      : {
          requests: [
            {
              setupRequest: (request: autocannon.Request) => {
                index += 1;
                return { ...request, path: fresh(index) };
              },
            },
          ],
        }),
  });
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bad: result.non2xx + result.errors,
  };
}

const folder = mkdtempSync(join(tmpdir(), "bench-"));
// Logging stays on, as an operator would run it; the bare server logs nothing.
const site = await startSite({ DATA_DIR: join(folder, "data") });

console.log(
  `${cpus().length} cores, node ${process.version}, ${CONNECTIONS} connections, ${SECONDS} s each\n`,
);
console.log("page    kind        req/s    p50 ms   p99 ms   bad   of bare req/s   p99 to bare");
try {
  for (const [name, path, fresh] of PAGES) {
    const answer = await site.get(path, { "accept-encoding": "br" });
    const file = join(folder, `${name}.body`);
    writeFileSync(file, answer.body);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([key]) => !["date", "connection", "keep-alive"].includes(key)),
    );
    const bare = fork("tests/bench/bare-server.ts", [file, JSON.stringify(headers)], {
      execArgv: ["--import", "tsx"],
    });
    const port = await new Promise<number>((resolve) =>
      bare.once("message", (message) => resolve(message as number)),
    );
    const yardstick = await load(`http://127.0.0.1:${port}`, path);
    bare.kill();
    print(name, "bare", yardstick, yardstick);
    print(name, "cached", await load(site.origin, path), yardstick);
    if (path !== "/") print(name, "rendered", await load(site.origin, path, fresh), yardstick);
    console.log(`        ${answer.text.length} characters of HTML, ${answer.body.byteLength} bytes brotli`);
  }
} finally {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
}

function print(name: string, kind: string, measured: Load, yardstick: Load): void {
  const cells = [
    name.padEnd(7),
    kind.padEnd(9),
    measured.perSecond.toFixed(0).padStart(7),
    measured.p50.toFixed(0).padStart(9),
    measured.p99.toFixed(0).padStart(8),
    String(measured.bad).padStart(5),
    (measured.perSecond / yardstick.perSecond).toFixed(3).padStart(15),
    (measured.p99 / Math.max(yardstick.p99, 1)).toFixed(1).padStart(13),
  ];
  console.log(cells.join(" "));
}
