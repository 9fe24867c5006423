// The security log contains typed events with IP address and hashed session, no secrets, and during a flood a limited
// number of lines.
import { expect, it } from "vitest";
import { createSecurityLog, type SecurityEvent } from "./security-log.ts";

function open(linesPerMinute = 100, secret = "a secret") {
  const lines: { level: string; fields: Record<string, unknown>; message: string }[] = [];
  const counts: Partial<Record<SecurityEvent, number>> = {};
  let now = 1_000_000;
  const log = createSecurityLog({
    write: (level, fields, message) => lines.push({ level, fields, message }),
    count: (event) => {
      counts[event] = (counts[event] ?? 0) + 1;
    },
    secret,
    limits: { securityLinesPerMinute: linesPerMinute },
    now: () => now,
  });
  return {
    log,
    lines,
    counts,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it("logs the event, the IP address and a keyed hash of the session", () => {
  const { log, lines } = open();
  log.note({ event: "signed_in", address: "192.0.2.7", session: "the session's own words" });
  expect(lines).toEqual([
    {
      level: "info",
      fields: {
        kind: "security",
        event: "signed_in",
        address: "192.0.2.7",
        session: expect.stringMatching(/^[0-9a-f]{16}$/),
      },
      message: "signed in",
    },
  ]);
  const other = open(100, "another secret");
  other.log.note({ event: "signed_in", address: "192.0.2.7", session: "the session's own words" });
  expect(other.lines[0]?.fields.session).not.toBe(lines[0]?.fields.session);
});

it("removes query strings and line breaks from the logged detail", () => {
  const { log, lines } = open();
  log.note({ event: "forbidden", address: "a", detail: "/auth/callback?tokenId=hush\nforged line" });
  expect(lines[0]?.fields.detail).toBe("/auth/callback forged line");
  log.note({ event: "forbidden", address: "b", detail: "x".repeat(5_000) });
  expect(String(lines[1]?.fields.detail)).toHaveLength(200);
});

it("logs an event only for the statuses 401, 403, 421 and 429", () => {
  const { log, lines, counts } = open();
  for (const status of [200, 304, 401, 403, 404, 421, 429, 503])
    log.answered({ status, path: "/x", requestId: "r", address: "192.0.2.7" });
  expect(lines.map(({ fields }) => fields.event)).toEqual([
    "unauthenticated",
    "forbidden",
    "host_refused",
    "rate_limited",
  ]);
  expect(counts.rate_limited).toBe(1);
});

it("counts all events of a flood, but logs three and the number of omitted lines", () => {
  const { log, lines, counts, pass } = open(3);
  for (let time = 0; time < 1_000; time += 1) log.note({ event: "rate_limited", address: "192.0.2.7" });
  expect([lines.length, counts.rate_limited]).toEqual([3, 1_000]);
  log.note({ event: "signed_in", address: "192.0.2.7" });
  expect(lines).toHaveLength(4);
  pass(60_000);
  log.note({ event: "rate_limited", address: "192.0.2.7" });
  expect(lines.at(-1)?.fields.unwritten).toBe(997);
});

it("logs the request id of a refused sign-in", () => {
  const { log, lines } = open();
  log.signIn({ address: "192.0.2.7", requestId: "r-1" }, "sign_in_refused", undefined, "denied");
  expect(lines[0]?.fields).toMatchObject({ event: "sign_in_refused", requestId: "r-1", detail: "denied" });
});
