// Addresses of the trading API for the documentation: those of this site's sandbox, or those of a real provider from
// the settings. Without a sandbox the documentation does not mention one.

import { DEFAULT_SITE, type Site } from "../contract/site/site.ts";
import { withoutSandbox } from "../format/without-sandbox.ts";

export type ApiPlace = {
  /** The site's address, without a trailing slash. */
  origin: string;
  /** Base address of the REST paths such as `/orders`. */
  rest: string;
  /** Base address of `/app/generateAccessToken` and the consent pages. Null if tokens are issued elsewhere. */
  auth: string | null;
  /** Addresses of the sockets. Null for a socket that the provider does not offer. */
  feed: string | null;
  depth: string | null;
  depth200: string | null;
  orderUpdate: string | null;
  /** Base address of the two instrument files. Null if there are none. */
  instruments: string | null;
  /** E-mail address of the operator's support. */
  supportEmail: string;
  hasSandbox: boolean;
};

/** Example of a base address, for settings without the provider's address. */
export const EXAMPLE_BASE_URL = "https://api.broker.example/v2";

/** Returns the addresses of this site's sandbox. */
export function sandboxPlace(origin: string, supportEmail = DEFAULT_SITE.brand.supportEmail): ApiPlace {
  const sandbox = `${origin}/sandbox`;
  const socket = sandbox.replace(/^http/, "ws");
  return {
    origin,
    rest: `${sandbox}/v2`,
    auth: `${sandbox}/auth`,
    feed: `${socket}/feed`,
    depth: `${socket}/twentydepth`,
    depth200: `${socket}/twohundreddepth`,
    orderUpdate: `${socket}/order-update`,
    instruments: `${sandbox}/v2/instrument-files`,
    supportEmail,
    hasSandbox: true,
  };
}

/** Returns the addresses for a request: those in the settings, or the sandbox's. */
export function resolveApiPlace(
  context: { publicOrigin?: string | null | undefined; site?: Site | undefined },
  request: Request,
): ApiPlace {
  const origin = context.publicOrigin ?? new URL(request.url).origin;
  const { isSimulated, api, brand, features } = context.site ?? DEFAULT_SITE;
  // If the brand disables the sandbox, its addresses are omitted too, because they mention it.
  if (isSimulated && features.sandbox) return sandboxPlace(origin, brand.supportEmail);
  return {
    origin,
    supportEmail: brand.supportEmail,
    ...api,
    rest: api.rest ?? EXAMPLE_BASE_URL,
    hasSandbox: false,
  };
}

/**
 * Removes sentences about a sandbox from descriptions, and replaces example values that mention a sandbox with an
 * ellipsis.
 */
export function omitSandboxMention(value: unknown, name = ""): unknown {
  if (typeof value === "string")
    return name === "description" || name === "summary"
      ? withoutSandbox(value)
      : value.replace(/.*sandbox.*/is, "…");
  if (Array.isArray(value)) return value.map((one) => omitSandboxMention(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, omitSandboxMention(one, key)]));
}
