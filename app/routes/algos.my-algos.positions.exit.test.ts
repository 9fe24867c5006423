// A rejected exit order returns to its preview. A position that is closed by then has no preview.
import { expect, it } from "vitest";
import { routePage } from "../../tests/support/submit-form.tsx";
import type { Account, SiteContext } from "../context.ts";
import * as route from "./algos.my-algos.positions.exit.tsx";

const REF = "own:NSE_EQ:1594:INTRADAY";
const POSITION = {
  ref: REF,
  symbol: "INFY",
  quantity: 50,
  lotSize: 1,
  heldBy: "own",
  mode: "live",
  averagePaise: 150_000,
  lastPaise: 151_000,
  openResultPaise: 50_000,
  marginPaise: 1_500_000,
};
const PREVIEW = {
  symbol: "INFY",
  side: "SELL",
  quantity: 20,
  pricePaise: 151_000,
  lastPaise: 151_000,
  marginPaise: -600_000,
  availablePaise: 2_000_000,
  shortfallPaise: 0,
  charges: { totalPaise: 2_000 },
  refusal: null,
  asOf: "2026-11-20T06:30:00.000Z",
};

/**
 * Creates the exit page. The broker responds to orders with this status. `isClosing`: it executes the order anyway.
 * `isAwayAfterwards`: it does not respond to requests after the order.
 */
function exitPage(status: number, isClosing = false, isAwayAfterwards = false, pendingExitQuantity?: number) {
  const keys: string[] = [];
  const broker = { isAway: false, pending: pendingExitQuantity };
  let isOpen = true;
  const account = {
    listPositions: async () => {
      if (broker.isAway) throw new Response(null, { status: 503 });
      return { items: isOpen ? [{ ...POSITION, pendingExitQuantity: broker.pending }] : [] };
    },
    previewOrder: async () => PREVIEW,
    placeOrder: async (_: unknown, key: string) => {
      keys.push(key);
      isOpen = !isClosing;
      broker.isAway = isAwayAfterwards;
      throw Response.json({ kind: "refused", detail: "The price is out of its band." }, { status });
    },
  } as unknown as Account;
  const signIn = { flash: (flash: string) => [`notice=${flash}`] };
  const context = { account, signIn, session: { xsrf: "x" }, requestId: "key-1" };
  const site = routePage("/algos/my-algos/positions/exit", route, context as unknown as SiteContext);
  const address = `/algos/my-algos/positions/exit?ref=${REF}&quantity=20&price=1510&step=preview`;
  return {
    site,
    context,
    keys,
    broker,
    close: () => (isOpen = false),
    load: async () => (await site.get(address)).html,
  };
}

it.each([
  [409, "The price is out of its band."],
  [502, "it is not known whether the order was sent"],
  [503, "it is not known whether the order was sent"],
])("shows the preview with the same key if the order is rejected with %s", async (status, message) => {
  const { site, load, context, keys } = exitPage(status);
  const form = await load();
  context.requestId = "key-2";
  const refused = await site.submit(form, "quantity", {});
  expect(refused.status).toBe(status);
  expect(refused.html.querySelector('[role="alert"]')?.text).toContain(message);
  expect(refused.html.querySelector("input#quantity")?.getAttribute("value")).toBe("20");
  await site.submit(refused.html, "quantity", {});
  expect(keys).toEqual(["key-1", "key-1"]);
});

it.each(["before the order", "by an order without response"])(
  "redirects to the positions if the position was closed %s",
  async (when) => {
    const { site, load, close } = exitPage(503, true);
    const form = await load();
    if (when === "before the order") close();
    const refused = await site.submit(form, "quantity", {});
    expect([refused.status, refused.location]).toEqual([303, "/algos/my-algos/positions"]);
    expect(refused.cookie).toBe("notice=position_closed");
  },
);

it("shows the same order and key until the broker responds again", async () => {
  const { site, load, context, keys, broker } = exitPage(503, false, true);
  const form = await load();
  context.requestId = "key-2";
  let refused = await site.submit(form, "quantity", {});
  // The broker is still unavailable when the user sends the form for the second time.
  for (const _ of ["first", "second"]) {
    expect(refused.status).toBe(503);
    expect(refused.html.querySelector('[role="alert"]')?.text).toContain(
      "not known whether the order was sent",
    );
    expect(refused.html.querySelector('[name="quantity"]')?.getAttribute("value")).toBe("20");
    refused = await site.submit(refused.html, "quantity", {});
  }
  expect(keys).toEqual(["key-1"]);
  broker.isAway = false;
  await site.submit(refused.html, "quantity", {});
  expect(keys).toEqual(["key-1", "key-1"]);
});

it.each([
  [undefined, "50", null],
  [20, "30", "Pending orders already close 20."],
  [50, "0", "Pending orders already close 50."],
])(
  "proposes only the quantity that pending orders do not close: %s of 50",
  async (pending, proposed, hint) => {
    const { site } = exitPage(409, false, false, pending);
    const { html } = await site.get(`/algos/my-algos/positions/exit?ref=${REF}`);
    expect(html.querySelector("input#quantity")?.getAttribute("value")).toBe(proposed);
    const hintText = html.querySelector("#quantity-hint")?.text ?? null;
    if (hint === null) expect(hintText).toBeNull();
    else expect(hintText).toContain(hint);
  },
);

it("refuses a quantity that includes pending orders", async () => {
  const { site } = exitPage(409, false, false, 20);
  const address = `/algos/my-algos/positions/exit?ref=${REF}&quantity=31&step=preview`;
  const { html } = await site.get(address);
  expect(html.querySelector("#quantity-fault")?.text).toContain(
    "Orders to close 20 were already sent and are pending. At most 30 more can be closed.",
  );
});

it("sends the same order again while the first one is pending without a response", async () => {
  const { site, load, context, keys, broker } = exitPage(503);
  const form = await load();
  context.requestId = "key-2";
  broker.pending = 50;
  const refused = await site.submit(form, "quantity", {});
  expect(refused.html.querySelector("#quantity-fault")?.text).toContain("were already sent");
  expect(refused.html.querySelector("#again")).not.toBeNull();
  await site.submit(refused.html, "quantity", {});
  expect(keys).toEqual(["key-1", "key-1"]);
});

it("states only for a limit order that it is open until the end of the day", async () => {
  const { site, load } = exitPage(409);
  expect((await load()).querySelector("#preview")?.parentNode?.text).toContain("until the end of the day");
  const market = await site.get(`/algos/my-algos/positions/exit?ref=${REF}&quantity=20&price=&step=preview`);
  expect(market.html.text).not.toContain("until the end of the day");
});

it("estimates the P&L at the limit while the limit is better than the last price", async () => {
  const { load, context } = exitPage(409);
  const note = async (limitPaise: number) => {
    context.account.previewOrder = async () => ({ ...PREVIEW, pricePaise: limitPaise }) as never;
    return (await load()).querySelector(".figure-answer")?.parentNode?.text;
  };
  expect(await note(155_000)).toMatch(/\+₹980\.00 at the limit price/);
  expect(await note(150_500)).toMatch(/\+₹180\.00 at the last price/);
});
