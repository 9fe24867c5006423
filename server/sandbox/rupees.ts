// Formats amounts of money for the sandbox's texts, with Indian grouping.

/** Formats rupees with at most two decimals: 1234567 → "₹12,34,567". */
export function rupeesText(rupees: number): string {
  return `₹${rupees.toLocaleString("en-IN", { maximumFractionDigits: 2 })}`;
}

/** Formats paise with two decimals: 123456750 → "₹12,34,567.50". */
export function paiseText(paise: number): string {
  return `₹${(paise / 100).toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
