// Simulates faults of the settings, the provider and the machine, and expects the doctor to name the setting to change.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import {
  type IndependentProvider,
  startIndependentProvider,
  withFaults,
} from "../../tests/providers/base-api.ts";
import { siteSettings } from "../../tests/providers/site-settings.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { FeedServer } from "../sandbox/exchange/feeds/feed-server.ts";
import { SandboxMarket } from "../sandbox/exchange/market.ts";
import { examine, isHealthy, renderReport } from "./examine.ts";
import type { Finding } from "./finding.ts";

let provider: IndependentProvider;
let http: Server;
let feeds: FeedServer;
let orderSockets: WebSocketServer;
let healthy: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), "doctor-"));
const calendar = join(folder, "calendar.json");

beforeAll(async () => {
  provider = await startIndependentProvider();
  feeds = new FeedServer({
    market: new SandboxMarket(1, ROUND_THE_CLOCK),
    now: () => Date.now(),
    authenticate: (clientId, token) => (clientId !== "R" ? 810 : token === "feed-token" ? null : 807),
  });
  orderSockets = new WebSocketServer({ noServer: true });
  http = createServer((_, response) => response.writeHead(404).end("{}"));
  http.on("upgrade", (request, socket, head) => {
    if (request.url?.startsWith("/order-update"))
      orderSockets.handleUpgrade(request, socket, head, (opened: WebSocket) =>
        opened.once("message", (text) => {
          if (!String(text).includes('"Secret":"independent-secret"'))
            opened.close(1008, "the login was refused");
        }),
      );
    else if (request.url?.includes("feed") || request.url?.includes("twentydepth"))
      feeds.upgrade(request, socket, head);
    else socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
  });
  const port = await freePort();
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  writeFileSync(calendar, JSON.stringify(ROUND_THE_CLOCK));
  const token = join(folder, "token");
  writeFileSync(token, "feed-token\n");
  healthy = {
    ...siteSettings(provider.url),
    PUBLIC_ORIGIN: "https://algos.northgate.test",
    TRUSTED_PROXY_HOPS: "1",
    ADMIN_PORT: "0",
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    MARKET_CALENDAR_FILE: calendar,
    MARKET_FEED_URL: `ws://127.0.0.1:${port}/feed`,
    DEPTH_FEED_URL: `ws://127.0.0.1:${port}/twentydepth`,
    FEED_CLIENT_ID: "R",
    FEED_ACCESS_TOKEN_FILE: token,
    ORDER_UPDATE_URL: `ws://127.0.0.1:${port}/order-update`,
    CHAT_URL: `http://127.0.0.1:${port}/chat`,
    API_ADMIN_FORM_URL: `http://127.0.0.1:${port}/enquiries`,
    ORDER_WINDOW_URL: `http://127.0.0.1:${port}/order-window`,
  };
});
afterAll(async () => {
  await provider.close();
  feeds.close();
  orderSockets.close();
  http.closeAllConnections();
  http.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  provider.faults = withFaults({});
});

const examined = (changes: Record<string, string> = {}) => examine([], { ...healthy, ...changes }, folder);
const redOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ colour }) => colour === "red")
    .map(({ check, settings }) => `${check}: ${settings.join()}`);
const closedPort = async () => `127.0.0.1:${await freePort()}`;

