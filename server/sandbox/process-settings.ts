// Settings of a sandbox process. It receives them as JSON in its first argument, and secrets and the brand in a first
// message.
import { z } from "zod";
import { ENQUIRY_DAYS } from "../../app/contract/base-api/enquiry.ts";
import { SANDBOX_ACCOUNT_LIMITS } from "../../app/contract/trading-api/sandbox-accounts.ts";
import { LOCALE } from "../../app/format/locale.ts";
import type { SandboxBrand } from "./page-texts.ts";

const schema = z.object({
  dataDir: z.string().min(1),
  port: z.int().min(0).max(65_535),
  marketSeed: z.int().default(1),
  marketHours: z.enum(["always", "exchange"]).default("always"),
  /** Strategies with records: all, or those with these ids. */
  records: z.union([z.literal("all"), z.array(z.string())]).default("all"),
  /** Index that performance records are compared with. */
  benchmark: z.object({ key: z.string(), name: z.string() }).default({ key: "IDX_I:13", name: "Nifty 50" }),
  /** True if the process also computes studies of the records. */
  makesStudies: z.boolean().default(false),
  /** True if the site may show backtests to all users. Risk labels then depend on them. */
  ratesRecords: z.boolean().default(true),
  /**
   * True if the parent process sends secrets and page texts in a first message. Otherwise there are no secrets, and the
   * default texts are used.
   */
  hasFirstMessage: z.boolean().default(false),
  /** Channels for notifications to clients. Null if they are not offered. */
  notifications: z
    .object({
      mail: z.object({ from: z.string() }).nullable(),
      push: z.object({ contact: z.string(), services: z.array(z.string()) }).nullable(),
      origin: z.string().nullable(),
    })
    .default({ mail: null, push: null, origin: null }),
  /** True if a span is recorded for each call with a trace id. The parent process exports the spans. */
  isTraced: z.boolean().default(false),
  /** True if postbacks may be sent to this machine and private networks. */
  privatePostbacks: z.boolean().default(false),
  /** For tests: factor of the trading API's limits, and number of accounts that one address may create per hour. */
  limitFactor: z.number().positive().default(1),
  accountsPerHour: z.int().positive().default(SANDBOX_ACCOUNT_LIMITS.perAddressAndHour),
  /** Days without use after which an account expires. */
  unusedDays: z.int().positive().default(SANDBOX_ACCOUNT_LIMITS.unusedDays),
  /** Number of days that requests for API access are stored. */
  enquiryDays: z.int().positive().default(ENQUIRY_DAYS),
  /** Start time of the clock, epoch ms. Null for the current time. */
  clockAt: z.number().nullable().default(null),
});

export type SandboxSettings = z.output<typeof schema>;

export function readSettings(): SandboxSettings {
  const [settingsJson = "{}"] = process.argv.slice(2);
  return sandboxSettings(JSON.parse(settingsJson));
}

/** Completes the settings with the defaults. Throws for an invalid value. */
export function sandboxSettings(values: z.input<typeof schema>): SandboxSettings {
  return schema.parse(values);
}

/** Values that are secret, because other processes can read arguments, or too long for an argument. */
export type InitialMessage = {
  /** The key that signs records. */
  recordKey: string | null;
  /** The mail server's address. */
  mailUrl: string | null;
  brand: SandboxBrand;
};

/** Resolves with the parent's first message. Call it at the start, before the message arrives. */
export function receiveInitialMessage({ hasFirstMessage }: SandboxSettings): Promise<InitialMessage> {
  return hasFirstMessage
    ? new Promise((resolve) => process.once("message", (message) => resolve(message as InitialMessage)))
    : Promise.resolve({
        recordKey: null,
        mailUrl: null,
        brand: { facts: {}, locale: LOCALE, words: {}, sections: {} },
      });
}
