// Message from the site to the trading API about a call whose body is too large.

/**
 * Request header: the body was not forwarded. The API counts and logs the call, and refuses it with 413. The site
 * removes the header from all other requests.
 */
export const BODY_TOO_LARGE_HEADER = "x-body-too-large";
