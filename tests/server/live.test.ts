// Live prices in the complete site: the socket, the other transports, the pages, the operators' port, and faults. The
// sandbox is suspended or ends, or the site restarts while viewers are connected.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServerMessage } from "../../app/contract/live/live.ts";
import { BRAND } from "../providers/brand.ts";
import { freePort } from "../support/free-port.ts";
import { connectViewer, type LiveViewer } from "../support/live-viewer.ts";
import { type Site, send, startSite, until } from "../support/site.ts";

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const CHANNELS = ["strip", "algo:ridgeline-condor"];
const NIFTY = "IDX_I:13";

const TICK_PAISE = 5;
let site: Site;
let adminPort: number;
const viewers: LiveViewer[] = [];
beforeAll(async () => {
  adminPort = await freePort();
  site = await startSite({ ADMIN_PORT: String(adminPort) });
});
afterAll(() => site.stop());

async function connectTestViewer(channels = CHANNELS): Promise<LiveViewer> {
  const viewer = await connectViewer(site, channels);
  viewers.push(viewer);
  return viewer;
}
const state = (viewer: LiveViewer, name = "IDX_I") => viewer.states()[name]?.[0];
const untilTrue = async (isSo: () => boolean, withinMs = 8_000) => {
  await until(async () => isSo(), Boolean, withinMs);
};

describe("the live price socket", () => {
  it("sends a snapshot with states, then changing prices", async () => {
    const viewer = await connectTestViewer();
    await untilTrue(() => viewer.messages.some(([word]) => word === "s"));
    await untilTrue(() => state(viewer) === "live");
    // The feed may be live before the first price of this instrument arrives.
    await untilTrue(() => viewer.price(NIFTY) > 100_000);
    const first = viewer.price(NIFTY);
    await untilTrue(() => viewer.price(NIFTY) !== first);
    viewer.socket.close();
  });

  it.each<[string, object, number]>([
    ["another site's Origin", { origin: "https://evil.example" }, 403],
    ["no Origin", { origin: "" }, 403],
    ["another subprotocol", { protocol: "graphql-ws" }, 400],
    ["another path", { path: "/livelier" }, 404],
    ["another Host", { headers: { Host: "evil.example" } }, 421],
  ])("refuses a connection with %s before the upgrade", async (_, options, status) => {
    await expect(connectViewer(site, CHANNELS, options)).rejects.toMatchObject({
      response: { statusCode: status },
    });
  });

  it("closes only the viewers that send a long, binary or invalid message", async () => {
    const [long, binary, bystander] = [
      await connectTestViewer(),
      await connectTestViewer(),
      await connectTestViewer(),
    ];
    long.socket.send("x".repeat(5_000));
    binary.socket.send(Buffer.from([1, 2, 3]));
    expect(await long.closed).toBe(1009);
    expect(await binary.closed).toBe(4500);
    const countBefore = bystander.messages.length;
    await untilTrue(() => bystander.messages.length > countBefore);
    bystander.socket.close();
  });

  it("sends twenty changing levels of market depth for an algo's instrument", async () => {
    const poll = JSON.parse((await site.get("/live/poll?ch=algo:ridgeline-condor")).text) as ServerMessage;
    if (poll[0] !== "s") throw new Error("no snapshot");
    const option = poll[3].map(([key]) => key).find((key) => key.startsWith("NSE_FNO"));
    const viewer = await connectTestViewer([`depth:ridgeline-condor:${option}`]);
    const books = () =>
      viewer.messages.flatMap((message) =>
        message[0] === "s" ? message[4] : message[0] === "q" ? message[5] : [],
      );
    await untilTrue(() => books().length >= 3);
    const [, , bids, asks] = books()[0] ?? [];
    // A cheap option near its expiry may have fewer possible bid prices than the depth has levels.
    const prices = Math.floor((bids?.[0]?.[0] ?? 0) / TICK_PAISE);
    expect(prices).toBeGreaterThan(0);
    expect(bids).toHaveLength(Math.min(20, prices));
    expect(asks).toHaveLength(20);
    expect(bids?.[0]?.[0] ?? 0).toBeLessThan(asks?.[0]?.[0] ?? 0);
    viewer.socket.close();
  });
});

