// Settings of a site in front of the independent provider.
import { PARTNER } from "./base-api.ts";
import { BRAND } from "./brand.ts";

export function siteSettings(providerUrl: string): Record<string, string> {
  return {
    ...BRAND,
    BASE_API_URL: providerUrl,
    AUTH_URL: `${providerUrl}/auth`,
    PARTNER_ID: PARTNER.id,
    PARTNER_SECRET: PARTNER.secret,
    SESSION_SECRETS: "independent-provider-secret-0123456789",
  };
}
