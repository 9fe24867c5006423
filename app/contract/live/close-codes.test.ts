// Tests the table of close codes and its copy in the relay's README.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLOSE_CODE_TABLE, CLOSE_CODES, type CloseCodeEntry, mayReconnect } from "./close-codes.ts";

const rows: [string, CloseCodeEntry][] = Object.entries(CLOSE_CODE_TABLE);

describe("the table of WebSocket close codes", () => {
  it("has a row for every code with a reason of at most 123 bytes", () => {
    expect(new Set(rows.map(([, { code }]) => code))).toEqual(new Set(Object.values(CLOSE_CODES)));
    for (const [, { reason }] of rows) expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
  });

  it("allows clients to reconnect after every code below 4500", () => {
    expect(rows.filter(([, { code }]) => !mayReconnect(code)).map(([name]) => name)).toEqual([
      "loginRefused",
      "badMessage",
      "sessionEnded",
    ]);
  });

  it("matches the table in the relay's README", () => {
    const paper = readFileSync("server/relay/README.md", "utf8");
    for (const [, { code, reason, by, sockets, means }] of rows)
      expect(paper).toContain(
        `| ${code} | ${reason} | ${by} | ${sockets.map((name) => (name.startsWith("/") ? `\`${name}\`` : name)).join(", ")} | ${mayReconnect(code) ? "yes" : "no"} | ${means} |`,
      );
  });
});
