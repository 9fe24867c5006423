// Address of an instrument's page.

export function instrumentPath(instrument: { exchangeSegment: string; securityId: string }): string {
  return `/markets/${instrument.exchangeSegment}/${encodeURIComponent(instrument.securityId)}`;
}

/** Returns the address for a key such as "NSE_EQ:1333". */
export function instrumentPathOfKey(key: string): string {
  return `/markets/${key.replace(":", "/")}`;
}
