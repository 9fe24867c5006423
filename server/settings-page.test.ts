import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTING_TEXTS } from "./setting-texts.ts";
import { KNOWN_NAMES, SETTING_NAMES } from "./settings.ts";
import { settingsPage, undocumentedSettings } from "./settings-page.ts";

test("every setting is documented, and every documented name is a setting", () => {
  expect(undocumentedSettings(SETTING_NAMES)).toEqual({ unknown: [], undocumented: [] });
  for (const { names, means } of SETTING_TEXTS) expect(means, names.join()).not.toBe("");
});

test("settings.md matches the setting texts (update with npm run generate:settings)", () => {
  expect(readFileSync("server/operations/settings.md", "utf8")).toBe(settingsPage());
});

const goLive = readFileSync("server/operations/go-live.md", "utf8");

test("go-live.md lists thirty numbered settings with their correct groups", () => {
  const rows = [...goLive.matchAll(/^\| (\d+) \| `(\w+)` \| .+ \| `(\w+)` \|$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  expect(goLive).toContain(`## 2. The ${rows.length} settings that matter, in order`);
  const listed = rows.map(([, , name = "", group = ""]) => `${name}: ${group}`);
  expect(new Set(listed).size).toBe(rows.length);
  const known = SETTING_TEXTS.flatMap(({ names, group }) => names.map((name) => `${name}: ${group}`));
  expect(listed.filter((row) => !known.includes(row))).toEqual([]);
});

test("go-live.md mentions only settings that exist", () => {
  const mentioned = [...goLive.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)`/g)].map(([, name = ""]) => name);
  expect(mentioned.length).toBeGreaterThan(30);
  expect(mentioned.filter((name) => name !== "NAME_FILE" && !KNOWN_NAMES.includes(name))).toEqual([]);
});
