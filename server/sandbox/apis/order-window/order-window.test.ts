// The order window before a start: sums, sides and missing funds.
import { parse } from "node-html-parser";
import { expect, it } from "vitest";
import { formatPaise } from "../../../../app/format/rupees.ts";
import {
  CLIENT,
  deployments,
  key,
  openDeployments,
  request,
  STRADDLE,
  setNow,
} from "../../../../tests/support/deployment-rig.ts";
import { createOrderWindow } from "./order-window.ts";

openDeployments();
const DAY = "2026-11-19";

it("the order window shows entry and exit charges that add up to the total", async () => {
  setNow(`${DAY}T11:00:00+05:30`);
  const { basket } = deployments.create(CLIENT, key(), request({ strategyId: STRADDLE, startOn: DAY }));
  const known = deployments.basket(basket?.ref ?? "")?.basket;
  const answer = await createOrderWindow(deployments).request(`/?basket=${basket?.ref}&return=/algos`);
  const sums = new Map(
    parse(await answer.text())
      .querySelectorAll("dt")
      .map((term) => [term.text.trim(), term.nextElementSibling?.text.trim()]),
  );
  const [entry, both] = [known?.chargesPaise ?? 0, known?.roundTripChargesPaise ?? 0];
  expect(sums.get("Entry charges")).toBe(formatPaise(entry));
  expect(sums.get("Exit charges")).toBe(formatPaise(both - entry));
  expect(both).toBeGreaterThan(entry);
});

async function windowOf(terms: Parameters<typeof request>[0]) {
  setNow(`${DAY}T11:00:00+05:30`);
  const { basket } = deployments.create(CLIENT, key(), request({ startOn: DAY, ...terms }));
  const answer = await createOrderWindow(deployments).request(`/?basket=${basket?.ref}&return=/algos`);
  return parse(await answer.text());
}

it("the order window marks each order as buy or sell", async () => {
  const page = await windowOf({ strategyId: STRADDLE });
  const sides = page
    .querySelectorAll("tbody .side")
    .map((side) => [side.getAttribute("data-side"), side.text]);
  expect(sides).toEqual([
    ["SELL", "Sell"],
    ["SELL", "Sell"],
  ]);
});

it("the order window shows missing funds in red, except for a paper deployment", async () => {
  const live = await windowOf({ strategyId: STRADDLE, mode: "live", multiplier: 20 });
  expect(live.querySelector(".facts .text-loss dt")?.text).toBe("Available margin");
  expect(live.querySelector(".banner-bad")?.text).toMatch(/Add ₹[\d,]+\.\d\d/);
  const paper = await windowOf({ strategyId: STRADDLE, multiplier: 20 });
  expect(paper.querySelector(".facts .text-loss")).toBeNull();
  expect(paper.querySelector(".banner-bad")).toBeNull();
});
