// Compares the operators' documents of the settings with the schema of the settings.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ALL_SETTING_NAMES, SETTING_NAMES } from "./settings.ts";
import { SETTING_GROUPS } from "./settings-file.ts";

/** Sections of settings.md, each with the names in its table. A row can describe several settings. */
const sections = readFileSync("server/operations/settings.md", "utf8")
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    group: /^Group `(\w+)` of a settings file\.$/m.exec(section)?.[1],
    names: [...section.matchAll(/^\| (`[^|]+`) \| [^|]+ \| .+ \|$/gm)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    ),
  }));

test("settings.md describes each setting once, and no other name", () => {
  // The runtime reads NODE_ENV; the site's schema does not contain it.
  const known = [...SETTING_NAMES, "NODE_ENV"];
  expect(sections.flatMap(({ names }) => names).sort()).toEqual(known.sort());
});

test("settings.md has a section for each group of a settings file", () => {
  expect(sections.map(({ group }) => group)).toEqual(SETTING_GROUPS);
  for (const { group, names } of sections) expect(names, group).not.toEqual([]);
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
  const known = sections.flatMap(({ names, group }) => names.map((name) => `${name}: ${group}`));
  expect(listed.filter((row) => !known.includes(row))).toEqual([]);
});

test("go-live.md mentions only settings that exist", () => {
  const mentioned = [...goLive.matchAll(/`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)`/g)].map(([, name = ""]) => name);
  expect(mentioned.length).toBeGreaterThan(30);
  expect(mentioned.filter((name) => name !== "NAME_FILE" && !ALL_SETTING_NAMES.includes(name))).toEqual([]);
});
