import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordTrade } from "../contract/base-api/record.ts";
import { tradesView } from "./trades-view.ts";

type Closed = Pick<RecordTrade, "closedAt" | "netPaise">;
const trade = ({ closedAt, netPaise }: Closed) => ({ closedAt, netPaise }) as RecordTrade;
const view = (trades: readonly Closed[], query = "") =>
  tradesView(trades.map(trade), new URLSearchParams(query));

const anyTrade = fc.record({
  closedAt: fc.option(
    fc
      .date({ min: new Date("2023-01-01"), max: new Date("2026-11-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
  ),
  netPaise: fc.integer({ min: -1_000_000, max: 1_000_000 }),
});

describe("the view of past trades", () => {
  it("lists months with trade counts and results that add up to the totals", () => {
    fc.assert(
      fc.property(fc.array(anyTrade, { maxLength: 60 }), (trades) => {
        const { months, totals } = view(trades);
        const sum = (list: number[]) => list.reduce((total, one) => total + one, 0);
        expect(sum(months.map(({ count }) => count))).toBe(totals?.count ?? 0);
        expect(sum(months.map(({ netPaise }) => netPaise))).toBe(totals?.netPaise ?? 0);
        expect(months.map(({ month }) => month)).toEqual(months.map(({ month }) => month).toSorted());
        if (totals === null) return;
        const { wins, averageWinPaise, averageLossPaise, netPaise, worstPaise } = totals;
        // A trade with a result of zero is neither won nor lost, as in All figures.
        const losses = trades.filter((one) => one.closedAt !== null && one.netPaise < 0).length;
        expect(wins * (averageWinPaise ?? 0) + losses * (averageLossPaise ?? 0)).toBeCloseTo(netPaise, 3);
        expect(worstPaise).toBeLessThanOrEqual(averageLossPaise ?? averageWinPaise ?? 0);
      }),
    );
  });

  it("lists the trades of one month in IST, and open trades in the latest month", () => {
    // 19:00 UTC on 31 October is 00:30 on 1 November in India.
    const trades = [
      { closedAt: "2025-10-31T19:00:00Z", netPaise: 100 },
      { closedAt: "2025-10-31T10:00:00Z", netPaise: -50 },
      { closedAt: null, netPaise: 7 },
    ];
    expect(view(trades, "month=2025-11").items.map(({ netPaise }) => netPaise)).toEqual([7, 100]);
    expect(view(trades, "month=2025-10").count).toBe(1);
    expect(view(trades, "month=all")).toMatchObject({ month: null, count: 3 });
    for (const query of ["month=2025-09", "month=<b>", ""])
      expect(view(trades, query)).toMatchObject({ month: "2025-11", count: 2 });
    expect(view(trades.slice(1))).toMatchObject({ month: null, count: 2 });
  });

  it("excludes a trade of ₹0 from the average loss", () => {
    const trades = [0, -100, -300].map((netPaise) => ({ closedAt: "2025-10-31T10:00:00Z", netPaise }));
    expect(view(trades).totals?.averageLossPaise).toBe(-200);
  });

  it("returns null totals if no trade is closed", () => {
    expect(view([{ closedAt: null, netPaise: 7 }])).toMatchObject({ totals: null, months: [], count: 1 });
  });
});
