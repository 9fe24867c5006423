// The only reader of the environment. One schema; every fault is reported at once, by name, without the value. Limits
// of everything that waits or grows stand here too, each with its unit.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_SITE, type Site } from "../app/wire/site.ts";
import {
  brandSchema,
  linksSchema,
  namedLinkSchema,
  partnerPlatformSchema,
} from "../app/wire/site-schemas.ts";
import { DISCLOSURE_BASES } from "../app/wire/vocabulary.ts";

const SECOND_MS = 1_000;
const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Names that may also be given as NAME_FILE, a file that holds the value. */
const SECRET_NAMES = ["SESSION_SECRETS", "PARTNER_SECRET"] as const;

const port = z.coerce.number().int().min(0).max(65_535);
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname) || url.hostname.endsWith(".localhost");
}

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== "/" ||
    url.search !== "" ||
    url.username !== ""
  ) {
    context.addIssue({
      code: "custom",
      message: "expected a scheme and host such as https://www.example.com",
    });
    return z.NEVER;
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    context.addIssue({
      code: "custom",
      message: "plain http is allowed for loopback hosts only; expected https://",
    });
    return z.NEVER;
  }
  return url.origin;
});

const serviceUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    context.addIssue({ code: "custom", message: "expected an address such as https://api.example.com/base" });
    return z.NEVER;
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    context.addIssue({
      code: "custom",
      message: "plain http is allowed for loopback hosts only; expected https://",
    });
    return z.NEVER;
  }
  return url.href.replace(/\/$/, "");
});

function json<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.infer<Schema> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "expected JSON" });
      return z.NEVER;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      context.addIssue({ code: "custom", message: `${issue.path.join(".")}: ${issue.message}` });
    return z.NEVER;
  });
}

