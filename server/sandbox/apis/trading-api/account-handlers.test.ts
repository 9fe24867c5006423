// Renewal of an account's tokens, and conversions of positions.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../../app/domain/time.ts";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { findTokenExpiry, issueApiToken, issueAppToken } from "../../accounts/tokens.ts";
import { accountHandlers } from "./account-handlers.ts";
import { ApiFault } from "./fault.ts";
import type { HandlerContext } from "./handler-context.ts";

/** Client id of an account that was created in the portal. */
const CLIENT_ID = "2000000001";
let rig: BrokerRig;

beforeEach(() => {
  rig = new BrokerRig("2026-11-19T12:00:00+05:30");
});
afterEach(() => rig.close());

it.each([
  ["30-day token of the portal", () => issueApiToken(rig.db, CLIENT_ID, rig.now(), 30 * DAY_MS), 30],
  ["24-hour token of a login", () => issueApiToken(rig.db, CLIENT_ID, rig.now()), 1],
  [
    "24-hour token of an app",
    () => issueAppToken(rig.db, CLIENT_ID, { id: "an-app", name: "An app", scopes: ["read"] }, rig.now()),
    1,
  ],
] as const)("renews a %s for the same period", (_, issue, days) => {
  const context = { directory: rig.db, broker: rig.broker, realNow: () => rig.now() };
  const { renewToken } = accountHandlers(context as HandlerContext, {} as never);
  const client = { id: CLIENT_ID, name: "A client", ucc: "UCC" };
  let { accessToken } = issue();
  for (let times = 0; times < 2; times += 1) {
    rig.pass(HOUR_MS);
    const before = accessToken;
    accessToken = renewToken({ client, accessToken } as never).accessToken;
    expect(findTokenExpiry(rig.db, before, rig.now())).toBeNull();
    expect(findTokenExpiry(rig.db, accessToken, rig.now())).toBe(rig.now() + days * DAY_MS);
  }
});

/** Converts a long position in HDFC Bank. */
function convert(fromProductType: string, toProductType: string, convertQty: number): void {
  const handlers = rig.inTransactions(accountHandlers(rig.handlerContext(), {} as never));
  const client = { id: rig.clientId, name: "A client" };
  const share = { exchangeSegment: "NSE_EQ", securityId: "1333", positionType: "LONG" };
  const body = { ...share, fromProductType, toProductType, convertQty };
  handlers.convertPosition({ client, account: rig.account, body } as never);
}

describe("a conversion from CNC to INTRADAY", () => {
  const QUANTITY = 500;
  /** Returns the text of the refusal; null if the position was converted. */
  function refusal(): string | null {
    try {
      convert("CNC", "INTRADAY", QUANTITY);
      return null;
    } catch (fault) {
      if (fault instanceof ApiFault) return fault.message;
      throw fault;
    }
  }
  const products = () =>
    rig.broker.positions({ account: rig.account }).map(({ product, quantity }) => `${product} ${quantity}`);

  beforeEach(() => {
    rig.close();
    rig = new BrokerRig("2026-11-17T10:00:00+05:30", "exchange");
    rig.place({ side: "BUY", quantity: QUANTITY });
  });

  it("is squared off before the session ends", () => {
    expect(refusal()).toBeNull();
    expect(products()).toEqual([`INTRADAY ${QUANTITY}`]);
    rig.setNow("2026-11-17T15:21:00+05:30");
    rig.dayEnd.tick();
    expect(products()).toEqual([]);
  });

  it("is refused once the square-off has started", () => {
    rig.setNow("2026-11-17T15:21:00+05:30");
    expect(refusal()).toContain("The square-off of intraday positions has started.");
    expect(products()).toEqual([`CNC ${QUANTITY}`]);
  });

  it("is refused for shares of earlier days", () => {
    rig.setNow("2026-11-18T10:00:00+05:30");
    expect(refusal()).toContain("Shares of earlier days");
    rig.place({ side: "BUY", quantity: QUANTITY });
    expect(refusal()).toBeNull();
    expect(products()).toEqual([`CNC ${QUANTITY}`, `INTRADAY ${QUANTITY}`]);
  });
});

describe("shares that are converted", () => {
  const holding = () => {
    const [held] = accountHandlers(rig.handlerContext(), {} as never).listHoldings({
      account: rig.account,
    } as never);
    return [held?.totalQty, held?.dpQty, held?.t1Qty];
  };
  beforeEach(() => {
    rig.close();
    rig = new BrokerRig("2026-11-17T10:00:00+05:30", "exchange");
  });

  it("to CNC are not yet delivered on the next trading day", () => {
    rig.place({ side: "BUY", quantity: 20, product: "INTRADAY" });
    convert("INTRADAY", "CNC", 20);
    rig.setNow("2026-11-18T10:00:00+05:30");
    expect(holding()).toEqual([20, 0, 20]);
    rig.setNow("2026-11-19T10:00:00+05:30");
    expect(holding()).toEqual([20, 20, 0]);
  });

  it("to INTRADAY do not count as bought for delivery on that day", () => {
    rig.place({ side: "BUY", quantity: 20 });
    rig.setNow("2026-11-18T10:00:00+05:30");
    rig.place({ side: "BUY", quantity: 20 });
    convert("CNC", "INTRADAY", 20);
    rig.setNow("2026-11-19T10:00:00+05:30");
    expect(holding()).toEqual([20, 20, 0]);
  });
});
