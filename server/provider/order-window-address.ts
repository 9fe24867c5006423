// Where the browser goes with a basket; the address to come back to is absolute, since the window may stand elsewhere.

export function orderWindowAddress(windowUrl: string, origin: string) {
  return (basketRef: string, returnTo: string) =>
    `${windowUrl}?${new URLSearchParams({ basket: basketRef, return: `${origin}${returnTo}` })}`;
}
