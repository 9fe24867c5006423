// The ASVS table: each requirement of levels 1 and 2 is listed once, and its evidence exists.
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const TABLE = "server/operations/asvs.md";
/**
 * Number of the last level 2 requirement of each section. Within a section, the requirements of levels 1 and 2 are
 * first.
 */
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

/** Returns the files in an evidence column, each with the quoted test title that may follow. */
const filesOf = (proof: string) =>
  [...proof.matchAll(/`([^`]*[/.][^`]*)`(?:: "([^"]+)")?/g)].map(([, file = "", title]) => ({ file, title }));
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file);
/** Returns the documents in an evidence column, with the named sections. */
const sectionsOf = (proof: string) =>
  [...proof.matchAll(/`([^`]+\.md)`, sections? ("[^"]+"(?: and "[^"]+")*)/g)].flatMap(
    ([, file = "", titles = ""]) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = ""]) => ({ file, title })),
  );
const headingsOf = (document: string) => [...document.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
/** Returns the source of a test file, with titles as the runner shows them. */
const titlesIn = (file: string) =>
  readFileSync(file, "utf8").match(
    /\b(?:it|test|describe)(?:\.\w+)*(?:\([^"`]*\))?\(\s*(["`])(.*?)(?<!\\)\1/gs,
  ) ?? [];

it("the ASVS table lists each requirement of levels 1 and 2 once", () => {
  const expectedIds = Object.entries(SECTIONS).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  );
  expect(expectedIds).toHaveLength(REQUIREMENTS);
  const grouped = [...text.matchAll(/^(?:Does not apply|Provider): [^#|]+/gm)].flatMap(
    ([paragraph]) => paragraph.match(/\b\d+\.\d+\.\d+\b/g) ?? [],
  );
  const named = [...rows.map(({ id }) => id), ...grouped];
  expect(named.filter((id, index) => named.indexOf(id) !== index)).toEqual([]);
  expect(expectedIds.filter((id) => !named.includes(id))).toEqual([]);
  expect(named.filter((id) => !expectedIds.includes(id))).toEqual([]);
});

it("each requirement in the ASVS table has a known state, and evidence or a reason", () => {
  for (const { id, what, state, proof } of rows) {
    expect(["met", "documented", "partly", "not met", "operator", "provider"], id).toContain(state);
    expect([what.length > 3, proof.length > 10], id).toEqual([true, true]);
  }
});

it("each fulfilled requirement in the ASVS table cites a test", () => {
  const unproved = rows.filter(
    ({ state, proof }) =>
      state === "met" && !filesOf(proof).some(({ file }) => isTest(file) && existsSync(file)),
  );
  expect(unproved.map(({ id }) => id)).toEqual([]);
});

it("each documented ASVS requirement cites a section or the generated contract", () => {
  const unproved = rows.filter(
    ({ state, proof }) =>
      state === "documented" && sectionsOf(proof).length === 0 && !proof.includes("/generated/"),
  );
  expect(unproved.map(({ id }) => id)).toEqual([]);
});

it("the ASVS table refers only to files, test titles and sections that exist", () => {
  const missing = rows.flatMap(({ id, proof }) => [
    ...filesOf(proof).flatMap(({ file, title }) => {
      if (!existsSync(file)) return [`${id}: ${file}`];
      if (title === undefined) return [];
      return titlesIn(file).some((found) => found.includes(title)) ? [] : [`${id}: ${file}: ${title}`];
    }),
    ...sectionsOf(proof).flatMap(({ file, title }) =>
      existsSync(file) && headingsOf(readFileSync(file, "utf8")).includes(title)
        ? []
        : [`${id}: ${file}, ${title}`],
    ),
    ...[...proof.matchAll(/[Ss]ection "([^"]+)" below/g)].flatMap(([, title = ""]) =>
      headingsOf(text).includes(title) ? [] : [`${id}: ${title}`],
    ),
  ]);
  expect(missing).toEqual([]);
});

it("the cryptographic inventory refers only to files that exist", () => {
  const inventory = text.split("## Cryptographic inventory")[1] ?? "";
  const files = [...inventory.matchAll(/`((?:server|app)\/[^`]+)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
