// Parses rupees as users type them: "1,50,000", "₹1.5L", "2 crore".

const LAKH = 100_000;
const CRORE = 10_000_000;

/** Returns the rupees in a text such as "1,50,000", "₹1.5L", "1.5 lakh" or "2cr". Null for invalid input. */
export function parseRupees(text: string): number | null {
  const match = /^(?:₹|rs\.?\s*)?\s*([\d,\s]+(?:\.\d+)?)\s*(k|l|lakhs?|lacs?|cr|crores?)?$/i.exec(
    text.trim(),
  );
  if (match?.[1] === undefined) return null;
  const number = Number(match[1].replace(/[,\s]/g, ""));
  if (!Number.isFinite(number)) return null;
  const unit = (match[2] ?? "").toLowerCase();
  const factor = unit === "" ? 1 : unit === "k" ? 1_000 : unit.startsWith("l") ? LAKH : CRORE;
  return Math.round(number * factor);
}
