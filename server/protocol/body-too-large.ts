/**
 * Request header of the site for the trading API: the call's body is too large, and was not forwarded. The API counts
 * and logs the call, and refuses it with 413. The site removes the header from all other requests.
 */
export const BODY_TOO_LARGE_HEADER = "x-body-too-large";
