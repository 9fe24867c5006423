// Sums that the order window states before a start.
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
} from "../../../../tests/support/deployment-desk.ts";
import { createOrderWindow } from "./order-window.ts";

openDeployments();
const DAY = "2026-11-19";

it("shows the charges of entry and exit, which add up to the total", async () => {
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
