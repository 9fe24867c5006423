// Formats rupee amounts with Indian grouping, and short forms that never round up. Intl's compact form rounds 25,50,000
// up to 26L, so this file formats amounts itself. Server and browser use the same code.

import { brandLanguage, LOCALE } from "./locale.ts";

/** Names of large units of numbers. */
export const numbersText = {
  lakhShort: "L",
  croreShort: "Cr",
  lakh: "lakh",
  crore: "crore",
};

const MINUS = "\u2212";
const LAKH = 100_000;
const CRORE = 10_000_000;

/** True if digits are grouped as in India (12,34,567), false for groups of three (1,234,567). */
const IS_INDIAN = LOCALE.endsWith("-IN");
const signs = new Map<string, string>();

/** Returns the symbol of the brand's currency, such as "₹". */
function currencySign(): string {
  const { currency } = brandLanguage();
  const found = signs.get(currency) ?? symbolOfCurrency(currency);
  signs.set(currency, found);
  return found;
}

function symbolOfCurrency(currency: string): string {
  const options = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat("en", options).formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}

/** Groups the digits of an integer without a sign: 1234567 → "12,34,567". */
function groupDigits(digits: string): string {
  if (!IS_INDIAN) return digits.replace(/\B(?=(\d{3})+$)/g, ",");
  const head = digits.slice(0, -3);
  const tail = digits.slice(-3);
  return head === "" ? tail : `${head.replace(/\B(?=(\d{2})+(?!\d))/g, ",")},${tail}`;
}

/** Formats a count: 1234567 → "12,34,567"; −5 → "−5". Fractions are truncated. */
export function formatCount(value: number): string {
  const integer = Math.trunc(Math.abs(value));
  return `${value < 0 && integer !== 0 ? MINUS : ""}${groupDigits(String(integer))}`;
}

/** Formats rupees without paise: 1234567 → "₹12,34,567". */
export function formatRupees(rupees: number): string {
  const rounded = Math.round(Math.abs(rupees));
  return `${rupees < 0 && rounded !== 0 ? MINUS : ""}${currencySign()}${groupDigits(String(rounded))}`;
}

/** Formats paise as rounded rupees: 123456750 → "₹12,34,568". */
export const formatRoundedRupees = (paise: number) => formatRupees(Math.round(paise / 100));

/** Formats paise: 123456750 → "₹12,34,567.50". */
export function formatPaise(paise: number): string {
  return formatWithFraction(paise, currencySign());
}

/** Formats hundredths as a number with two decimals, for prices and index levels: 2636610 → "26,366.10". */
export function formatHundredths(hundredths: number): string {
  return formatWithFraction(hundredths, "");
}

function formatWithFraction(hundredths: number, currency: string): string {
  const absolute = Math.round(Math.abs(hundredths));
  const fraction = String(absolute % 100).padStart(2, "0");
  return `${hundredths < 0 && absolute !== 0 ? MINUS : ""}${currency}${groupDigits(String(Math.floor(absolute / 100)))}.${fraction}`;
}

/**
 * Formats rupees in short form: 2550000 → "₹25.5L", 12500000 → "₹1.25Cr", 50000 → "₹50,000". Decimals after the second
 * are dropped, so that the amount is never overstated. Only for use next to the full amount, never in a consent text.
 */
export function formatRupeesShort(rupees: number): string {
  const size = Math.abs(rupees);
  const sign = rupees < 0 ? MINUS : "";
  if (!IS_INDIAN) return formatRupees(rupees);
  if (size >= CRORE) return `${sign}${currencySign()}${shorten(size, CRORE)}${numbersText.croreShort}`;
  if (size >= LAKH) return `${sign}${currencySign()}${shorten(size, LAKH)}${numbersText.lakhShort}`;
  return formatRupees(rupees);
}

/** Formats a count in short form, truncated: 3444000 → "34.44 lakh", 18700000 → "1.87 crore". */
export function formatCountShort(count: number): string {
  if (IS_INDIAN && count >= CRORE) return `${shorten(count, CRORE)} ${numbersText.crore}`;
  if (IS_INDIAN && count >= LAKH) return `${shorten(count, LAKH)} ${numbersText.lakh}`;
  return formatCount(count);
}

function shorten(size: number, unit: number): string {
  const hundredths = Math.floor((size * 100) / unit);
  const integer = Math.floor(hundredths / 100);
  const rest = String(hundredths % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return `${groupDigits(String(integer))}${rest === "" ? "" : `.${rest}`}`;
}
