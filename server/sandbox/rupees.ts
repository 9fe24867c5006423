// Formats amounts of money for the sandbox's texts, with Indian grouping.
const UP_TO_TWO_DECIMALS = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

/** Formats rupees with at most two decimals: 1234567 → "₹12,34,567". */
export function rupeesText(rupees: number): string {
  return `₹${UP_TO_TWO_DECIMALS.format(rupees)}`;
}
