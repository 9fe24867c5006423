import { expect, it } from "vitest";
import type { Portfolio } from "../contract/base-api/portfolio.ts";
import { todaySeries } from "./today-series.ts";

const at = (clock: string) => Date.parse(`2026-11-24T${clock}:00+05:30`);

function portfolioWith(live: [number, number][], curveFrom: number[]) {
  return {
    asOf: new Date(at("15:00")).toISOString(),
    live: { todayPaise: -250_000, tradesToday: 4 },
    today: { live, paper: [] },
    curves: curveFrom.map((from) => ({ deploymentId: String(from), points: [[from, 0]] })),
  } as unknown as Portfolio;
}

it("starts one minute before the first result, even if an algo starts later", () => {
  const minutes: [number, number][] = [
    [at("10:00"), -2_000],
    [at("11:00"), -1_200_000],
  ];
  expect(todaySeries(portfolioWith(minutes, [at("14:00")]), "live")).toEqual([
    [at("09:59"), 0],
    ...minutes,
    [at("15:00"), -250_000],
  ]);
});

it("starts at midnight if that is the first minute, or one minute ago without data", () => {
  const [first] = todaySeries(portfolioWith([[at("00:00"), 0]], [at("14:00")]), "live");
  expect(first).toEqual([at("00:00"), 0]);
  expect(todaySeries(portfolioWith([], []), "live")[0]).toEqual([at("14:59"), 0]);
});
