import { expect, it } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const unknownOf = (environment: Record<string, string>) => readSettings(environment, "/").unknownSettings;

it.each([
  [{ BASE_API_URI: "https://api.example.com" }, "BASE_API_URL"],
  [{ MARKET_FED_URL: "wss://feed.example.com" }, "MARKET_FEED_URL"],
])("refuses to start with a misspelt service address: %o", (environment, nearest) => {
  expect(() => readSettings(environment, "/")).toThrow(SettingsError);
  expect(() => readSettings(environment, "/")).toThrow(`did you mean ${nearest}?`);
});

it.each([
  ["BRAND_DIRS", "BRAND_DIR"],
  ["SANDBOX_SEEDS", "SANDBOX_SEED"],
  ["PAGE_PER_ADDRESS", "PAGES_PER_ADDRESS"],
])("reports the unknown setting %s with the most similar name", (name, nearest) => {
  expect(unknownOf({ [name]: "1" })).toEqual([{ name, nearest }]);
});

it("ignores environment variables of other programs", () => {
  expect(
    unknownOf({
      PATH: "/bin",
      HOME: "/root",
      npm_lifecycle_event: "start",
      KUBERNETES_SERVICE_HOST: "10.0.0.1",
      SANDBOX_PORT_8080_TCP: "tcp://10.0.0.2:8080",
      DATABASE_URL: "postgres://db",
      SESSION_MANAGER: "local",
    }),
  ).toEqual([]);
});