describe("without WebSockets", () => {
  it("server-sent events begin with a hello message and a snapshot", async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const eventRequest = request(
        { host: "127.0.0.1", port: site.port, path: "/live/sse?ch=strip", headers: { origin: site.origin } },
        (response) => {
          expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
          expect(response.headers["cache-control"]).toBe("no-store");
          let all = "";
          response.on("data", (chunk) => {
            all += chunk;
            if ((all.match(/data: \["q"/g) ?? []).length >= 2) {
              eventRequest.destroy();
              resolve(all);
            }
          });
        },
      );
      eventRequest.on("error", reject);
      eventRequest.end();
    });
    const messages = text
      .split("\n\n")
      .filter((event) => event.startsWith("data: ") && event.endsWith("]"))
      .map((event) => (JSON.parse(event.slice(6)) as ServerMessage)[0]);
    expect(messages.slice(0, 2)).toEqual(["h", "s"]);
  });

  it("a poll returns a snapshot", async () => {
    // The first price of an instrument without viewers arrives later.
    const message = await until(
      async () =>
        JSON.parse((await site.get("/live/poll?ch=strip&ch=algo:ridgeline-condor")).text) as ServerMessage,
      (received) => received[0] !== "s" || received[3].length >= 3,
      15_000,
    );
    expect(message[0]).toBe("s");
  });

  it.each([
    ["a request without channels", "/live/poll", "GET", {}, 400],
    ["a request with too many channels", `/live/sse?${"ch=strip&".repeat(21)}`, "GET", {}, 400],
    ["a request for an unknown channel", "/live/poll?ch=algo:no-such-algo", "GET", {}, 404],
    [
      "a request for an instrument that no algo has",
      "/live/poll?ch=depth:ridgeline-condor:NSE_EQ:1333",
      "GET",
      {},
      404,
    ],
    [
      "a request of another site's page",
      "/live/sse?ch=strip",
      "GET",
      { "sec-fetch-site": "cross-site" },
      403,
    ],
    ["a plain request to the socket's address", "/live", "GET", {}, 426],
    ["a request for an unknown path below /live", "/live/else", "GET", {}, 404],
  ] as const)("%s is refused", async (_, path, method, headers, status) => {
    expect((await site.get(path, headers, method)).status).toBe(status);
  });
});

