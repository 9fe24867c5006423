// Settings that are read from files: secrets, the market's calendar, the feed's token. Error messages contain a
// setting's name, never its value.
import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  EXCHANGE_CALENDAR,
  type MarketCalendar,
  marketCalendarSchema,
  ROUND_THE_CLOCK,
} from "../app/domain/market-sessions.ts";
import { watchSecret } from "./crypto/watch-secret.ts";

/** Settings whose value can be read from a file. The variable NAME_FILE then contains the file's path. */
export const SECRET_NAMES = [
  "SESSION_SECRETS",
  "PARTNER_SECRET",
  "BASE_API_SECRET",
  "FEED_ACCESS_TOKEN",
  "BUS_URL",
  "RECORD_KEY",
  "SANDBOX_MAIL_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "CONSOLE_SECRETS",
  "CONSOLE_CLIENT_SECRET",
  "CHAT_OPERATOR_SECRET",
] as const;

/** Returns the market calendar. The sandbox's market never closes, unless a setting requires the exchanges' hours. */
export function readCalendar(values: Record<string, string>, faults: string[]): MarketCalendar {
  const { MARKET_CALENDAR_FILE: file, MARKET_FEED_URL, BASE_API_URL, SANDBOX_MARKET_HOURS } = values;
  let own: MarketCalendar | null = null;
  if (file !== undefined)
    try {
      own = marketCalendarSchema.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (fault) {
      const where =
        fault instanceof z.ZodError
          ? `invalid value at ${fault.issues[0]?.path.join(".")}: ${fault.issues[0]?.message}`
          : "the file could not be read as JSON";
      faults.push(`MARKET_CALENDAR_FILE: ${where}`);
    }
  const isSandboxMarket = MARKET_FEED_URL === undefined && BASE_API_URL === undefined;
  if (isSandboxMarket && SANDBOX_MARKET_HOURS !== "exchange") return ROUND_THE_CLOCK;
  return own ?? EXCHANGE_CALENDAR;
}

/**
 * Returns a function that returns the login of the price feeds. It reads the token's file on each call, so that a
 * replaced token is used.
 */
export function feedLogin(
  env: { FEED_ACCESS_TOKEN?: string | undefined; FEED_CLIENT_ID?: string | undefined },
  tokenFile: string | undefined,
) {
  const tokenOf = watchSecret(env.FEED_ACCESS_TOKEN, tokenFile);
  return () => {
    const token = tokenOf();
    const clientId = env.FEED_CLIENT_ID;
    return token === undefined || clientId === undefined ? null : { clientId, token };
  };
}

/**
 * Returns a function that returns the header that identifies the site to the base API. It reads the secret's file on
 * each call, so that a replaced secret is used.
 */
export function baseApiCredential(
  env: { BASE_API_HEADER?: string | undefined; BASE_API_SECRET?: string | undefined },
  secretFile: string | undefined,
) {
  const secretOf = watchSecret(env.BASE_API_SECRET, secretFile);
  return () => {
    const secret = secretOf();
    const header = env.BASE_API_HEADER;
    return secret === undefined || header === undefined ? null : { header, secret };
  };
}

/** Returns the variables of the environment that are set. Secrets are read from the files that `NAME_FILE` names. */
export function withSecretsFromFiles(environment: Record<string, string | undefined>) {
  // Treats empty variables as not set, because Compose files and CI systems create them.
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) if (value) values[name] = value;
  const faults: string[] = [];
  for (const name of SECRET_NAMES) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    try {
      values[name] = readFileSync(file, "utf8").trim();
    } catch {
      faults.push(`${name}_FILE: the file could not be read`);
    }
  }
  return { values, faults };
}
