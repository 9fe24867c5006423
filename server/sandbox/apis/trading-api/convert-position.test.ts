// Conversions of positions outside the exchange's hours.
import { expect, it } from "vitest";
import { BrokerRig } from "../../../../tests/support/broker-rig.ts";
import { accountHandlers } from "./account-handlers.ts";

it("converts a position only while the market is open", () => {
  const rig = new BrokerRig("2026-11-17T12:00:00+05:30", "exchange");
  try {
    rig.place({ side: "BUY", quantity: 10 });
    const { convertPosition } = accountHandlers(rig.handlerContext(), {} as never);
    const convert = () =>
      convertPosition({
        client: { id: rig.clientId, name: "A client" },
        account: rig.account,
        body: {
          exchangeSegment: "NSE_EQ",
          securityId: "1333",
          fromProductType: "CNC",
          toProductType: "MTF",
          positionType: "LONG",
          convertQty: 4,
        },
      } as never);
    const products = () =>
      rig.broker.positions({ account: rig.account }).map(({ product, quantity }) => `${product} ${quantity}`);
    rig.setNow("2026-11-17T16:30:00+05:30");
    expect(convert).toThrow("The market is closed.");
    expect(products()).toEqual(["CNC 10"]);
    rig.setNow("2026-11-17T12:01:00+05:30");
    convert();
    expect(products().sort()).toEqual(["CNC 6", "MTF 4"]);
  } finally {
    rig.close();
  }
});
