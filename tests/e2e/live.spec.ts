// Live prices in a browser with scripts: they change, show when they are stale, pause, share one connection, and use
// another transport if sockets are blocked. The tests of a worker share one site, which no other file uses: a test that
// breaks it waits until it works again.
import { freePort } from "../support/free-port.ts";
import { type Site, send, startSite } from "../support/site.ts";
import { test as base, expect } from "./fixtures.ts";

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";

type LiveSite = Site & { adminPort: number };

const test = base.extend<object, { site: LiveSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      const adminPort = await freePort();
      const site = await startSite({ ADMIN_PORT: String(adminPort) });
      await use(Object.assign(site, { adminPort }));
      await site.stop("SIGKILL");
    },
    { scope: "worker" },
  ],
  page: async ({ page, site }, use) => {
    // The pages of the test before may still be connected.
    await expect.poll(() => viewersOf(site)).toBe(0);
    await use(page);
  },
});

const viewersOf = async ({ adminPort }: LiveSite) =>
  JSON.parse((await send(adminPort, { method: "GET", path: "/status.json" })).text).relay.hub.viewers;

const CELL = (field: string) => `table [data-live="IDX_I:13"][data-f="${field}"]`;

test("prices and market depth are updated, and two tabs share one connection", async ({
  page,
  context,
  site,
}) => {
  await page.goto(`${site.origin}${ALGO}`);
  const price = page.locator(CELL("ltp"));
  await expect(page.locator(CELL("state"))).toHaveText("Live");
  const first = await price.textContent();
  await expect(price).not.toHaveText(first ?? "");
  const book = page.locator("[data-depth] tr").first();
  const top = await book.textContent();
  await expect(book).not.toHaveText(top ?? "");
  await expect(page.locator("[data-depth-state]")).toHaveText("Live");
  await expect(page.locator(CELL("ltt"))).toHaveText(/\d\d:\d\d:\d\d IST/);

  const list = await context.newPage();
  await list.goto(`${site.origin}/algos`);
  // Tests an index, which changes with every share in it. A single share may have the same price for 15 seconds.
  const strip = list.locator('aside [data-live^="IDX_I:"][data-f="ltp"]').first();
  const before = await strip.textContent();
  await expect(strip).not.toHaveText(before ?? "", { timeout: 15_000 });
  expect(await viewersOf(site)).toBe(1);
});

test("pausing stops price updates, and resuming continues at the current price", async ({
  page,
  context,
  site,
}) => {
  await page.goto(`${site.origin}${ALGO}`);
  const clock = page.locator("[data-live-clock]");
  await expect(page.getByRole("link", { name: "Refresh", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Pause updates" }).click();
  const held = await clock.textContent();
  // Prices on other pages continue to change.
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${site.origin}${ALGO}`);
  const moving = elsewhere.locator("[data-live-clock]");
  await expect(moving).toHaveText(/\d/);
  const before = await moving.textContent();
  await expect(moving).not.toHaveText(before ?? "");
  await expect(clock).toHaveText(held ?? "");
  await page.getByRole("button", { name: "Resume updates" }).click();
  await expect(clock).not.toHaveText(held ?? "");
});

test("prices are labelled stale when the sandbox stops, and live when it restarts", async ({
  page,
  site,
}) => {
  await page.goto(`${site.origin}${ALGO}`);
  const state = page.locator(CELL("state"));
  await expect(state).toHaveText("Live");
  process.kill(site.sandboxPid(), "SIGSTOP");
  await expect(state).toHaveText(/^Stale/, { timeout: 9_000 });
  await expect(page.getByRole("status")).toHaveText(/^Stale/);
  process.kill(site.sandboxPid(), "SIGCONT");
  await expect(state).toHaveText("Live", { timeout: 12_000 });
  const pid = site.sandboxPid();
  process.kill(pid, "SIGKILL");
  await expect.poll(() => site.sandboxPid(), { timeout: 10_000 }).not.toBe(pid);
  await expect(state).toHaveText("Live", { timeout: 15_000 });
});

test("prices are labelled stale while the site is down", async ({ page, site }) => {
  await page.goto(`${site.origin}${ALGO}`);
  const state = page.locator(CELL("state"));
  await expect(state).toHaveText("Live");
  process.kill(site.process.pid ?? 0, "SIGSTOP");
  await expect(state).toHaveText("Stale: no connection to this site", { timeout: 12_000 });
  process.kill(site.process.pid ?? 0, "SIGCONT");
  await expect(state).toHaveText("Live", { timeout: 20_000 });
});

for (const [name, blocked] of [
  ["events", "WebSocket"],
  ["polling", "WebSocket,EventSource"],
] as const)
  test(`without WebSockets, prices are still updated by ${name}`, async ({ page, site }) => {
    await page.addInitScript((names) => {
      class Blocked {
        onclose: ((event: { code: number }) => void) | null = null;
        onerror: (() => void) | null = null;
        constructor() {
          setTimeout(() => {
            this.onclose?.({ code: 1006 });
            this.onerror?.();
          }, 5);
        }
        close() {}
      }
      for (const blocked of names.split(",")) Object.assign(globalThis, { [blocked]: Blocked });
      Reflect.deleteProperty(globalThis, "SharedWorker");
    }, blocked);
    await page.goto(`${site.origin}${ALGO}`);
    const time = page.locator(CELL("ltt"));
    const first = await time.textContent();
    await expect(time).not.toHaveText(first ?? "", { timeout: 25_000 });
    await expect(page.locator(CELL("state"))).toHaveText(
      name === "events" ? "Live" : "Delayed: updated every 10 s",
    );
  });

test("a price flashes at most three times a second", async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${site.origin}${ALGO}`);
  await expect(page.locator(CELL("state"))).toHaveText("Live");
  const most = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const flashes = new Map<Node, number[]>();
        new MutationObserver((records) => {
          for (const { target } of records)
            if ((target as Element).hasAttribute("data-flash"))
              flashes.set(target, [...(flashes.get(target) ?? []), performance.now()]);
        }).observe(document.body, { subtree: true, attributeFilter: ["data-flash"] });
        setTimeout(() => {
          const counts = [...flashes.values()].flatMap((times) =>
            times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length),
          );
          resolve(Math.max(0, ...counts));
        }, 6_000);
      }),
  );
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(3);
});

test("leaving a page closes its price connection, and going back opens it again", async ({ page, site }) => {
  await page.goto(`${site.origin}${ALGO}`);
  await expect(page.locator(CELL("state"))).toHaveText("Live");
  await page.goto(`${site.origin}/trading-apis`);
  await expect.poll(() => viewersOf(site), { timeout: 5_000 }).toBe(0);
  await page.goBack();
  await expect(page.locator(CELL("state"))).toHaveText("Live");
  await expect.poll(() => viewersOf(site), { timeout: 5_000 }).toBe(1);
});
