// Sizes that both ends of the base API agree on. Plain numbers, for pages too.

export const SEARCH_TEXT_MAX_CHARS = 80;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 24;
/** Ten crore rupees: above it a sum is a slip of the finger. */
export const AMOUNT_MAX_RUPEES = 1_000_000_000;
