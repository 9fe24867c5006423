// Describes the settings in a log line when the site starts.
import { ROUND_THE_CLOCK } from "../app/domain/market-sessions.ts";
import type { Settings } from "./settings.ts";

/** Returns the settings for the log line, without secrets, tokens and passwords. */
export function describeSettings(settings: Settings): Record<string, unknown> {
  const {
    limits: _limits,
    site,
    calendar,
    busUrl,
    feedLogin,
    unknownSettings: _unknownSettings,
    baseApiCredential,
    auth,
    sessionSecrets,
    recordKey,
    tracing,
    notifications,
    console: operators,
    chatOperatorSecret: _chatOperatorSecret,
    brand: _brand,
    ...shown
  } = settings;
  return {
    ...shown,
    authUrl: auth?.url ?? null,
    hasSessionSecrets: sessionSecrets !== null,
    tracesTo: tracing === null ? null : new URL(tracing.endpoint).host,
    mailsBy: notifications.mail === null ? null : new URL(notifications.mail.url).host,
    pushesTo: notifications.push?.services ?? null,
    console:
      operators === null
        ? null
        : { issuer: operators.issuer?.url ?? null, roles: Object.keys(operators.secrets) },
    hasRecordKey: recordKey !== null,
    brand: site.brand.name,
    isSimulated: site.isSimulated,
    market: calendar === ROUND_THE_CLOCK ? "never closes" : "keeps the exchanges' hours",
    bus: busUrl === null ? null : new URL(busUrl).host,
    hasFeedLogin: feedLogin() !== null,
    hasBaseApiCredential: baseApiCredential() !== null,
  };
}
