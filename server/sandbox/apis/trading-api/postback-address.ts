// Decides which addresses postbacks may be sent to, so that the sandbox cannot be used to reach private networks.
import ipaddr from "ipaddr.js";

const URL_CHARS = 500;
/** The only IPv6 block assigned to the public internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/**
 * Blocks of GLOBAL_UNICAST that are not public: protocol assignments, documentation, 6to4 and the former 6bone network.
 * ipaddr.js classifies 3ffe::/16 and 3fff::/20 as unicast.
 */
const NOT_GLOBAL = ["2001::/23", "2001:db8::/32", "2002::/16", "3ffe::/16", "3fff::/20"].map((block) =>
  ipaddr.IPv6.parseCIDR(block),
);

/** Returns a sentence with the reason why an address is rejected, or null if it is allowed. */
export function addressRejection(text: string, allowsPrivate: boolean): string | null {
  if (text.length > URL_CHARS) return `The address must have at most ${URL_CHARS} characters.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return "The address must start with https:// or http://.";
  if (url.username !== "" || url.password !== "") return "The address must not contain a user name.";
  const host = url.hostname.replace(/^\[|[\].]$/g, "");
  const isPrivate =
    host === "localhost" || host.endsWith(".localhost") || (ipaddr.isValid(host) && !isPublic(host));
  return isPrivate && !allowsPrivate
    ? "The address must be on the public internet. This site does not send to private networks."
    : null;
}

/**
 * True for an IP address on the public internet. IPv6 uses a list of allowed blocks, because most of the space is
 * unassigned.
 */
export function isPublic(text: string): boolean {
  // An IPv4-mapped IPv6 address is checked as IPv4.
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return (
    !(address instanceof ipaddr.IPv6) ||
    (address.match(GLOBAL_UNICAST) && !NOT_GLOBAL.some((block) => address.match(block)))
  );
}
