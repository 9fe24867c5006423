// Limits shared by client and server of the base API. Plain numbers, so that pages can import them without the schemas.

export const SEARCH_TEXT_MAX_CHARS = 80;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 24;
/** Ten crore rupees. A larger amount is treated as a typing error. */
export const AMOUNT_MAX_RUPEES = 1_000_000_000;
