// Consistency of the table of close codes, also with the table in the relay's README.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLOSE, CLOSINGS, type Closing, mayReconnect } from "./close-codes.ts";

const rows: [string, Closing][] = Object.entries(CLOSINGS);

describe("close codes", () => {
  it("every code has a row, and its reason fits into a close frame", () => {
    expect(new Set(rows.map(([, { code }]) => code))).toEqual(new Set(Object.values(CLOSE)));
    for (const [, { reason }] of rows) expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
  });

  it("clients reconnect after every close except a refusal", () => {
    expect(rows.filter(([, { code }]) => !mayReconnect(code)).map(([name]) => name)).toEqual([
      "loginRefused",
      "badMessage",
      "sessionEnded",
    ]);
  });

  it("the relay's README contains the same table", () => {
    const paper = readFileSync("server/relay/README.md", "utf8");
    for (const [, { code, reason, by, sockets, means }] of rows)
      expect(paper).toContain(
        `| ${code} | ${reason} | ${by} | ${sockets.map((name) => (name.startsWith("/") ? `\`${name}\`` : name)).join(", ")} | ${mayReconnect(code) ? "yes" : "no"} | ${means} |`,
      );
  });
});
