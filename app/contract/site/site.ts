// Types of the brand and of the settings that pages may show, with neutral defaults for tests and for pages rendered
// without this site's server. The brand's schema is in server/brands/brand-schemas.ts, so that the browser does not
// load the validator.

export type Brand = {
  name: string;
  legalName: string;
  registration: string;
  address: string;
  supportEmail: string;
  supportPhone: string;
  complianceOfficer: string;
};

/** Addresses that pages link to: paths of this site, or external addresses. */
export type Links = {
  sandbox: string;
  developerPortal: string;
  playground: string;
  terms: string;
  disclosures: string;
  privacy: string;
  regulatory: string;
  customerService: string;
  nse: string;
  bse: string;
  complaints: string;
};

export type NamedLink = { name: string; url: string };
export type PartnerPlatform = { name: string; summary: string; connectUrl: string };

/** Public addresses of the provider's trading API. Null for an address that is not offered or not configured. */
export type ApiAddresses = {
  rest: string | null;
  auth: string | null;
  feed: string | null;
  depth: string | null;
  /** Address of the socket for depth of 200 levels. */
  depth200: string | null;
  orderUpdate: string | null;
  instruments: string | null;
};

/** Features that a brand can disable. */
export const FEATURES = ["chat", "playground", "sandbox", "markets", "notifications"] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * Paths of each feature's pages, which are not served if the brand disables the feature. Case is ignored, because the
 * router ignores it.
 */
export const FEATURE_PAGES: Partial<Record<Feature, RegExp>> = {
  sandbox: /^\/(?:sandbox\/portal|docs\/v2\/sandbox)(?:\/|$)/i,
  markets: /^\/markets(?:\/|$)/i,
  notifications: /^\/account\/notifications(?:\/|$)/i,
};

/** True if the path, which may be percent-encoded, belongs to a feature that the brand disables. */
export function isDisabled(path: string, features: BrandedSite["features"]): boolean {
  const decoded = decodeURI(path);
  return FEATURES.some((feature) => !features[feature] && FEATURE_PAGES[feature]?.test(decoded) === true);
}

/** Default amount, and the amounts suggested next to the field, in whole rupees. */
export type Amounts = { default: number; offered: number[] };

/** A heading and its text. Empty lines separate the text's paragraphs. */
export type TextSection = { heading: string; text: string };

export const LEGAL_IDS = ["terms", "disclosures", "privacy", "regulatory"] as const;
export type LegalId = (typeof LEGAL_IDS)[number];

/** A broker's legal texts. A stored consent contains the version and a digest of its text. */
export type BrandTexts = {
  legal: Record<LegalId, TextSection[]>;
  faq: TextSection[];
  /** A paragraph `{name}` is replaced by lines about the order (app/deploying/consent-text.ts). */
  consent: { version: string; sections: TextSection[] };
  /** The regulator's mandatory disclosure on derivatives. */
  riskDisclosure: { version: string; title: string; points: string[]; source: string };
};

/** A broker's data from its brand folder (server/brands). */
export type BrandedSite = {
  brand: Brand;
  links: Links;
  social: NamedLink[];
  partnerPlatforms: PartnerPlatform[];
  amounts: Amounts;
  features: Record<Feature, boolean>;
  texts: BrandTexts;
  /** Ids of the managers that the Discover menu lists first. */
  managers: string[];
  /** Address of the style sheet with the brand's colours. Null if the brand has none. */
  themeHref: string | null;
  /** Addresses of the logo for the light and the dark scheme. */
  logo: Record<"light" | "dark", string>;
};

export type Site = BrandedSite & {
  /** Build version. The footer shows it as `v…`. */
  buildVersion: string;
  /** True if the embedded sandbox is the provider. */
  isSimulated: boolean;
  /** Addresses of a real provider's API. With the sandbox, pages use the sandbox's addresses instead. */
  api: ApiAddresses;
};

export const DEFAULT_SITE: Site = {
  brand: {
    name: "Broker",
    legalName: "The broker",
    registration: "No registration is configured.",
    address: "No address is configured.",
    supportEmail: "support@broker.example",
    supportPhone: "No number is configured.",
    complianceOfficer: "No officer is configured.",
  },
  links: {
    sandbox: "/docs/v2/sandbox",
    developerPortal: "/docs/v2/#developer-portal",
    playground: "/docs/v2/playground",
    terms: "/legal/terms",
    disclosures: "/legal/disclosures",
    privacy: "/legal/privacy",
    regulatory: "/legal/regulatory",
    customerService: "/support",
    nse: "https://www.nseindia.com/",
    bse: "https://www.bseindia.com/",
    complaints: "https://scores.sebi.gov.in/",
  },
  social: [],
  partnerPlatforms: [],
  amounts: { default: 100_000, offered: [25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000] },
  features: { chat: true, playground: true, sandbox: true, markets: true, notifications: true },
  texts: {
    legal: { terms: [], disclosures: [], privacy: [], regulatory: [] },
    faq: [],
    consent: { version: "", sections: [] },
    riskDisclosure: { version: "", title: "", points: [], source: "" },
  },
  managers: [],
  themeHref: null,
  logo: { light: "/favicon.svg", dark: "/favicon.svg" },
  buildVersion: "0.0.0-pages",
  isSimulated: true,
  api: {
    rest: null,
    auth: null,
    feed: null,
    depth: null,
    depth200: null,
    orderUpdate: null,
    instruments: null,
  },
};
