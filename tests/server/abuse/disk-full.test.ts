// The disk of the data folder becomes full while the site runs: pages stay available, writes are refused, the metrics
// of the alerts change, and writes work again after space was freed. The test needs a small disk, so it runs only if
// this user may mount one.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { type Site, send, startSite, until } from "../../support/site.ts";

const alerts = readFileSync("server/operations/prometheus/alerts.yml", "utf8");

/** Checks that the alert exists and uses this metric. */
function expectAlertUses(alert: string, metric: string): void {
  expect(
    alerts.split("- alert: ").find((part) => part.startsWith(`${alert}\n`)),
    alert,
  ).toContain(metric);
}

async function metricOf(adminPort: number, name: string): Promise<number> {
  const { text } = await send(adminPort, { method: "GET", path: "/metrics" });
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
}

let site: Site | null = null;
let unmount: () => void = () => {};
afterEach(async () => {
  await site?.stop("SIGKILL");
  site = null;
  unmount();
  unmount = () => {};
});

const folder = mkdtempSync(join(tmpdir(), "faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const mount = (...mountArguments: string[]) => spawnSync("mount", [...mountArguments, folder]).status === 0;
const canMount = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs");
if (canMount) spawnSync("umount", [folder]);

it.runIf(canMount)(
  "a full disk causes 503 for writes until space is free, while pages load",
  {
    timeout: 120_000,
  },
  async () => {
    expect(mount("-t", "tmpfs", "-o", "size=24m", "tmpfs")).toBe(true);
    unmount = () => void spawnSync("umount", ["-l", folder]);
    const adminPort = await freePort();
    site = await startSite({ DATA_DIR: folder, ADMIN_PORT: String(adminPort) });
    const running = site;
    const filler = join(folder, "filler");
    let size = 24 << 20;
    for (; size >= 1; size >>= 1)
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch {
        // The disk has no space for a block of this size, so a smaller one is tried.
      }
    const sendEnquiry = (message: string) =>
      running.post(
        "/trading-apis/banks",
        new URLSearchParams({
          name: "Full",
          email: "full@example.com",
          organisation: "",
          message,
        }).toString(),
      );
    // The first writes can succeed, because the store's log may still have free space in its file.
    let turn = 0;
    const refused = await until(
      () => {
        turn += 1;
        return sendEnquiry(`Request ${turn} on a full disk, ${"x".repeat(900)}.`);
      },
      ({ status }) => status !== 303 && status !== 429,
      60_000,
    );
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBeDefined();
    for (const path of ["/", "/algos", "/status", "/docs/v2/orders"])
      expect(
        (
          await until(
            () => running.get(path),
            ({ status }) => status === 200,
            20_000,
          )
        ).status,
        path,
      ).toBe(200);
    expectAlertUses("DiskFull", "data_dir_free_bytes");
    expect(await metricOf(adminPort, "data_dir_free_bytes")).toBeLessThan(5e7);
    expectAlertUses("StoreCannotWrite", "store_faults_total");
    await until(
      () => metricOf(adminPort, "store_faults_total"),
      (faults) => faults > 0,
      75_000,
    );
    rmSync(filler);
    await until(
      () => sendEnquiry("Room again, and the same words."),
      ({ status }) => status === 303,
      75_000,
    );
  },
);
