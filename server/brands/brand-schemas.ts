// Schema of brand.yaml. Pages use the types in site.ts instead, so that browsers do not load the validator.
import { z } from "zod";
import {
  DEFAULT_SITE,
  FEATURES,
  type NamedLink,
  type PartnerPlatform,
} from "../../app/contract/site/site.ts";
import { READER_AMOUNT_MAX, READER_AMOUNT_MIN } from "../../app/domain/reader-amount.ts";
import { DISCOVER_MENU } from "../../app/marketplace/menu.ts";

const webAddress = z.url({ protocol: /^https?$/, error: "expected an address with http: or https:" });
const link = z.union([webAddress, z.string().regex(/^\/(?![/\\])[^\s]*$/)], {
  error: "expected a path of the site, such as /support, or an address with https:",
});
const text = (most: number) => z.string().trim().min(1).max(most);
const rupees = z.int().min(READER_AMOUNT_MIN).max(READER_AMOUNT_MAX);
const { links, amounts } = DEFAULT_SITE;
const GROUPS = DISCOVER_MENU.map(({ id }) => id);
const TAGS = DISCOVER_MENU.flatMap(({ items }) => items.map(({ id }) => id));

export const brandSchema = z.strictObject({
  name: text(40),
  legalName: text(120),
  registration: text(300),
  address: text(300),
  supportEmail: z.email({ error: "expected an e-mail address" }),
  supportPhone: text(40),
  complianceOfficer: text(120),
});

const namedLinkSchema = z.strictObject({ name: text(40), url: webAddress }) satisfies z.ZodType<NamedLink>;
const partnerPlatformSchema = z.strictObject({
  name: text(60),
  summary: text(200),
  connectUrl: link,
}) satisfies z.ZodType<PartnerPlatform>;

const localeSchema = z.string().refine(isLocale, "expected a language and a region, such as hi-IN");
const currencySchema = z
  .string()
  .refine(
    (code) => Intl.supportedValuesOf("currency").includes(code),
    "expected a currency by ISO 4217, such as INR",
  );

function isLocale(tag: string): boolean {
  return /^[a-z]{2,3}-[A-Z]{2}$/.test(tag) && Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
}

/** Only `links` and `features` have defaults. The broker's names, addresses and registrations are required. */
export const brandFileSchema = brandSchema.extend({
  links: z
    .strictObject({
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
    })
    .prefault({}),
  social: z.array(namedLinkSchema).max(8).default([]),
  partnerPlatforms: z.array(partnerPlatformSchema).max(24).default([]),
  amounts: z.strictObject({ default: rupees, offered: z.array(rupees).min(1).max(8) }).default(amounts),
  language: z
    .strictObject({ locale: localeSchema.default("en-IN"), currency: currencySchema.default("INR") })
    .prefault({}),
  menu: z
    .array(z.enum(GROUPS))
    .min(1)
    .refine((ids) => new Set(ids).size === ids.length, "expected each group once")
    .default(GROUPS),
  tags: z
    .partialRecord(z.enum(TAGS), z.strictObject({ title: text(60), subtitle: text(120).optional() }))
    .default({}),
  managers: z.array(text(80)).max(6).default([]),
  features: z
    .strictObject(
      Object.fromEntries(FEATURES.map((name) => [name, z.boolean().default(true)])) as Record<
        (typeof FEATURES)[number],
        z.ZodDefault<z.ZodBoolean>
      >,
    )
    .prefault({}),
});
