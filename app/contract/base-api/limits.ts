// Limits shared by client and server of the base API. This file has no schemas, so that browser code can import it.

export const SEARCH_TEXT_MAX_CHARS = 80;
export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 24;
/** Cursors of lists are part of page addresses: 1 to 400 printable ASCII characters. */
export const CURSOR_MAX_CHARS = 400;
export const CURSOR_PATTERN = /^[\x21-\x7e]+$/;
/** Ten crore rupees. The site treats a larger amount as a typing error. */
export const AMOUNT_MAX_RUPEES = 1_000_000_000;
