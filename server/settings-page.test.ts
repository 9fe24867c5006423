import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTING_TEXTS } from "./setting-texts.ts";
import { SETTING_NAMES } from "./settings.ts";
import { settingsPage, undocumentedSettings } from "./settings-page.ts";

test("every setting is documented, and every documented name is a setting", () => {
  expect(undocumentedSettings(SETTING_NAMES)).toEqual({ unknown: [], untold: [] });
  for (const { names, means } of SETTING_TEXTS) expect(means, names.join()).not.toBe("");
});

test("the page of settings matches the texts (npm run generate:settings)", () => {
  expect(readFileSync("server/operations/settings.md", "utf8")).toBe(settingsPage());
});
