// Address of the order window for a basket. Its return address is absolute, since the window may be on another host.

export function orderWindowAddress(windowUrl: string, origin: string) {
  return (basketRef: string, returnTo: string) =>
    `${windowUrl}?${new URLSearchParams({ basket: basketRef, return: `${origin}${returnTo}` })}`;
}
