import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ShareLine } from "../contract/base-api/market-overview.ts";
import { EXCHANGE_CALENDAR } from "../domain/market-sessions.ts";
import {
  changeFraction,
  computeSectors,
  countBreadth,
  listMarketDates,
  MOVER_KINDS,
  MOVERS_SHOWN_MAX,
  type MoverKind,
  selectMovers,
} from "./board.ts";
import { readWatchlist, toggleWatched, WATCHED_INSTRUMENTS_MAX, writeWatchlist } from "./watchlist.ts";

const share = fc.record({
  exchangeSegment: fc.constant("NSE_EQ" as const),
  securityId: fc.integer({ min: 1, max: 99_999 }).map(String),
  symbol: fc.constant("S"),
  name: fc.constant("Share"),
  lastPaise: fc.integer({ min: 1, max: 1_000_000 }),
  previousClosePaise: fc.integer({ min: 0, max: 1_000_000 }),
  openPaise: fc.constant(1),
  highPaise: fc.constant(1),
  lowPaise: fc.constant(1),
  curve: fc.constant([]),
  volume: fc.integer({ min: 0, max: 1_000_000 }),
  sector: fc.constantFrom("Banks", "Power", "Consumer goods"),
}) satisfies fc.Arbitrary<ShareLine>;
const shares = fc.array(share, { maxLength: 40 });

describe("the market board", () => {
  it("lists the weakest, strongest or most traded shares in order, up to a limit", () => {
    const measures: Record<MoverKind, (share: ShareLine) => number> = {
      weakest: (one) => -changeFraction(one),
      strongest: changeFraction,
      traded: ({ volume, lastPaise }) => volume * lastPaise,
    };
    fc.assert(
      fc.property(shares, (all) => {
        for (const kind of MOVER_KINDS) {
          const movers = selectMovers(all, kind);
          const largest = all.map(measures[kind]).sort((one, other) => other - one);
          expect(movers.map(measures[kind])).toEqual(largest.slice(0, MOVERS_SHOWN_MAX));
          expect(new Set(movers).size).toBe(movers.length);
          for (const one of movers) expect(all).toContain(one);
        }
      }),
    );
  });

  it("counts every stock once in the market breadth and once in the sectors", () => {
    fc.assert(
      fc.property(shares, (all) => {
        const { fell, unchanged, rose } = countBreadth(all);
        expect(fell + unchanged + rose).toBe(all.length);
        const sectors = computeSectors(all);
        expect(sectors.reduce((sum, { shares: count }) => sum + count, 0)).toBe(all.length);
        const total = sectors.reduce((sum, { change, shares: count }) => sum + change * count, 0);
        expect(total).toBeCloseTo(
          all.reduce((sum, one) => sum + changeFraction(one), 0),
          1,
        );
      }),
    );
  });

  it("lists upcoming market dates from today, nearest first, including holidays", () => {
    const dates = listMarketDates(
      [
        { name: "Nifty 50", day: "2026-12-01", isMonthly: false },
        { name: "Nifty 50", day: "2026-11-24", isMonthly: true },
      ],
      EXCHANGE_CALENDAR,
      "2026-11-25",
    );
    expect(dates[0]).toEqual({ kind: "expiry", name: "Nifty 50", day: "2026-12-01", isMonthly: false });
    expect(dates.map(({ day }) => day)).toEqual(dates.map(({ day }) => day).sort());
    expect(dates.some(({ kind }) => kind === "holiday")).toBe(true);
  });
});

describe("the watchlist", () => {
  it("parses the cookie, and ignores values that are not instrument keys", () => {
    const keys = ["NSE_EQ:1333", "IDX_I:13"];
    expect(readWatchlist(`theme=dark; __Host-watchlist=${writeWatchlist(keys)}`)).toEqual(keys);
    expect(readWatchlist("watchlist=NSE_EQ:1~MOON:2~IDX_I:x~NSE_EQ:1:2")).toEqual(["NSE_EQ:1"]);
    expect(readWatchlist(null)).toEqual([]);
    expect(writeWatchlist([])).toBeNull();
  });

  it("lists the latest instruments first, without duplicates, up to a limit", () => {
    let keys: string[] = [];
    for (let id = 0; id < WATCHED_INSTRUMENTS_MAX + 3; id += 1)
      keys = toggleWatched(keys, `NSE_EQ:${id}`, true);
    expect(keys).toHaveLength(WATCHED_INSTRUMENTS_MAX);
    expect(keys[0]).toBe(`NSE_EQ:${WATCHED_INSTRUMENTS_MAX + 2}`);
    expect(toggleWatched(keys, keys[3] ?? "", true)[0]).toBe(keys[3]);
    expect(toggleWatched(keys, keys[3] ?? "", false)).not.toContain(keys[3]);
  });
});
