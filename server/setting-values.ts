// Schemas for the values of settings: service addresses, ports, lists, JSON. Error messages contain the expected format
// but never the value, which may be a secret.
import { createPrivateKey } from "node:crypto";
import { z } from "zod";

/** Values that a table of schemas yields. */
export type ValuesOf<Entries extends z.ZodRawShape> = z.output<z.ZodObject<Entries>>;

export const port = z.coerce.number().int().min(0).max(65_535);
const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname) || url.hostname.endsWith(".localhost");
}

/** Parses an address. Reports an issue and returns null if it is invalid, or plain http to another machine. */
function httpUrl(
  text: string,
  context: z.RefinementCtx,
  expected: { message: string; isValid?: (url: URL) => boolean },
): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isValid =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    (expected.isValid === undefined || expected.isValid(url));
  if (isValid && (url.protocol === "https:" || isLoopback(url))) return url;
  const message = isValid
    ? "must start with https://; plain http is allowed for loopback hosts only"
    : expected.message;
  context.addIssue({ code: "custom", message });
  return null;
}

export const origin = z.string().transform((text, context) => {
  const url = httpUrl(text, context, {
    message: "must be a scheme and host such as https://www.example.com",
    isValid: ({ pathname, search, username }) => pathname === "/" && search === "" && username === "",
  });
  return url?.origin ?? z.NEVER;
});

export const serviceUrl = z.string().transform((text, context) => {
  // Paths and parameters are appended to the address.
  const url = httpUrl(text, context, {
    message: "must be an address such as https://api.example.com/base, without a query",
    isValid: ({ search, hash }) => search === "" && hash === "",
  });
  return url?.href.replace(/\/$/, "") ?? z.NEVER;
});

/** One or more socket addresses, separated by commas or spaces. The first is preferred, the others are for failover. */
export const socketUrls = z.string().transform((text, context) => {
  const urls: string[] = [];
  for (const part of text.split(/[\s,]+/).filter((word) => word !== "")) {
    const url = URL.canParse(part) ? new URL(part) : null;
    const isSocket = url !== null && /^wss?:$/.test(url.protocol) && url.search === "";
    if (url === null || !isSocket || (url.protocol === "ws:" && !isLoopback(url))) {
      context.addIssue({
        code: "custom",
        message:
          "must be addresses such as wss://feed.example.com, without a query; ws:// is allowed for loopback hosts only",
      });
      return z.NEVER;
    }
    urls.push(url.href);
  }
  return urls;
});

/** A list whose items are separated by spaces or commas. */
export const separatedList = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""));

export const instrumentKeys = separatedList.pipe(
  z.array(z.string().regex(/^[A-Z_]{3,12}:\d{1,10}$/, "must be an instrument such as IDX_I:13")).max(10),
);

/** An instrument and its display name: "IDX_I:13 Nifty 50". */
export const benchmark = z
  .string()
  .regex(
    /^[A-Z_]{3,12}:\d{1,10} [^\p{Cc}]{1,60}$/u,
    "must be an instrument and its name, such as IDX_I:13 Nifty 50",
  )
  .transform((text) => {
    const [key = ""] = text.split(" ", 1);
    return { key, name: text.slice(key.length + 1) };
  });

/** True if the text is a PEM private key that can sign records. */
export function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === "ed25519";
  } catch {
    return false;
  }
}

/** Parses "name=value,other=value", with URL-encoded values, to an object. */
export const namedValues = z
  .string()
  .regex(/^[\w-]+=[^,]*(?:,[\w-]+=[^,]*)*$/, "must be comma-separated name=value pairs")
  .transform((text) =>
    Object.fromEntries(
      text.split(",").map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), decoded(pair.slice(at + 1))];
      }),
    ),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const tracingEntries = {
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: namedValues.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(80).default("algo-marketplace"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

/** Returns the tracing settings; null if no endpoint is set, which disables tracing. */
export function readTracing(env: ValuesOf<typeof tracingEntries>) {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const { OTEL_SERVICE_NAME: service, OTEL_TRACES_SAMPLER_ARG: share } = env;
  return endpoint === undefined
    ? null
    : { endpoint, headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {}, service, share };
}

/** A mail sender: "orders@example.com" or "Broker <orders@example.com>". */
const MAIL_FROM = /^(?:[^<>\r\n"]{1,80} )?<?[^\s<>@"]{1,64}@[a-z0-9.-]{1,200}>?$/i;

/** Push services of the browsers' vendors: Chrome and Edge, Firefox, Safari, Edge on Windows. */
const PUSH_SERVICES = [
  "https://fcm.googleapis.com",
  "https://updates.push.services.mozilla.com",
  "https://web.push.apple.com",
  "https://*.notify.windows.com",
];

/**
 * Origins of push services. A star matches any prefix of the host name. Plain HTTP is allowed only for loopback hosts.
 */
const pushServices = separatedList.pipe(
  z
    .array(
      z
        .string()
        .regex(
          /^(?:https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?)$/,
          "must be an origin such as https://host or https://*.host",
        ),
    )
    .min(1)
    .max(20),
);

/** Schema of the notification settings. */
export const notificationEntries = {
  SANDBOX_MAIL_URL: z
    .url({ protocol: /^smtps?$/, error: "must be smtp://host:port or smtps://host:port" })
    .optional(),
  SANDBOX_MAIL_FROM: z
    .string()
    .regex(MAIL_FROM, "must be an e-mail address, or a name followed by an address in <>")
    .optional(),
  SANDBOX_PUSH_CONTACT: z
    .url({ protocol: /^(?:mailto|https)$/, error: "must start with mailto: or https:" })
    .optional(),
  SANDBOX_PUSH_SERVICES: pushServices.default(PUSH_SERVICES),
};

export type NotificationSettings = {
  mail: { url: string; from: string } | null;
  push: { contact: string; services: string[] } | null;
};

/** Returns the notification channels of the sandbox. A channel without settings is not offered. */
export function readNotifications(env: ValuesOf<typeof notificationEntries>): NotificationSettings {
  const { SANDBOX_MAIL_URL: url, SANDBOX_MAIL_FROM: from, SANDBOX_PUSH_CONTACT: contact } = env;
  return {
    mail: url === undefined || from === undefined ? null : { url, from },
    push: contact === undefined ? null : { contact, services: env.SANDBOX_PUSH_SERVICES },
  };
}

/** Headers that the site itself sets in calls of the base API. The credential's header must be another. */
const OWN_HEADERS = new Set([
  "accept",
  "access-token",
  "connection",
  "content-length",
  "content-type",
  "host",
  "idempotency-key",
  "traceparent",
  "transfer-encoding",
  "x-broker-code",
  "x-request-id",
  "x-source-code",
]);

/** Name and secret of the header that identifies the site to the base API. */
export const credentialEntries = {
  BASE_API_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,60}$/, "must be a header name")
    .refine((name) => !OWN_HEADERS.has(name), "must not be a header that the site sends itself")
    .optional(),
  BASE_API_SECRET: z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, "must consist of visible ASCII characters")
    .max(4_096)
    .optional(),
};
