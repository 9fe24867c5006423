import { expect, it } from "vitest";
import { exposureOf } from "./exposure.ts";

it("adds what is bought and what is sold apart, at last prices", () => {
  expect(
    exposureOf([
      { quantity: 2, lastPaise: 95_000, openResultPaise: 1_000 },
      { quantity: -65, lastPaise: 3_000, openResultPaise: -6_500 },
      { quantity: 1, lastPaise: 100, openResultPaise: 0 },
    ]),
  ).toEqual({ longPaise: 190_100, shortPaise: 195_000, openPaise: -5_500, unpriced: 0 });
});

it("says what it could not price, and knows no result where one is not known", () => {
  expect(
    exposureOf([
      { quantity: 5, lastPaise: null, openResultPaise: null },
      { quantity: 1, lastPaise: 100, openResultPaise: 50 },
    ]),
  ).toEqual({ longPaise: 100, shortPaise: 0, openPaise: null, unpriced: 1 });
});

it("is nothing of nothing", () => {
  expect(exposureOf([])).toEqual({ longPaise: 0, shortPaise: 0, openPaise: 0, unpriced: 0 });
});