const environmentSchema = z.object({
  PORT: port.default(6000),
  HOST: z.string().min(1).default("0.0.0.0"),
  ADMIN_PORT: port.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  DATA_DIR: z.string().min(1).default("data"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  BUILD_VERSION: z
    .string()
    .regex(/^[\w.+-]{1,40}$/, "letters, digits, dot, plus and hyphen")
    .default("0.1.0"),
  ENVIRONMENT: z.string().min(1).max(20).default("prod"),
  SOURCE_CODE: z.string().min(1).max(10).default("W"),
  BROKER_CODE: z.string().min(1).max(20).default("MERIDIAN"),
  BASE_API_URL: serviceUrl.optional(),
  PERFORMANCE_DISCLOSURE: z.enum(DISCLOSURE_BASES).optional(),
  PARTNER_PLATFORMS: json(z.array(partnerPlatformSchema).max(24)).optional(),
  LINK_SOCIAL: json(z.array(namedLinkSchema).max(8)).optional(),
  BRAND_NAME: brandSchema.shape.name,
  BRAND_LEGAL_NAME: brandSchema.shape.legalName,
  BRAND_REGISTRATION: brandSchema.shape.registration,
  BRAND_ADDRESS: brandSchema.shape.address,
  BRAND_SUPPORT_EMAIL: brandSchema.shape.supportEmail,
  BRAND_SUPPORT_PHONE: brandSchema.shape.supportPhone,
  BRAND_COMPLIANCE_OFFICER: brandSchema.shape.complianceOfficer,
  LINK_SANDBOX: linksSchema.shape.sandbox,
  LINK_DEVELOPER_PORTAL: linksSchema.shape.developerPortal,
  LINK_PLAYGROUND: linksSchema.shape.playground,
  LINK_TERMS: linksSchema.shape.terms,
  LINK_DISCLOSURES: linksSchema.shape.disclosures,
  LINK_PRIVACY: linksSchema.shape.privacy,
  LINK_REGULATORY: linksSchema.shape.regulatory,
  LINK_CUSTOMER_SERVICE: linksSchema.shape.customerService,
  LINK_NSE: linksSchema.shape.nse,
  LINK_BSE: linksSchema.shape.bse,
  LINK_COMPLAINTS: linksSchema.shape.complaints,
});

export const LIMITS = {
  requestTargetBytes: 8 * KIB,
  requestHeaderBytes: 16 * KIB,
  formBodyBytes: 64 * KIB,
  formFields: 100,
  headersWithinMs: 10 * SECOND_MS,
  requestWithinMs: 30 * SECOND_MS,
  keepAliveMs: 65 * SECOND_MS,
  connections: 20_000,
  requestsInFlight: 500,
  pageWithinMs: 3 * SECOND_MS,
  pageBytes: 4 * MIB,
  pageCacheBytes: 64 * MIB,
  pageCacheEntries: 2_000,
  pageFreshMs: 5 * SECOND_MS,
  pageStaleMs: 30 * SECOND_MS,
  stopWithinMs: 8 * SECOND_MS,
  providerConnectWithinMs: 1 * SECOND_MS,
  providerAnswerWithinMs: 2 * SECOND_MS,
  providerAnswerBytes: 8 * MIB,
  providerCallsInFlight: 64,
  providerCallsWaiting: 64,
  providerBreakAfterFaults: 5,
  providerHalfOpenAfterMs: 2 * SECOND_MS,
  sandboxReadyWithinMs: 20 * SECOND_MS,
  sandboxRestartMaxMs: 5 * SECOND_MS,
} as const;
export type Limits = typeof LIMITS;

export type Settings = {
  port: number;
  host: string;
  publicOrigin: string | null;
  dataDir: string;
  logLevel: string;
  environment: string;
  sourceCode: string;
  brokerCode: string;
  /** Null: the embedded sandbox stands in. */
  baseApiUrl: string | null;
  site: Site;
  limits: Limits;
};

/** The process environment, or a test's. */
export type Environment = Record<string, string | undefined>;

export class BadSettings extends Error {}

/** Throws BadSettings that lists every fault by name; no value is repeated, since it may be a secret. */
export function readSettings(environment: Environment, workingDirectory: string): Settings {
  const { values, faults } = withSecretsFromFiles(environment);
  const parsed = environmentSchema.safeParse(values);
  if (!parsed.success)
    faults.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  if (!parsed.success || faults.length > 0)
    throw new BadSettings(`The settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  const env = parsed.data;
  const isSimulated = env.BASE_API_URL === undefined;
  return {
    port: env.PORT,
    host: env.HOST,
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    dataDir: resolve(workingDirectory, env.DATA_DIR),
    logLevel: env.LOG_LEVEL,
    environment: env.ENVIRONMENT,
    sourceCode: env.SOURCE_CODE,
    brokerCode: env.BROKER_CODE,
    baseApiUrl: env.BASE_API_URL ?? null,
    site: {
      brand: {
        name: env.BRAND_NAME,
        legalName: env.BRAND_LEGAL_NAME,
        registration: env.BRAND_REGISTRATION,
        address: env.BRAND_ADDRESS,
        supportEmail: env.BRAND_SUPPORT_EMAIL,
        supportPhone: env.BRAND_SUPPORT_PHONE,
        complianceOfficer: env.BRAND_COMPLIANCE_OFFICER,
      },
      links: {
        sandbox: env.LINK_SANDBOX,
        developerPortal: env.LINK_DEVELOPER_PORTAL,
        playground: env.LINK_PLAYGROUND,
        terms: env.LINK_TERMS,
        disclosures: env.LINK_DISCLOSURES,
        privacy: env.LINK_PRIVACY,
        regulatory: env.LINK_REGULATORY,
        customerService: env.LINK_CUSTOMER_SERVICE,
        nse: env.LINK_NSE,
        bse: env.LINK_BSE,
        complaints: env.LINK_COMPLAINTS,
      },
      social: env.LINK_SOCIAL ?? [],
      partnerPlatforms: env.PARTNER_PLATFORMS ?? DEFAULT_SITE.partnerPlatforms,
      buildVersion: env.BUILD_VERSION,
      isSimulated,
    },
    limits: LIMITS,
  };
}

/** The settings as one log line may show them: there is no secret among them yet, and none is ever added here whole. */
export function describeSettings(settings: Settings): Record<string, unknown> {
  const { limits: _limits, site, ...shown } = settings;
  return { ...shown, brand: site.brand.name, isSimulated: site.isSimulated };
}

function withSecretsFromFiles(environment: Environment) {
  // An empty variable counts as not set: compose files and CI systems write those.
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) values[name] = value;
  const faults: string[] = [];
  for (const name of SECRET_NAMES) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    try {
      values[name] = readFileSync(file, "utf8").trim();
    } catch {
      faults.push(`${name}_FILE: the file cannot be read`);
    }
  }
  return { values, faults };
}
