// The status page as customers see it: it reports normal operation and failures, preserves incidents across a restart,
// and its figures match the states on other pages.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type Site, startSite, until } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

let site: Site | null = null;
afterEach(async () => {
  await site?.stop("SIGKILL");
});
/** Returns the text of the incidents, without the current states of the services. */
const incidentsOf = (text: string) => text.split("Incidents of the last").at(-1) ?? "";
const PRICES_FAILED = /Live prices (?:Stale|Not available)/;
const page = async (at: Site) =>
  (await at.get("/status")).text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

it("the status page reports an outage and its end, and preserves it after a restart", {
  timeout: 240_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "status-"));
  try {
    site = await startSite({ DATA_DIR: dataDir });
    const first = site;
    const well = await until(
      () => page(first),
      (text) => text.includes("All services are working."),
      30_000,
    );
    expect(well).toContain("No incident since");
    expect((await first.get("/status")).text).not.toContain("<script src");
    for (const where of ["/", "/docs/v2/"]) expect((await first.get(where)).text).toContain('href="/status"');
    expect((await first.get("/search?q=status")).text).toContain('href="/status"');
    expect((await first.get("/sitemap.xml")).text).toContain("/status</loc>");
    const feed = await first.get("/status.atom");
    expect([feed.status, feed.headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    expect(feed.text).toContain(`<id>${first.origin}/status</id>`);
    expect(feed.headers["cache-control"]).toBe("public, max-age=0, s-maxage=60");
    expect(feed.headers["set-cookie"]).toBeUndefined();
    const head = await first.get("/status.atom", {}, "HEAD");
    expect([head.status, head.body.byteLength]).toEqual([200, 0]);
    for (const path of ["/status", "/status.atom"]) expect((await first.post(path, "a=1")).status).toBe(405);

    // Process ids of suspended sandboxes. Each restarted sandbox is suspended again.
    const suspendedPids = new Set<number>();
    const freezing = setInterval(() => {
      const pid = first.sandboxPid();
      if (suspendedPids.has(pid)) return;
      suspendedPids.add(pid);
      try {
        process.kill(pid, "SIGSTOP");
      } catch {
        // The process has already ended.
      }
    }, 200);
    const down = await until(
      () => page(first),
      (text) => /Not working now: .*Live prices/.test(text) && PRICES_FAILED.test(incidentsOf(text)),
      100_000,
    );
    expect(down).toMatch(/Not working now: .*Algos, accounts, orders/);
    expect(incidentsOf(down)).toContain("Not yet");
    clearInterval(freezing);
    try {
      process.kill(first.sandboxPid(), "SIGCONT");
    } catch {
      // The site has just killed this sandbox because it was silent.
    }
    const again = await until(
      () => page(first),
      (text) => text.includes("All services are working.") && !text.includes("Not yet"),
      60_000,
    );
    expect(incidentsOf(again)).toMatch(PRICES_FAILED);
    await first.stop();

    site = await startSite({ DATA_DIR: dataDir });
    expect(incidentsOf(await page(site))).toMatch(PRICES_FAILED);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

it("the status page shows API response times and the number of open order sockets", {
  timeout: 120_000,
}, async () => {
  site = await startSite();
  const at = site;
  const client = await TradingClient.open(`${at.origin}/sandbox`);
  await client.place({});
  for (let nth = 0; nth < 3; nth += 1) await client.send("get", "/fundlimit");
  const socket = new WebSocket(`${at.origin.replace("http", "ws")}/sandbox/order-update`);
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const pageText = await until(
    () => page(at),
    (text) => /Order-update sockets: 1 open now/.test(text),
    30_000,
  );
  expect(pageText).toMatch(/Placing, changing and cancelling orders 1 [\d.]+ ms [\d.]+ ms/);
  expect(pageText).toMatch(/Everything else [3-9] [\d.]+ ms [\d.]+ ms/);
  expect(pageText).toMatch(/Candles and option chains 0 – –/);
  socket.terminate();
});
