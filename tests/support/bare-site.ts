// Starts the built site with a stdout that the test chooses. The log may be unreadable, so the port is chosen in
// advance, and /readyz reports when the site is ready.
import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { type Answer, SITE_ENTRY, send, stopSite, until } from "./site.ts";

const READY_WITHIN_MS = 30_000;

export type BareSite = {
  process: ChildProcess;
  port: number;
  adminPort: number;
  dataDir: string;
  get(path: string): Promise<Answer>;
  /** Returns the value of an operators' metric. */
  metric(name: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export type BareSiteOptions = { stdio?: StdioOptions; env?: Record<string, string>; waits?: boolean };

export async function startBareSite(options: BareSiteOptions = {}): Promise<BareSite> {
  const { stdio = ["ignore", "ignore", "ignore"], env = {}, waits = true } = options;
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "bare-"));
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [SITE_ENTRY], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      HOST: "127.0.0.1",
      SANDBOX_RECORDS: "none",
      DATA_DIR: dataDir,
      ...env,
    } as unknown as NodeJS.ProcessEnv,
    stdio,
  });
  const site: BareSite = {
    process: child,
    port,
    adminPort,
    dataDir,
    get: (path) => send(port, { method: "GET", path }),
    async metric(name) {
      const { text } = await send(adminPort, { method: "GET", path: "/metrics" });
      return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
    },
    stop: (signal = "SIGKILL") => stopSite(child, signal, env.DATA_DIR === undefined ? dataDir : null),
  };
  if (waits)
    await until(
      () => site.get("/readyz").catch(() => null),
      (answer) => answer?.status === 200,
      READY_WITHIN_MS,
    );
  return site;
}
