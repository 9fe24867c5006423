import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRupees } from "../domain/parse-rupees.ts";
import { formatCount, formatPaise, formatRupees, formatRupeesShort } from "./rupees.ts";

describe("full amounts in rupees", () => {
  it.each([
    [0, "₹0"],
    [5, "₹5"],
    [999, "₹999"],
    [1_000, "₹1,000"],
    [99_999, "₹99,999"],
    [100_000, "₹1,00,000"],
    [1_234_567, "₹12,34,567"],
    [123_456_789, "₹12,34,56,789"],
    [1_000_000_000_000, "₹10,00,00,00,00,000"],
    [-12_500, "−₹12,500"],
    [-0.2, "₹0"],
  ])("formats %d as %s", (rupees, text) => expect(formatRupees(rupees)).toBe(text));

  it("shows paise as two decimal places", () => {
    expect(formatPaise(123_456_750)).toBe("₹12,34,567.50");
    expect(formatPaise(-5)).toBe("−₹0.05");
  });

  it("formats counts without a currency sign", () => expect(formatCount(1_234_567)).toBe("12,34,567"));
});

describe("short amounts in rupees", () => {
  it.each([
    [49_999, "₹49,999"],
    [50_000, "₹50,000"],
    [100_000, "₹1L"],
    [2_550_000, "₹25.5L"],
    [2_559_999, "₹25.59L"],
    [9_999_999, "₹99.99L"],
    [10_000_000, "₹1Cr"],
    [12_500_000, "₹1.25Cr"],
    [1_000_000_000_000, "₹1,00,000Cr"],
    [-2_550_000, "−₹25.5L"],
  ])("formats %d as %s", (rupees, text) => expect(formatRupeesShort(rupees)).toBe(text));
});

describe("a typed amount", () => {
  it.each([
    ["1,50,000", 150_000],
    ["₹ 1,50,000", 150_000],
    ["Rs. 1.5 lakh", 150_000],
    ["1.5L", 150_000],
    ["50k", 50_000],
    ["2cr", 20_000_000],
    ["  75000 ", 75_000],
    ["₹1.5 लाख", 150_000],
    ["१,५०,०००", 150_000],
    ["৫০ हज़ार", 50_000],
    ["2 करोड़", 20_000_000],
    ["2 करोड", 20_000_000],
  ])("parses %s as %d", (text, rupees) => expect(parseRupees(text)).toBe(rupees));

  it.each(["", "abc", "-5", "1e9", "12 apples", "12 लाल", "₹", "½"])("rejects %j", (text) =>
    expect(parseRupees(text)).toBeNull(),
  );

  it("parses every formatted full amount", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), (n) => {
        expect(parseRupees(formatRupees(n))).toBe(n);
      }),
    );
  });
});