describe("pages without scripts", () => {
  it("show prices with time and state, and a link to reload them", async () => {
    const page = parse((await site.get(ALGO)).text);
    const price = page.querySelector(`[data-live="${NIFTY}"][data-f="ltp"]`);
    expect(Number(price?.getAttribute("value"))).toBeGreaterThan(1_000);
    expect(page.querySelector(`[data-live="${NIFTY}"][data-f="state"]`)?.text).toMatch(/^Live/);
    expect(page.querySelector(`[data-live="${NIFTY}"][data-f="ltt"]`)?.text).toMatch(/\d\d:\d\d:\d\d IST/);
    expect(page.querySelectorAll("[data-depth] tr")).toHaveLength(20);
    expect(page.querySelector('noscript meta[http-equiv="refresh"]')).toBeNull();
    const links = page.querySelectorAll("[data-live-plain] a").map((link) => link.getAttribute("href"));
    expect(links[0]).toMatch(/\?at=\d+#prices$/);
    expect(links[1]).toBe(`${ALGO}?refresh=30#prices`);
    const renewed = parse((await site.get(`${ALGO}?refresh=30`)).text);
    expect(renewed.querySelector("noscript")?.innerHTML).toMatch(/http-equiv="refresh" content="30"/);
    expect(renewed.querySelector("[data-live-plain]")?.text).toContain("Stop refreshing");
    expect(renewed.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
  });

  it("show live prices on lists and the home page only in the price strip", async () => {
    for (const path of ["/", "/algos"]) {
      const page = parse((await site.get(path)).text);
      expect(page.querySelectorAll('aside[aria-label="Market"] [data-f="ltp"]'), path).toHaveLength(3);
      expect(page.querySelectorAll("article [data-f]"), path).toEqual([]);
    }
  });

  it("show a dated price strip on pages without live prices, except the documentation", async () => {
    for (const path of ["/support", "/status", "/legal/terms", "/search?q=condor", "/evidence", "/nowhere"]) {
      const page = parse((await site.get(path)).text);
      const strip = page.querySelector('aside[aria-label="Market"]');
      expect(strip?.text, path).toMatch(
        /Nifty 50 [\d,]+\.\d\d .*Sensex [\d,]+\.\d\d .*as of \d{1,2} [A-Z][a-z]{2}, \d\d:\d\d:\d\d IST/,
      );
      expect(strip?.text, path).not.toContain("Live");
      expect(page.querySelector("script[data-channels]"), path).toBeNull();
    }
    expect((await site.get("/support")).headers["cache-control"]).toMatch(/^public, max-age=0, s-maxage=60,/);
    const docs = parse((await site.get("/docs/v2/orders")).text);
    expect(docs.querySelector('aside[aria-label="Market"]')).toBeNull();
  });

  it("are cached for at most two seconds if they have prices", async () => {
    const answer = await site.get(ALGO);
    expect(answer.headers["cache-control"]).toBe("public, max-age=0, s-maxage=2, stale-if-error=60");
    expect(answer.headers["x-fresh-seconds"]).toBeUndefined();
    expect((await site.get(ALGO, { cookie: "theme=dark" })).headers["cache-control"]).toBe(
      "private, no-cache",
    );
    const time = (text: string) => parse(text).querySelector("[data-live-clock]")?.text ?? "";
    const first = time((await site.get(ALGO)).text);
    await until(
      async () => time((await site.get(ALGO)).text),
      (now) => now !== first,
      6_000,
    );
  });

  it("the live script with its worker is below 10 kB, the form script below 2 kB", async () => {
    const page = parse((await site.get(ALGO)).text);
    const scripts = page.querySelectorAll('script:not([type="application/ld+json"])');
    const [live, ...noOther] = scripts.filter((one) => one.hasAttribute("data-worker"));
    const [forms, start, ...nothingElse] = scripts.filter((one) => !one.hasAttribute("data-worker"));
    expect([...noOther, ...nothingElse]).toEqual([]);
    const bytesOf = async (path = "") => {
      const answer = await site.get(path, { "accept-encoding": "gzip" });
      expect(answer.status).toBe(200);
      expect(answer.headers["content-security-policy"]).toContain("connect-src 'self'");
      return answer.body.byteLength;
    };
    const [script, worker] = [live?.getAttribute("data-src"), live?.getAttribute("data-worker")];
    expect((await bytesOf(script)) + (await bytesOf(worker))).toBeLessThan(10_240);
    expect(forms?.getAttribute("data-src")).toContain("form-script");
    expect(await bytesOf(forms?.getAttribute("data-src"))).toBeLessThan(2_048);
    expect(start?.getAttribute("src")).toContain("start-script");
  });
});

describe("the operators' port", () => {
  it("serves metrics and feed states, which the public port does not serve", async () => {
    for (const { socket } of viewers) socket.close();
    const viewer = await connectTestViewer();
    await untilTrue(() => viewer.messages.some(([word]) => word === "q"));
    const { text } = await until(
      () => send(adminPort, { method: "GET", path: "/metrics" }),
      (metrics) => metrics.text.includes("relay_viewers 1"),
      8_000,
    );
    for (const name of [
      "relay_viewers 1",
      "relay_leader 1",
      "relay_market_feed_up 1",
      "relay_depth_feed_up 1",
      "relay_frames_sent_total",
      'relay_viewers_opened_total{kind="socket"}',
      "relay_flush_slice_seconds_bucket",
      "nodejs_eventloop_lag_p99_seconds",
      'http_request_seconds_count{from="render",status="2xx"}',
    ])
      expect(text).toContain(name);
    expect(Number(/^relay_market_feed_age_seconds (.*)$/m.exec(text)?.[1])).toBeLessThan(2);
    const page = await send(adminPort, { method: "GET", path: "/status" });
    expect(parse(page.text).querySelector("table")?.text).toContain("connects to the provider");
    const facts = JSON.parse((await send(adminPort, { method: "GET", path: "/status.json" })).text);
    expect(facts.relay.feeds.market.connections).toHaveLength(1);
    const posted = await send(adminPort, { method: "POST", path: "/status" });
    expect([posted.status, posted.headers.allow]).toEqual([405, "GET, HEAD"]);
    for (const path of ["/metrics", "/status.json", "/operations"])
      expect((await site.get(path)).status).toBe(404);
    // /status is the page for customers, so it must not contain operators' data.
    expect((await site.get("/status")).text).not.toContain("connects to the provider");
    viewer.socket.close();
  });

  it("shows no access token of the price feed in the log or on the status page", async () => {
    const text =
      JSON.stringify(site.log) + (await send(adminPort, { method: "GET", path: "/status.json" })).text;
    expect(text).not.toMatch(/token=|authType/);
  });
});

describe("faults", () => {
  it("prices become stale while the sandbox is suspended, and live after it resumes", async () => {
    const viewer = await connectTestViewer();
    await untilTrue(() => state(viewer) === "live");
    process.kill(site.sandboxPid(), "SIGSTOP");
    try {
      await untilTrue(() => state(viewer) === "delayed", 4_000);
      await untilTrue(() => state(viewer) === "stale", 7_000);
    } finally {
      process.kill(site.sandboxPid(), "SIGCONT");
    }
    await untilTrue(() => state(viewer) === "live", 12_000);
    viewer.socket.close();
  });

  it("prices become live again after the sandbox is killed and restarted", async () => {
    const viewer = await connectTestViewer();
    await untilTrue(() => state(viewer) === "live");
    const before = viewer.price(NIFTY);
    const pid = site.sandboxPid();
    process.kill(pid, "SIGKILL");
    await untilTrue(() => site.sandboxPid() !== pid, 10_000);
    const countBefore = viewer.messages.length;
    await untilTrue(
      () => viewer.messages.slice(countBefore).some(([word]) => word === "q") && state(viewer) === "live",
      12_000,
    );
    expect(Math.abs(viewer.price(NIFTY) / before - 1)).toBeLessThan(0.01);
    viewer.socket.close();
  });
});

describe("limits and market hours from settings", () => {
  it("viewers are limited per address and per process", async () => {
    const small = await startSite({ VIEWERS_PER_ADDRESS: "2" });
    const tiny = await startSite({ VIEWERS_PER_NODE: "1" });
    try {
      const two = [await connectViewer(small, ["strip"]), await connectViewer(small, ["strip"])];
      await expect(connectViewer(small, ["strip"])).rejects.toMatchObject({
        response: { statusCode: 429, headers: { "retry-after": "5" } },
      });
      two[0]?.socket.close();
      await two[0]?.closed;
      await until(
        () =>
          connectViewer(small, ["strip"]).then(
            () => true,
            () => false,
          ),
        Boolean,
        3_000,
      );
      await connectViewer(tiny, ["strip"]);
      await expect(connectViewer(tiny, ["strip"])).rejects.toMatchObject({ response: { statusCode: 503 } });
      expect((await tiny.get("/live/sse?ch=strip")).status).toBe(503);
    } finally {
      await Promise.all([small.stop(), tiny.stop()]);
    }
  });

  it('pages show "Market closed" and the last prices outside of market hours', async () => {
    const folder = mkdtempSync(join(tmpdir(), "calendar-"));
    const file = join(folder, "calendar.json");
    writeFileSync(file, JSON.stringify({ timetables: [], holidays: [], special: [] }));
    const closed = await startSite({ SANDBOX_MARKET_HOURS: "exchange", MARKET_CALENDAR_FILE: file });
    try {
      const viewer = await connectViewer(closed, CHANNELS);
      await untilTrue(() => state(viewer) === "closed");
      const page = parse((await closed.get(ALGO)).text);
      expect(page.querySelector('aside[aria-label="Market"]')?.text).toContain("Market closed");
      expect(page.querySelector(`[data-live="${NIFTY}"][data-f="state"]`)?.text).toContain("Market closed");
      await untilTrue(() => viewer.price(NIFTY) > 100_000);
    } finally {
      await closed.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it("a site without price feeds shows no prices and returns 404 for the socket", async () => {
    const bare = await startSite({ ...BRAND, BASE_API_URL: "http://127.0.0.1:9" });
    try {
      const home = await bare.get("/");
      expect(home.status).toBe(200);
      expect(home.text).not.toContain("data-live");
      expect(home.text).not.toContain("data-worker");
      expect(home.text).not.toContain("page-script");
      await expect(connectViewer(bare, ["strip"])).rejects.toMatchObject({ response: { statusCode: 404 } });
    } finally {
      await bare.stop();
    }
  });
});

it("a stopping site closes 200 connections with 1012, and viewers can reconnect", async () => {
  const first = await startSite({ VIEWERS_PER_ADDRESS: "500" });
  const crowd = await Promise.all(Array.from({ length: 200 }, () => connectViewer(first, CHANNELS)));
  await untilTrue(() => crowd.every(({ messages }) => messages.some(([word]) => word === "q")), 15_000);
  const stopped = first.stop();
  const codes = await Promise.all(crowd.map(({ closed }) => closed));
  expect(new Set(codes)).toEqual(new Set([1012]));
  expect(crowd.every(({ messages }) => messages.some(([word]) => word === "x"))).toBe(true);
  expect(await stopped).toBe(0);
  const second = await startSite({ PORT: String(first.port), VIEWERS_PER_ADDRESS: "500" });
  try {
    const back = await Promise.all(Array.from({ length: 200 }, () => connectViewer(second, CHANNELS)));
    await untilTrue(() => back.every((viewer) => state(viewer) === "live"), 15_000);
    for (const viewer of back) viewer.socket.terminate();
  } finally {
    await second.stop();
  }
});
