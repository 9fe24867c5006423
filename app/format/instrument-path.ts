// The address of an instrument's page, for all links from its name.

export function instrumentPath(instrument: { exchangeSegment: string; securityId: string }): string {
  return `/markets/${instrument.exchangeSegment}/${instrument.securityId}`;
}

/** The same from a key such as "NSE_EQ:1333". */
export function instrumentPathOfKey(key: string): string {
  return `/markets/${key.replace(":", "/")}`;
}
