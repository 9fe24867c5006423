// The documented transitions of an order are exactly those that orders of a sandbox account make.
import { beforeAll, expect, it } from "vitest";
import { getContents } from "../../app/docs/contents.ts";
import { sandboxPlace } from "../../app/docs/place.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

/** Transitions that need a controlled market; server/sandbox/broker tests them. */
const TESTED_BY_THE_BROKER = ["PENDING to REJECTED", "PART_TRADED to TRADED"];

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

type Event = { number: number; orderId: string; orderStatus: string };

/** Returns all stored events of the account, oldest first. */
async function eventsOf({ account }: TradingClient): Promise<Event[]> {
  const found: Event[] = [];
  for (;;) {
    const before = found.length === 0 ? "" : `?before=${found.at(-1)?.number}`;
    const { text } = await site.get(`/sandbox/portal/postbacks${before}`, {
      accept: "application/json",
      "access-token": account.accessToken,
    });
    const { events } = JSON.parse(text) as { events: Event[] };
    if (events.length === 0) return found.reverse();
    found.push(...events);
  }
}

it("orders make exactly the documented state transitions", {
  timeout: 120_000,
}, async () => {
  const client = await TradingClient.open(`${site.origin}/sandbox`);
  const place = async (change: object): Promise<string> => (await client.place(change)).body.orderId;
  const cancel = (id: string) => client.send("delete", `/orders/${id}`);
  const advance = (seconds: number) => client.send("post", "/sandbox/clock/advance", { seconds });
  const begin = (at: string) => client.send("put", "/sandbox/clock", { at, hours: "exchange", seed: 7 });
  const lastPrice = async () =>
    (await client.send("post", "/marketfeed/ltp", { NSE_EQ: [1333] })).body.data.NSE_EQ["1333"].last_price;

  expect((await begin("2026-11-20 10:00:00")).status).toBe(200);
  const far = Math.round((await lastPrice()) * 0.93);
  await place({ quantity: 1 });
  await place({ quantity: 911 });
  await cancel(await place({ quantity: 912 }));
  await cancel(await place({ quantity: 913 }));
  await cancel(await place({ quantity: 914 }));
  const changed = await place({ quantity: 914, orderType: "LIMIT", price: far });
  await client.send("put", `/orders/${changed}`, {
    quantity: 1,
    orderType: "LIMIT",
    price: far,
    validity: "DAY",
  });
  await place({ quantity: 914 });
  await place({ quantity: 914, orderType: "LIMIT", price: far });
  await place({ quantity: 1, orderType: "LIMIT", price: far, validity: "IOC" });
  await advance(600);
  // This order keeps its state until the end of the session.
  await place({ quantity: 912, productType: "CNC" });
  await place({ quantity: 1, productType: "CNC", orderType: "LIMIT", price: far });
  await advance(6 * 3_600);
  const last = new Map<string, string>();
  const transitions = new Set<string>();
  for (const { orderId, orderStatus } of await eventsOf(client)) {
    const from = last.get(orderId) ?? "–";
    last.set(orderId, orderStatus);
    if (from !== orderStatus) transitions.add(`${from} to ${orderStatus}`);
  }
  const { sections } = getContents({ id: "order-states" }, sandboxPlace(site.origin));
  const drawn = sections
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "steps" ? block.steps : [])))
    .map(([from, to]) => `${from} to ${to}`);
  expect(drawn.length).toBeGreaterThan(10);
  expect([...transitions].filter((step) => !drawn.includes(step))).toEqual([]);
  expect(drawn.filter((step) => !transitions.has(step) && !TESTED_BY_THE_BROKER.includes(step))).toEqual([]);
});
