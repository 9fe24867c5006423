// Retries of a login that the provider's order-update socket refuses.
import { expect, it } from "vitest";
import { ManualClock, settle } from "../../../tests/support/manual-clock.ts";
import { LIMITS } from "../../limits.ts";
import { OrderUpstream } from "./order-upstream.ts";

it.each([
  { code: 1008, httpStatus: null },
  { code: 1006, httpStatus: 401 },
  { code: 1006, httpStatus: 403 },
])("retries a refused login within 5 s of a token change ($code, HTTP $httpStatus)", async (end) => {
  const clock = new ManualClock("2026-11-17T12:00:00+05:30");
  const login = { kind: "individual" as const, clientId: "1000000001", token: "first" };
  const dialled: string[] = [];
  const upstream = new OrderUpstream({
    url: () => "ws://provider.test/order-update",
    login: () => ({ ...login }),
    dial: (_, events) => {
      dialled.push(login.token);
      if (login.token === "first") queueMicrotask(() => events.onClose(end));
      else queueMicrotask(() => events.onOpen());
      return { send: () => {}, terminate: () => {} };
    },
    clock,
    // Makes the backoff choose the longest possible pause.
    random: () => 1,
    limits: LIMITS,
    onAlert: () => {},
    onState: () => {},
  });
  upstream.start();
  await clock.advance(10 * LIMITS.upstreamBackoffMaxMs + 1_000);
  const tries = dialled.length;
  // Retries of the same login do not wait 60 s, unlike those of the price feeds.
  expect(tries).toBeGreaterThan(5);
  login.token = "second";
  await clock.advance(5_000);
  await settle();
  expect(dialled.slice(tries)).toEqual(["second"]);
  expect(upstream.isUp).toBe(true);
  upstream.stop();
});
