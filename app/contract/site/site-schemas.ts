// Schemas of the settings in site.ts: brand, legal facts, outside links.
import { z } from "zod";
import { type Brand, DEFAULT_SITE, type Links, type NamedLink, type PartnerPlatform } from "./site.ts";

const link = z.union([
  z.url({ protocol: /^https?$/ }),
  z.string().regex(/^\/(?![/\\])[^\s]*$/, "an own path or an address"),
]);
const { brand, links } = DEFAULT_SITE;

export const brandSchema = z.object({
  name: z.string().min(1).max(40).default(brand.name),
  legalName: z.string().min(1).max(120).default(brand.legalName),
  registration: z.string().max(300).default(brand.registration),
  address: z.string().max(300).default(brand.address),
  supportEmail: z.email().default(brand.supportEmail),
  supportPhone: z.string().max(40).default(brand.supportPhone),
  complianceOfficer: z.string().max(120).default(brand.complianceOfficer),
}) satisfies z.ZodType<Brand>;

export const linksSchema = z.object({
  sandbox: link.default(links.sandbox),
  developerPortal: link.default(links.developerPortal),
  playground: link.default(links.playground),
  terms: link.default(links.terms),
  disclosures: link.default(links.disclosures),
  privacy: link.default(links.privacy),
  regulatory: link.default(links.regulatory),
  customerService: link.default(links.customerService),
  nse: link.default(links.nse),
  bse: link.default(links.bse),
  complaints: link.default(links.complaints),
}) satisfies z.ZodType<Links>;

export const namedLinkSchema = z.object({
  name: z.string().min(1).max(40),
  url: z.url({ protocol: /^https?$/ }),
}) satisfies z.ZodType<NamedLink>;

export const partnerPlatformSchema = z.object({
  name: z.string().min(1).max(60),
  summary: z.string().min(1).max(200),
  connectUrl: link,
}) satisfies z.ZodType<PartnerPlatform>;
