// Calls outside the trading API that need no access token: logins, sandbox accounts, instrument files. The OpenAPI
// document describes them together with the operations.
import { z } from "zod";
import { tokenPayloadSchema } from "./account-shapes.ts";
import { SANDBOX_ACCOUNT_LIMITS } from "./sandbox-accounts.ts";
import { textField } from "./vocabulary.ts";

/** Base address of a call: the login service, the developer portal or the instrument files. */
export type AccessRoot = "auth" | "portal" | "instruments";

export type AccessOperation = {
  operationId: string;
  root: AccessRoot;
  method: "get" | "post";
  path: string;
  summary: string;
  purpose: string;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  /** Kind of response: a JSON schema, a CSV file, an HTML page, or a redirect to an HTML page. */
  answer: z.ZodType | "csv" | "page" | "redirect";
  /** Meanings of the error statuses with a JSON response. */
  refusals: Readonly<Record<number, string>>;
  /** Meanings of the error statuses with an HTML page as response. */
  htmlRefusals?: Readonly<Record<number, string>>;
};

const appHeaders = z.object({
  app_id: textField("The app's key, from the portal", "app-0f9b6c1e"),
  app_secret: textField("The app's secret, from the portal", "…"),
});
const partnerHeaders = z.object({
  partner_id: textField("The partner's id", "partner-1"),
  partner_secret: textField("The partner's secret", "…"),
});
const tokenId = z.object({
  tokenId: textField(
    "Token id from the redirect: valid once, for ten minutes",
    "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d",
  ),
});
const NO_OTHER_PARTNER = "The sandbox returns 404, because this site is its only partner.";
const WRONG_KEY = { 401: "The key or its secret is incorrect" };
const WRONG_TOKEN_ID = { 401: "The key, its secret or the token id is incorrect, or the token id was used" };

const sandboxAccountSchema = tokenPayloadSchema
  .extend({
    pin: textField("PIN of the login, six digits", "246810"),
    totpSecret: textField("Secret for an authenticator app, base32", "JBSWY3DPEHPK3PXP"),
    appId: textField("Key of the account's app", "app-0f9b6c1e"),
    appSecret: textField("Secret of the account's app", "…"),
  })
  .meta({ id: "SandboxAccount" });

