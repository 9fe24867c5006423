// Positions that an exit of all positions and the square-off of an assistant close, in an account that also has algos.
import { expect, it } from "vitest";
import {
  act,
  begin,
  broker,
  CLIENT,
  controls,
  db,
  openDeployments,
  placeOrder,
  run,
  setNow,
} from "../../../../tests/support/deployment-rig.ts";
import { issueApiToken } from "../../accounts/tokens.ts";
import { liveAccount } from "../../broker/broker.ts";
import { createAssistants } from "../assistants/assistants.ts";
import { ControlHandlers } from "./control-handlers.ts";
import { positionsToClose } from "./positions-to-close.ts";
import { SuperOrders } from "./super-orders.ts";

openDeployments();

const account = liveAccount(CLIENT);
const quantities = () => positionsToClose(broker, account).map(({ quantity }) => quantity);
const held = () => broker.positions({ account }).map(({ quantity }) => quantity);
const SHARE = { deploymentId: null, instrument: "NSE_EQ:1333", product: "CNC" } as const;

/** Starts a live straddle, which sells two options. */
function beginStraddle(): string {
  const id = begin({ mode: "live" });
  run(5);
  expect(held()).toEqual([-65, -65]);
  return id;
}

function exitAll() {
  const context = {
    db,
    directory: db,
    broker,
    controls,
    accountOf: liveAccount,
    pause: async () => {},
    realNow: () => broker.now(),
  };
  const client = { id: CLIENT, name: "A client" };
  return new ControlHandlers(context, new SuperOrders(context)).exitAll({ client, account } as never);
}

it("leaves out the positions of a running algo", async () => {
  beginStraddle();
  placeOrder({ ...SHARE, side: "BUY", quantity: 10 });
  run(5);
  expect(quantities()).toEqual([10]);
  const { accessToken } = issueApiToken(db, CLIENT, broker.now());
  const routes = createAssistants({
    db,
    brokerOf: () => broker,
    ownFiles: () => null,
    now: () => broker.now(),
  });
  const answer = await routes.request("/positions", { headers: { "access-token": accessToken } });
  expect(await answer.json()).toEqual([
    {
      exchangeSegment: "NSE_EQ",
      securityId: "1333",
      tradingSymbol: "HDFCBANK",
      productType: "CNC",
      netQty: 10,
    },
  ]);
  expect((await routes.request("/positions")).status).toBe(401);
});

it("does not open a position that an own order has closed after the algo ended", () => {
  act(beginStraddle(), "hand_over");
  for (const { instrument, product } of broker.positions({ account }))
    placeOrder({ deploymentId: null, instrument, product, side: "BUY", quantity: 65 });
  run(5);
  expect([held(), quantities()]).toEqual([[], []]);
  expect(exitAll().message).toBe("No position was open.");
  run(5);
  expect(held()).toEqual([]);
});

it("does not buy back shares that were sold from the holdings today", () => {
  placeOrder({ ...SHARE, side: "BUY", quantity: 50 });
  run(5);
  setNow("2026-11-18T12:00:00+05:30");
  placeOrder({ ...SHARE, side: "SELL", quantity: 50 });
  run(5);
  expect([held(), quantities()]).toEqual([[], []]);
});
