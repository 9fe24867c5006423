import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../app/wire/market-sessions.ts";
import { BadSettings, describeSettings, readSettings } from "./settings.ts";

describe("settings", () => {
  it("need nothing: port 6000 and the embedded sandbox", () => {
    const settings = readSettings({}, "/site");
    expect(settings).toMatchObject({
      port: 6000,
      baseApiUrl: null,
      dataDir: "/site/data",
      publicOrigin: null,
    });
    expect(settings.site).toMatchObject({ isSimulated: true, brand: { name: "Meridian" } });
  });

  it("an empty variable counts as not set", () => {
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
  ])("%s may be the public origin", (origin) =>
    expect(readSettings({ PUBLIC_ORIGIN: origin }, "/").publicOrigin).toBe(origin),
  );

  it.each([
    "http://www.broker.example",
    "www.broker.example",
    "https://a.example/path",
    "https://user@a.example",
    "ftp://a.example",
  ])("%s may not", (origin) =>
    expect(() => readSettings({ PUBLIC_ORIGIN: origin }, "/")).toThrow(BadSettings),
  );

  it("report every fault at once", () => {
    expect(() => readSettings({ PORT: "x", LOG_LEVEL: "loud", BRAND_SUPPORT_EMAIL: "nobody" }, "/")).toThrow(
      /PORT:[\s\S]*LOG_LEVEL:[\s\S]*BRAND_SUPPORT_EMAIL:/,
    );
  });

  it("read a secret from a file", () => {
    const file = join(mkdtempSync(join(tmpdir(), "secret-")), "secret");
    writeFileSync(file, "from a file\n");
    expect(() => readSettings({ PARTNER_SECRET_FILE: file }, "/")).not.toThrow();
    expect(() => readSettings({ PARTNER_SECRET_FILE: `${file}.none` }, "/")).toThrow(
      /PARTNER_SECRET_FILE: the file cannot be read/,
    );
  });

  it("take feeds as lists, and refuse what is no socket, carries a query, or is plain beyond loopback", () => {
    const settings = readSettings(
      {
        MARKET_FEED_URL: "wss://one.example, wss://two.example/feed",
        DEPTH_FEED_URL: "ws://127.0.0.1:9/depth",
      },
      "/",
    );
    expect(settings.marketFeedUrls).toEqual(["wss://one.example/", "wss://two.example/feed"]);
    for (const url of ["https://feed.example", "ws://feed.example", "wss://feed.example/?token=x", "feed"])
      expect(() => readSettings({ MARKET_FEED_URL: url }, "/"), url).toThrow(/MARKET_FEED_URL:/);
  });

  it("have the sandbox's feeds by default, and none beside a real base API", () => {
    expect(readSettings({}, "/").marketFeedUrls).toBeNull();
    expect(readSettings({ BASE_API_URL: "https://api.example" }, "/").marketFeedUrls).toEqual([]);
  });

  it("keep the exchanges' hours wherever prices are real", () => {
    expect(readSettings({}, "/").calendar).toBe(ROUND_THE_CLOCK);
    expect(readSettings({ SANDBOX_MARKET_HOURS: "exchange" }, "/").calendar).toBe(EXCHANGE_CALENDAR);
    expect(readSettings({ MARKET_FEED_URL: "wss://feed.example" }, "/").calendar).toBe(EXCHANGE_CALENDAR);
    expect(() =>
      readSettings({ SANDBOX_MARKET_HOURS: "exchange", MARKET_CALENDAR_FILE: "/nowhere.json" }, "/"),
    ).toThrow(/MARKET_CALENDAR_FILE: the file cannot be read/);
  });

  it("read a feed's token anew each time from its file", () => {
    const file = join(mkdtempSync(join(tmpdir(), "token-")), "token");
    writeFileSync(file, "one\n");
    const { feedLogin } = readSettings({ FEED_CLIENT_ID: "C", FEED_ACCESS_TOKEN_FILE: file }, "/");
    expect(feedLogin()).toEqual({ clientId: "C", token: "one" });
    writeFileSync(file, "two\n");
    expect(feedLogin()).toEqual({ clientId: "C", token: "two" });
  });

  it("are shown without limits and secrets", () => {
    const shown = describeSettings(
      readSettings(
        { BUS_URL: "redis://:hush@cache.example:6379", FEED_CLIENT_ID: "C", FEED_ACCESS_TOKEN: "hush" },
        "/",
      ),
    );
    expect(Object.keys(shown)).not.toContain("limits");
    expect(JSON.stringify(shown)).not.toContain("hush");
    expect(shown.bus).toBe("cache.example:6379");
  });
});