export const ACCESS_OPERATIONS: readonly AccessOperation[] = [
  {
    operationId: "createSandboxAccount",
    root: "portal",
    method: "post",
    path: "/portal/accounts",
    summary: "Create a sandbox account",
    purpose: `Creates an account with funds, two holdings and a token for 30 days. Send Accept: application/json. An account that is not used for ${SANDBOX_ACCOUNT_LIMITS.unusedDays} days expires.`,
    answer: sandboxAccountSchema,
    refusals: {
      429: `More than ${SANDBOX_ACCOUNT_LIMITS.perAddressAndHour} accounts an hour from one address; Retry-After states the wait`,
      503: "The sandbox has the maximum number of accounts",
    },
  },
  {
    operationId: "generateAccessToken",
    root: "auth",
    method: "post",
    path: "/app/generateAccessToken",
    summary: "Log in by PIN and TOTP",
    purpose:
      "Creates a token for the account's own programs. Each code of the authenticator is accepted once.",
    query: z.object({
      dhanClientId: textField("Client id, ten digits", "1000000001"),
      pin: textField("PIN, six digits", "246810"),
      totp: textField("Current code of the authenticator, six digits", "123456"),
    }),
    answer: tokenPayloadSchema,
    refusals: {
      400: "A value has the wrong format",
      401: "Client id, PIN or TOTP is incorrect",
      429: "Too many wrong codes; Retry-After contains the delay",
      503: "Too many programs are logging in",
    },
  },
  {
    operationId: "generateAppConsent",
    root: "auth",
    method: "post",
    path: "/app/generate-consent",
    summary: "Start a login with an app's key",
    purpose: "Creates a consent, which the account holder confirms in the browser.",
    query: z.object({
      client_id: textField("Account of the key. If omitted: the key identifies it", "1000000001").optional(),
      state: textField(
        "Returned unchanged with the tokenId; at most 200 characters. If omitted: not returned",
        "f3a9c1",
      ).optional(),
    }),
    headers: appHeaders,
    answer: z
      .object({
        consentAppId: textField(
          "The consent's id, for the login page",
          "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d",
        ),
        consentAppStatus: z.literal("GENERATED").meta({ description: "Always GENERATED" }),
        status: z.literal("success").meta({ description: "Always success" }),
      })
      .meta({ id: "AppConsent" }),
    refusals: {
      400: "client_id is not the key's account, or state is too long",
      ...WRONG_KEY,
      429: "Too many consents of the app in a minute; Retry-After contains the delay",
    },
  },
  {
    operationId: "openAppConsent",
    root: "auth",
    method: "get",
    path: "/login/consentApp-login",
    summary: "Open the login page of an app's consent",
    purpose: "Open this in a browser. After the login it redirects to the registered address with a tokenId.",
    query: z.object({ consentAppId: textField("The consent's id", "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d") }),
    answer: "redirect",
    refusals: {},
  },
  {
    operationId: "consumeAppConsent",
    root: "auth",
    method: "post",
    path: "/app/consumeApp-consent",
    summary: "Exchange an app's token id for a token",
    purpose: "GET is also accepted.",
    query: tokenId,
    headers: appHeaders,
    answer: tokenPayloadSchema,
    refusals: WRONG_TOKEN_ID,
  },
  {
    operationId: "generatePartnerConsent",
    root: "auth",
    method: "post",
    path: "/partner/generate-consent",
    summary: "Start a partner's login",
    purpose: `Any client of the broker can confirm the consent. GET is also accepted. ${NO_OTHER_PARTNER}`,
    headers: partnerHeaders,
    answer: z
      .object({
        consentId: textField("The consent's id, for the login page", "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d"),
        consentStatus: z.literal("GENERATED").meta({ description: "Always GENERATED" }),
      })
      .meta({ id: "PartnerConsent" }),
    refusals: WRONG_KEY,
  },
  {
    operationId: "openPartnerConsent",
    root: "auth",
    method: "get",
    path: "/consent-login",
    summary: "Open the login page of a partner's consent",
    purpose:
      "Open this in a browser. After the login it redirects to the partner's registered address with a tokenId.",
    query: z.object({ consentId: textField("The consent's id", "0f9b6c1e-6a0b-4a53-9f0e-2f2f6c6f1b1d") }),
    answer: "page",
    refusals: {},
    htmlRefusals: {
      404: "The consent is unknown",
      410: "The consent was used, was denied or has expired",
      429: "Too many wrong codes; Retry-After contains the delay",
    },
  },
  {
    operationId: "consumePartnerConsent",
    root: "auth",
    method: "post",
    path: "/partner/consume-consent",
    summary: "Exchange a partner's token id for a token",
    purpose: `GET is also accepted. ${NO_OTHER_PARTNER}`,
    query: tokenId,
    headers: partnerHeaders,
    answer: tokenPayloadSchema,
    refusals: WRONG_TOKEN_ID,
  },
  {
    operationId: "getCompactInstruments",
    root: "instruments",
    method: "get",
    path: "/api-scrip-master.csv",
    summary: "The compact instrument file",
    purpose: "Returns all listed instruments, with the columns that most programs need.",
    answer: "csv",
    refusals: { 503: "The file is temporarily unavailable" },
  },
  {
    operationId: "getDetailedInstruments",
    root: "instruments",
    method: "get",
    path: "/api-scrip-master-detailed.csv",
    summary: "The detailed instrument file",
    purpose: "Returns all listed instruments, with all columns.",
    answer: "csv",
    refusals: { 503: "The file is temporarily unavailable" },
  },
];
