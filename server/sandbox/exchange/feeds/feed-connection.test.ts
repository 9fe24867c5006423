import { expect, it } from "vitest";
import type { WebSocket } from "ws";
import { ROUND_THE_CLOCK } from "../../../../app/domain/market-sessions.ts";
import { DAY_MS, istDayStart } from "../../../../app/domain/time.ts";
import { SandboxMarket } from "../market.ts";
import { FeedConnection, StepPackets } from "./feed-connection.ts";
import type { MessageBudget } from "./socket-guard.ts";

it("sends an option until the end of its expiry day only", () => {
  const market = new SandboxMarket(1, ROUND_THE_CLOCK);
  let now = Date.parse("2026-11-23T12:00:00+05:30");
  const [contract] = market.nearestContracts("IDX_I", "13", now);
  const securityId = contract?.securityId ?? "";
  const expiryDay = market.find("NSE_FNO", securityId, now)?.option?.expiryDay ?? 0;
  const endsAt = istDayStart(expiryDay) + DAY_MS;
  const sent: unknown[] = [];
  const connection = new FeedConnection({
    kind: "market",
    clientId: "T",
    token: "good",
    socket: { readyState: 1, OPEN: 1, send: (data: unknown) => sent.push(data) } as unknown as WebSocket,
    budget: {} as MessageBudget,
    source: { market, now: () => now },
    nextFault: () => null,
  });
  const instrument = { exchangeSegment: "NSE_FNO" as const, securityId };
  connection.sendFirst(connection.subscribe("ticker", instrument) ?? "");
  const sentAt = (at: number) => {
    now = at;
    sent.length = 0;
    const step = { now, isDepthDue: false, packets: new StepPackets(1), traded: () => true };
    for (const _ of connection.sendUpdates(step));
    return sent.length;
  };
  expect(sentAt(endsAt - 1_000)).toBe(1);
  expect(sentAt(endsAt + 1_000)).toBe(0);
});
