// The table of the ASVS: every requirement of levels 1 and 2 stands there once, and every file and test that it names exists.
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const TABLE = "server/operations/asvs.md";
/** Section → its last requirement of level 2; within a section those of levels 1 and 2 come first. */
const SECTIONS: Record<string, number> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};
const REQUIREMENTS = 253;

const text = readFileSync(TABLE, "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = "", what = "", state = "", proof = ""]) => ({ id, what, state, proof }),
);

it("names each requirement of levels 1 and 2 once", () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  );
  expect(wanted).toHaveLength(REQUIREMENTS);
  const grouped = [...text.matchAll(/^(?:Does not apply|Provider): [^#|]+/gm)].flatMap(
    ([paragraph]) => paragraph.match(/\b\d+\.\d+\.\d+\b/g) ?? [],
  );
  const named = [...rows.map(({ id }) => id), ...grouped];
  expect(named.filter((id, index) => named.indexOf(id) !== index)).toEqual([]);
  expect(wanted.filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !wanted.includes(id))).toEqual([]);
});

it("gives each a known state and a proof or a reason", () => {
  for (const { id, what, state, proof } of rows) {
    expect(["met", "partly", "not met", "operator", "provider"], id).toContain(state);
    expect([what.length > 3, proof.length > 10], id).toEqual([true, true]);
  }
});

it("names files that exist, and tests that stand in them", () => {
  const missing = rows.flatMap(({ id, proof }) =>
    [...proof.matchAll(/`([^`]*[/.][^`]*)`(?:: "([^"]+)")?/g)].flatMap(([, file = "", title]) => {
      if (!existsSync(file)) return [`${id}: ${file}`];
      return title === undefined || readFileSync(file, "utf8").includes(title) ? [] : [`${id}: ${title}`];
    }),
  );
  expect(missing).toEqual([]);
});
