import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../app/domain/market-sessions.ts";
import { BRAND } from "../tests/providers/brand.ts";
import { readSettings, SettingsError } from "./settings.ts";
import { findUnusableFolder } from "./settings-checks.ts";
import { describeSettings } from "./settings-shown.ts";

describe("settings", () => {
  it("have defaults: port 6000 and the embedded sandbox", () => {
    const settings = readSettings({}, "/site");
    expect(settings).toMatchObject({
      port: 6000,
      baseApiUrl: null,
      dataDir: "/site/data",
      publicOrigin: null,
    });
    expect(settings.site).toMatchObject({ isSimulated: true, brand: { name: "Meridian" } });
  });

  it("treat an empty variable as not set", () => {
    expect(readSettings({ PORT: "", PUBLIC_ORIGIN: "" }, "/site")).toMatchObject({
      port: 6000,
      publicOrigin: null,
    });
  });

  it.each([
    "https://www.broker.example",
    "http://localhost:8080",
    "http://127.0.0.1",
    "http://site.localhost:3000",
  ])("accept the public origin %s", (origin) =>
    expect(readSettings({ PUBLIC_ORIGIN: origin }, "/").publicOrigin).toBe(origin),
  );

  it.each([
    "http://www.broker.example",
    "www.broker.example",
    "https://a.example/path",
    "https://user@a.example",
    "ftp://a.example",
  ])("reject the public origin %s", (origin) =>
    expect(() => readSettings({ PUBLIC_ORIGIN: origin }, "/")).toThrow(SettingsError),
  );

  it("reject addresses of services with a query, because paths are appended to them", () =>
    expect(() => readSettings({ ORDER_WINDOW_URL: "https://window.example/?app=1" }, "/")).toThrow(
      /ORDER_WINDOW_URL: .*without a query/,
    ));

  it("report all errors in one message", () => {
    expect(() => readSettings({ PORT: "x", LOG_LEVEL: "loud", BRAND_DIR: "/nowhere" }, "/")).toThrow(
      /PORT:[\s\S]*LOG_LEVEL:[\s\S]*BRAND_DIR: brand.yaml:/,
    );
  });

  it("report partly configured services in one message with every other error", () => {
    const faultsOf = (environment: Record<string, string>) => {
      try {
        readSettings(environment, "/");
        return "";
      } catch (fault) {
        return (fault as Error).message;
      }
    };
    const api = { ...BRAND, BASE_API_URL: "https://api.example" };
    const feed = { FEED_CLIENT_ID: "C", FEED_ACCESS_TOKEN: "T" };
    for (const [environment, named] of [
      [{ AUTH_URL: "https://auth.example" }, ["PARTNER_ID", "PARTNER_SECRET", "SESSION_SECRETS"]],
      [{ PARTNER_ID: "P" }, ["PARTNER_ID"]],
      [{ PARTNER_SECRET: "S" }, ["PARTNER_SECRET"]],
      [{ ...api, MARKET_FEED_URL: "wss://feed.example" }, ["FEED_CLIENT_ID", "FEED_ACCESS_TOKEN"]],
      [{ ...api, ...feed }, ["FEED_CLIENT_ID"]],
      [{ ...api, ...feed, DEPTH_FEED_URL: "wss://depth.example" }, ["MARKET_FEED_URL"]],
      [{ ...feed, MARKET_FEED_URL: "wss://feed.example" }, ["DEPTH_FEED_URL"]],
      [{ ...api, ORDER_UPDATE_URL: "wss://orders.example" }, ["ORDER_UPDATE_URL"]],
      [{ BUS_URL_FILE: "/nowhere/bus" }, ["BUS_URL_FILE", "SESSION_SECRETS"]],
      [{ HSTS: "preload" }, ["HSTS"]],
      [{ HSTS: "subdomains", PUBLIC_ORIGIN: "http://localhost" }, ["HSTS"]],
    ] as [Record<string, string>, string[]][]) {
      // The errors of the schema and those of other checks are reported together.
      const faultText = faultsOf({ ...environment, PORT: "x", MARKET_CALENDAR_FILE: "/nowhere.json" });
      for (const name of [...named, "PORT", "MARKET_CALENDAR_FILE"])
        expect(faultText, JSON.stringify(environment)).toContain(`  ${name}: `);
    }
  });

  it("set HSTS to a year by default, and disable it for HTTP and loopback origins", () => {
    const secure = { PUBLIC_ORIGIN: "https://www.broker.example" };
    expect(readSettings({}, "/").hsts).toBe("none");
    expect(readSettings({ PUBLIC_ORIGIN: "http://localhost:8080" }, "/").hsts).toBe("none");
    expect(readSettings({ PUBLIC_ORIGIN: "https://localhost:8443" }, "/").hsts).toBe("none");
    expect(readSettings(secure, "/").hsts).toBe("year");
    for (const hsts of ["none", "subdomains", "preload"] as const)
      expect(readSettings({ ...secure, HSTS: hsts }, "/").hsts).toBe(hsts);
  });

  it("require a brand if a provider is set", () => {
    const api = { BASE_API_URL: "https://api.example" };
    for (const environment of [api, { ...api, BRAND_DIR: " " }])
      expect(() => readSettings(environment, "/")).toThrow("BRAND_DIR: required with BASE_API_URL");
    expect(() => readSettings({ ...BRAND, ...api }, "/")).not.toThrow();
  });

  it("report a data folder that is a file if the caller requests the check", () => {
    const folder = mkdtempSync(join(tmpdir(), "data-"));
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(findUnusableFolder(join(folder, "not", "there", "yet"))).toBeNull();
    expect(findUnusableFolder(file)).toMatch(/is not a folder/);
    expect(findUnusableFolder(join(file, "below"))).toMatch(/is not a folder/);
    expect(() => readSettings({ DATA_DIR: file, PORT: "x" }, "/", findUnusableFolder)).toThrow(
      /PORT:[\s\S]*DATA_DIR: /,
    );
  });

  it("read a secret from a file, and report an unreadable file", () => {
    const file = join(mkdtempSync(join(tmpdir(), "secret-")), "secret");
    writeFileSync(file, "from a file\n");
    const auth = { AUTH_URL: "https://auth.example", PARTNER_ID: "P", SESSION_SECRETS: "s".repeat(32) };
    expect(readSettings({ ...auth, PARTNER_SECRET_FILE: file }, "/").auth?.partnerSecret()).toBe(
      "from a file",
    );
    expect(() => readSettings({ PARTNER_SECRET_FILE: `${file}.none` }, "/")).toThrow(
      /PARTNER_SECRET_FILE: the file could not be read/,
    );
  });

  it("accept lists of feed addresses, and reject unsafe or malformed addresses", () => {
    const settings = readSettings(
      {
        MARKET_FEED_URL: "wss://one.example, wss://two.example/feed",
        DEPTH_FEED_URL: "ws://127.0.0.1:9/depth",
        FEED_CLIENT_ID: "C",
        FEED_ACCESS_TOKEN: "T",
      },
      "/",
    );
    expect(settings.feeds.market.urls).toEqual(["wss://one.example/", "wss://two.example/feed"]);
    for (const url of ["https://feed.example", "ws://feed.example", "wss://feed.example/?token=x", "feed"])
      expect(() => readSettings({ MARKET_FEED_URL: url }, "/"), url).toThrow(/MARKET_FEED_URL:/);
  });

  it("use the sandbox's feeds by default, and no feeds with a real base API", () => {
    expect(readSettings({}, "/").feeds.market.urls).toBeNull();
    expect(readSettings({ ...BRAND, BASE_API_URL: "https://api.example" }, "/").feeds.market.urls).toEqual(
      [],
    );
  });

  it("use exchange hours for real prices, and 24 hours for the sandbox by default", () => {
    expect(readSettings({}, "/").calendar).toBe(ROUND_THE_CLOCK);
    expect(readSettings({ SANDBOX_MARKET_HOURS: "exchange" }, "/").calendar).toBe(EXCHANGE_CALENDAR);
    const feed = { MARKET_FEED_URL: "wss://feed.example", FEED_CLIENT_ID: "C", FEED_ACCESS_TOKEN: "T" };
    expect(readSettings({ ...BRAND, ...feed, BASE_API_URL: "https://api.example" }, "/").calendar).toBe(
      EXCHANGE_CALENDAR,
    );
    expect(() =>
      readSettings({ SANDBOX_MARKET_HOURS: "exchange", MARKET_CALENDAR_FILE: "/nowhere.json" }, "/"),
    ).toThrow(/MARKET_CALENDAR_FILE: the file could not be read/);
  });

  it("read a feed's token from its file at each use", () => {
    const file = join(mkdtempSync(join(tmpdir(), "token-")), "token");
    writeFileSync(file, "one\n");
    const { feedLogin } = readSettings(
      {
        ...BRAND,
        BASE_API_URL: "https://api.example",
        MARKET_FEED_URL: "wss://feed.example",
        FEED_CLIENT_ID: "C",
        FEED_ACCESS_TOKEN_FILE: file,
      },
      "/",
    );
    expect(feedLogin()).toEqual({ clientId: "C", token: "one" });
    writeFileSync(file, "two\n");
    expect(feedLogin()).toEqual({ clientId: "C", token: "two" });
  });

  it("accept a valid bus prefix and reject invalid prefixes", () => {
    expect(readSettings({}, "/").busPrefix).toBe("site");
    expect(readSettings({ BUS_PREFIX: "algos.example.com-2" }, "/").busPrefix).toBe("algos.example.com-2");
    for (const prefix of ["Site", "a:b", "a b", "*", "-a", "x".repeat(41)])
      expect(() => readSettings({ BUS_PREFIX: prefix }, "/"), prefix).toThrow("BUS_PREFIX");
  });

  it("set a page's time limit one second above that of a provider's response", () => {
    for (const [text, ms] of [
      [undefined, 2_000],
      ["6500", 6_500],
    ] as const) {
      const { limits } = readSettings(text === undefined ? {} : { PROVIDER_ANSWER_WITHIN_MS: text }, "/");
      expect([limits.providerTimeoutMs, limits.pageTimeoutMs]).toEqual([ms, ms + 1_000]);
    }
  });

  it("are logged without numeric limits and without secrets", () => {
    const description = describeSettings(
      readSettings(
        {
          BUS_URL: "redis://:hush@cache.example:6379",
          SESSION_SECRETS: "hush".repeat(8),
          MARKET_FEED_URL: "wss://feed.example",
          DEPTH_FEED_URL: "wss://depth.example",
          FEED_CLIENT_ID: "C",
          FEED_ACCESS_TOKEN: "hush",
        },
        "/",
      ),
    );
    expect(Object.keys(description)).not.toContain("limits");
    expect(JSON.stringify(description)).not.toContain("hush");
    expect(description.bus).toBe("cache.example:6379");
  });
});
