// Types of the operator's settings that pages may show, with the fictional brand and the links that are the defaults.
// Plain values, so that pages can use them without loading the validator (site-schemas.ts) in the browser.

export type Brand = {
  name: string;
  legalName: string;
  registration: string;
  address: string;
  supportEmail: string;
  supportPhone: string;
  complianceOfficer: string;
};

/** Own paths or addresses elsewhere. */
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

/** Public addresses of the provider's trading API; null if not offered or not named. */
export type ApiAddresses = {
  rest: string | null;
  auth: string | null;
  feed: string | null;
  depth: string | null;
  /** The socket of 200 levels. */
  depth200: string | null;
  orderUpdate: string | null;
  instruments: string | null;
};

export type Site = {
  brand: Brand;
  links: Links;
  social: NamedLink[];
  partnerPlatforms: PartnerPlatform[];
  /** Shown in the footer as `v…`. */
  buildVersion: string;
  /** True when the embedded sandbox replaces the provider. */
  isSimulated: boolean;
  /** Addresses of a real provider; with the sandbox its own addresses are used. */
  api: ApiAddresses;
};

export const DEFAULT_SITE: Site = {
  brand: {
    name: "Meridian",
    legalName: "Meridian Securities (Demo) Limited",
    registration:
      "Demonstration brand: not registered with any regulator. Stock broker registration: INZ000000000 (sample).",
    address: "1 Sample Street, Mumbai 400001, India",
    supportEmail: "support@meridian.example",
    supportPhone: "+91 22 0000 0000",
    complianceOfficer: "A. Sample, compliance@meridian.example",
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
  partnerPlatforms: [
    {
      name: "Chartline",
      summary:
        "Turn chart alerts into orders. Draw a level, set a rule, and the order leaves from your account.",
      connectUrl: "/sandbox/platforms/chartline",
    },
    {
      name: "Blockwise",
      summary: "Build a strategy from blocks, test it, and switch it on. No code at any step.",
      connectUrl: "/sandbox/platforms/blockwise",
    },
    {
      name: "Sheetdesk",
      summary: "Prices and orders in a spreadsheet: a row is an instrument, a cell is a rule.",
      connectUrl: "/sandbox/platforms/sheetdesk",
    },
  ],
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
