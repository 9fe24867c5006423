// Label of a device in the list of sign-ins: family of browser and system, and part of the IP address. It contains no
// text from the browser, and only printable ASCII, because it is sent in a header.

const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPX?\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
  [/^Lynx\//, "Lynx"],
  [/^w3m\//, "w3m"],
  [/^(?:E?Links)\b/i, "Links"],
  [/^curl\//, "curl"],
];
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const named = (list: typeof BROWSERS, text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

export function deviceLabel(userAgent: string | null, address: string): string {
  const text = (userAgent ?? "").slice(0, 400);
  const browser = named(BROWSERS, text) ?? "A browser";
  const system = named(SYSTEMS, text);
  const device = system === undefined ? browser : `${browser} on ${system}`;
  const place = addressHint(address);
  return place === null ? device : `${device}, from ${place}`;
}

/**
 * Shortens an IP address to its network: 203.0.113.9 becomes 203.0.113.*; of an IPv6 address the first three groups
 * remain.
 */
function addressHint(address: string): string | null {
  const v4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address);
  if (v4 !== null) return `${v4[1]}.*`;
  const v6 = /^([0-9a-f]{1,4}(?::[0-9a-f]{1,4}){1,2})(?::|$)/i.exec(address);
  return v6 === null ? null : `${v6[1]}:*`;
}
