// Parses rupees as users type them: "1,50,000", "₹1.5L", "2 crore", "५ लाख".

/** Factor by the first letter of a unit. */
const FACTORS: Record<string, number> = {
  k: 1_000,
  ह: 1_000,
  l: 100_000,
  ल: 100_000,
  c: 10_000_000,
  क: 10_000_000,
};
const AMOUNT =
  /^(?:₹|rs\.?\s*)?\s*([\d,\s]+(?:\.\d+)?)\s*(k|l|lakhs?|lacs?|cr|crores?|हज\u093c?ार|लाख|करोड\u093c?)?$/iu;

/** The digits of Indian scripts. Each script has a block of 128 characters, with the digits at the same offsets. */
const INDIAN_DIGITS = /(?=\p{Nd})[\u0966-\u0d6f]/gu;
const DEVANAGARI_ZERO = 0x966;

/**
 * Returns the rupees in a text such as "1,50,000", "₹1.5L", "1.5 lakh", "2cr" or "५ लाख". Null for invalid input.
 */
export function parseRupees(text: string): number | null {
  const latin = text
    .normalize()
    .trim()
    .replace(INDIAN_DIGITS, (digit) => String((digit.charCodeAt(0) - DEVANAGARI_ZERO) % 128));
  const [, digits, unit = ""] = AMOUNT.exec(latin) ?? [];
  if (digits === undefined) return null;
  const number = Number(digits.replace(/[,\s]/g, ""));
  if (!Number.isFinite(number)) return null;
  return Math.round(number * (FACTORS[unit.charAt(0).toLowerCase()] ?? 1));
}
