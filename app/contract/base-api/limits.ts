// Limits that both ends of the base API share. Plain numbers, so that pages can use them too.

export const SEARCH_TEXT_MAX_CHARS = 80;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 24;
/** Ten crore rupees; a larger sum is considered a typing error. */
export const AMOUNT_MAX_RUPEES = 1_000_000_000;
