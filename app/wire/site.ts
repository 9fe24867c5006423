// What the operator configures and pages may show: brand, legal facts, outside links. Defaults are the invented brand,
// so that a page also renders where no server hands a configuration over.
import { z } from "zod";

const link = z.union([
  z.url({ protocol: /^https?$/ }),
  z.string().regex(/^\/(?![/\\])[^\s]*$/, "an own path or an address"),
]);

export const brandSchema = z.object({
  name: z.string().min(1).max(40).default("Meridian"),
  legalName: z.string().min(1).max(120).default("Meridian Securities (Demo) Limited"),
  registration: z
    .string()
    .max(300)
    .default(
      "Demonstration brand: not registered with any regulator. Stock broker registration: INZ000000000 (sample).",
    ),
  address: z.string().max(300).default("1 Sample Street, Mumbai 400001, India"),
  supportEmail: z.email().default("support@meridian.example"),
  supportPhone: z.string().max(40).default("+91 22 0000 0000"),
  complianceOfficer: z.string().max(120).default("A. Sample, compliance@meridian.example"),
});
export type Brand = z.infer<typeof brandSchema>;

export const linksSchema = z.object({
  sandbox: link.default("/docs/v2/#sandbox"),
  developerPortal: link.default("/docs/v2/#developer-portal"),
  playground: link.default("/docs/v2/#playground"),
  terms: link.default("/legal/terms"),
  disclosures: link.default("/legal/disclosures"),
  privacy: link.default("/legal/privacy"),
  regulatory: link.default("/legal/regulatory"),
  customerService: link.default("/support"),
  nse: link.default("https://www.nseindia.com/"),
  bse: link.default("https://www.bseindia.com/"),
  complaints: link.default("https://scores.sebi.gov.in/"),
});
export type Links = z.infer<typeof linksSchema>;

export const namedLinkSchema = z.object({
  name: z.string().min(1).max(40),
  url: z.url({ protocol: /^https?$/ }),
});
export type NamedLink = z.infer<typeof namedLinkSchema>;

export const partnerPlatformSchema = z.object({
  name: z.string().min(1).max(60),
  summary: z.string().min(1).max(200),
  connectUrl: link,
});
export type PartnerPlatform = z.infer<typeof partnerPlatformSchema>;

export type Site = {
  brand: Brand;
  links: Links;
  social: NamedLink[];
  partnerPlatforms: PartnerPlatform[];
  /** Shown in the footer as `v…`. */
  buildVersion: string;
  /** True when the embedded sandbox stands in for the provider. */
  isSimulated: boolean;
};

export const DEFAULT_PARTNER_PLATFORMS: PartnerPlatform[] = [
  {
    name: "Chartline",
    summary:
      "Turn chart alerts into orders. Draw a level, set a rule, and the order leaves from your account.",
    connectUrl: "/login?to=/trading-apis",
  },
  {
    name: "Blockwise",
    summary: "Build a strategy from blocks, test it, and switch it on. No code at any step.",
    connectUrl: "/login?to=/trading-apis",
  },
  {
    name: "Sheetdesk",
    summary: "Prices and orders in a spreadsheet: a row is an instrument, a cell is a rule.",
    connectUrl: "/login?to=/trading-apis",
  },
];

export const DEFAULT_SITE: Site = {
  brand: brandSchema.parse({}),
  links: linksSchema.parse({}),
  social: [],
  partnerPlatforms: DEFAULT_PARTNER_PLATFORMS,
  buildVersion: "0.0.0-pages",
  isSimulated: true,
};