describe("a healthy configuration", () => {
  it("passes every check, but may warn about open files or a slow base API", {
    timeout: 30_000,
  }, async () => {
    const findings = await examined();
    expect(
      findings.filter(
        ({ colour, check }) => colour !== "green" && check !== "open files" && check !== "base API",
      ),
    ).toEqual([]);
    // A slow base API is amber, which can occur on a busy machine.
    expect(findings.find(({ check }) => check === "base API")?.text).toMatch(/contract/);
    expect(isHealthy(findings)).toBe(true);
    for (const check of [
      "base API",
      "clock",
      "sign-in",
      "market feed",
      "depth feed",
      "order updates",
      "chat",
      "disk",
    ])
      expect(findings.map((one) => one.check)).toContain(check);
    const text = renderReport(findings, false);
    expect(text).toMatch(/GREEN {2}clock +- +this machine's clock/);
    expect(text).not.toMatch(/independent-secret|feed-token/);
  });
});

describe("a configuration with a fault", { timeout: 30_000 }, () => {
  it.each<[fault: string, plant: () => Promise<Record<string, string>>, red: string[]]>([
    [
      "a base API that does not respond",
      async () => ({ BASE_API_URL: `http://${await closedPort()}` }),
      ["base API: BASE_API_URL"],
    ],
    [
      "a base API that refuses the site",
      async () => {
        provider.faults = withFaults({ publicStatus: 401 });
        return {};
      },
      ["base API: BASE_API_HEADER,BASE_API_SECRET"],
    ],
    [
      "a base API that breaks the contract",
      async () => {
        provider.faults = withFaults({ missing: ["/v1/managers"] });
        return {};
      },
      ["base API: BASE_API_URL"],
    ],
    [
      "an expired partner secret",
      async () => ({ PARTNER_SECRET: "expired" }),
      ["sign-in: PARTNER_ID,PARTNER_SECRET", "order updates: PARTNER_ID,PARTNER_SECRET"],
    ],
    [
      "a login page that is missing",
      async () => {
        provider.faults = withFaults({ missing: ["/auth/consent-login"] });
        return {};
      },
      ["sign-in: AUTH_URL"],
    ],
    [
      "a missing PUBLIC_ORIGIN for the sign-in redirect",
      async () => ({ PUBLIC_ORIGIN: "" }),
      ["sign-in: PUBLIC_ORIGIN"],
    ],
    [
      "an expired feed token",
      async () => ({ FEED_ACCESS_TOKEN_FILE: "", FEED_ACCESS_TOKEN: "yesterday" }),
      ["market feed: FEED_ACCESS_TOKEN", "depth feed: FEED_ACCESS_TOKEN"],
    ],
    [
      "an unknown feed client",
      async () => ({ FEED_CLIENT_ID: "stranger" }),
      ["market feed: FEED_CLIENT_ID", "depth feed: FEED_CLIENT_ID"],
    ],
    [
      "a feed address without a server",
      async () => ({ DEPTH_FEED_URL: `ws://${await closedPort()}` }),
      ["depth feed: DEPTH_FEED_URL"],
    ],
    ["a wrong FEED_TIME_BASE", async () => ({ FEED_TIME_BASE: "utc" }), ["market feed: FEED_TIME_BASE"]],
    [
      "an ORDER_UPDATE_URL of another service",
      async () => ({
        ORDER_UPDATE_URL: healthy.ORDER_UPDATE_URL?.replace("order-update", "elsewhere") ?? "",
      }),
      ["order updates: ORDER_UPDATE_URL"],
    ],
    [
      "a clock that is ten minutes off",
      async () => {
        provider.faults = withFaults({ clockOffMs: 600_000 });
        return {};
      },
      ["clock: "],
    ],
    ["a data folder that is a file", async () => ({ DATA_DIR: calendar }), ["settings: DATA_DIR"]],
    [
      "a bus that does not respond",
      async () => ({ BUS_URL: `redis://${await closedPort()}` }),
      ["bus: BUS_URL"],
    ],
    [
      "a mail server that does not respond",
      async () => ({
        SANDBOX_MAIL_URL: `smtp://${await closedPort()}`,
        SANDBOX_MAIL_FROM: "a@northgate.test",
      }),
      ["mail: SANDBOX_MAIL_URL"],
    ],
    [
      "push services that cannot be reached",
      async () => ({
        SANDBOX_PUSH_CONTACT: "mailto:a@northgate.test",
        SANDBOX_PUSH_SERVICES: `http://${await closedPort()}`,
      }),
      ["push: SANDBOX_PUSH_SERVICES"],
    ],
    [
      "a chat service that does not respond",
      async () => ({ CHAT_URL: `http://${await closedPort()}` }),
      ["chat: CHAT_URL"],
    ],
    ["a partly configured service", async () => ({ PARTNER_ID: "" }), ["settings: PARTNER_ID"]],
  ])("%s is reported with the affected settings", async (_, plant, red) => {
    // No other check may be red.
    expect(redOf(await examined(await plant())).toSorted()).toEqual(red.toSorted());
  });
});

describe("a service that accepts a connection and never responds", { timeout: 40_000 }, () => {
  it("is reported within 20 seconds", async () => {
    const mute = createTcpServer(() => {});
    const port = await freePort();
    await new Promise<void>((resolve) => mute.listen(port, "127.0.0.1", resolve));
    const address = `127.0.0.1:${port}`;
    const from = Date.now();
    const findings = await examined({
      BASE_API_URL: `http://${address}`,
      ORDER_UPDATE_URL: `ws://${address}`,
      MARKET_FEED_URL: `ws://${address}`,
      BUS_URL: `redis://${address}`,
    });
    mute.close();
    expect(Date.now() - from).toBeLessThan(20_000);
    expect(redOf(findings)).toEqual(
      expect.arrayContaining([
        "base API: BASE_API_URL",
        "order updates: ORDER_UPDATE_URL",
        "market feed: MARKET_FEED_URL",
        "bus: BUS_URL",
      ]),
    );
  });
});

describe("warnings of the configuration check", { timeout: 30_000 }, () => {
  it("cover an unknown setting, no trusted proxy and a world-readable secret", async () => {
    const file = join(folder, "site.yaml");
    writeFileSync(file, "site:\n  SESSION_SECRETS: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n");
    chmodSync(file, 0o644);
    const { SESSION_SECRETS: _, ...rest } = healthy;
    const findings = await examine(
      ["--settings", file],
      { ...rest, TRUSTED_PROXY_HOPS: "0", BRAND_DIRS: "x" },
      folder,
    );
    const amber = findings.filter(({ colour, check }) => colour === "amber" && check !== "open files");
    expect(amber.map(({ settings }) => settings.join()).toSorted()).toEqual([
      "BRAND_DIRS",
      "SESSION_SECRETS",
      "SESSION_SECRETS",
      "TRUSTED_PROXY_HOPS",
    ]);
    expect(isHealthy(findings)).toBe(true);
  });

  it("include BASE_API_URL if no provider is configured", async () => {
    const findings = await examine([], { DATA_DIR: join(folder, "data"), PORT: "0" }, folder);
    expect(isHealthy(findings)).toBe(true);
    expect(findings).toContainEqual(expect.objectContaining({ settings: ["BASE_API_URL"], colour: "amber" }));
  });
});
