// Log of security events, separate from request lines: sign-ins, refusals, lockouts and limits, each with the IP
// address and a keyed hash of the session. It never contains a token, a cookie, a query or a body.
import { createHmac, hkdfSync } from "node:crypto";
import { MINUTE_MS } from "../../app/domain/time.ts";
import { createLimiter } from "../rate-limits/limiter.ts";

/** All kinds of events. The name is also a label of the metric that counts them. */
export const SECURITY_EVENTS = [
  "sign_in_begun",
  "signed_in",
  "sign_in_refused",
  "signed_out",
  "session_ended",
  "locked_out",
  "step_up",
  "unauthenticated",
  "forbidden",
  "cross_origin_refused",
  "form_token_refused",
  "host_refused",
  "rate_limited",
  "operator_signed_in",
  "operator_refused",
  "operator_action",
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

export type SecurityNote = {
  event: SecurityEvent;
  /** IP address in the form that limits use: IPv4, or the /64 network of an IPv6 address. */
  address: string;
  /** A value that is unique to the session; it is hashed before it is written. */
  session?: string;
  /** A short text from this site, such as a path or a reason; never a secret from a client. */
  detail?: string;
  /** Request id, as in the request's log line and in the response's header. */
  requestId?: string;
};

/** Result of a request, from its log line. */
export type RequestResult = { status: number; path: string; requestId: string; address?: string };

export type SecurityLog = ReturnType<typeof createSecurityLog>;

export type SecurityLogOptions = {
  /** Writes one line: `info` for normal events, `warn` for refusals. */
  write(level: "info" | "warn", fields: Record<string, unknown>, message: string): void;
  count(event: SecurityEvent): void;
  /**
   * The hash key is derived from this secret, so that a session has the same hash after a restart and on every replica.
   */
  secret: string;
  limits: { securityLinesPerMinute: number };
  now(): number;
};

const DETAIL_CHARS = 200;
const HASH_CHARS = 16;
const INFO_EVENTS: readonly SecurityEvent[] = [
  "sign_in_begun",
  "signed_in",
  "signed_out",
  "session_ended",
  "operator_signed_in",
  "operator_action",
];
const EVENT_OF_STATUS: Record<number, SecurityEvent> = {
  401: "unauthenticated",
  403: "forbidden",
  421: "host_refused",
  429: "rate_limited",
};

export function createSecurityLog(options: SecurityLogOptions) {
  const key = Buffer.from(hkdfSync("sha256", options.secret, "", "security log v1", 32));
  // Limits the lines of one kind, so that a flood does not displace other log lines. Further events are only counted.
  const written = createLimiter({
    atMost: options.limits.securityLinesPerMinute,
    withinMs: MINUTE_MS,
    now: options.now,
  });
  const passedOver = new Map<SecurityEvent, number>();

  function note({ event, address, session, detail, requestId }: SecurityNote): void {
    options.count(event);
    if (!written.take(`${event} ${address}`)) {
      passedOver.set(event, (passedOver.get(event) ?? 0) + 1);
      return;
    }
    const unwritten = passedOver.get(event) ?? 0;
    passedOver.delete(event);
    options.write(
      INFO_EVENTS.includes(event) ? "info" : "warn",
      {
        kind: "security",
        event,
        address,
        ...(session === undefined
          ? {}
          : { session: createHmac("sha256", key).update(session).digest("hex").slice(0, HASH_CHARS) }),
        ...(detail === undefined ? {} : { detail: oneLine(detail) }),
        ...(requestId === undefined ? {} : { requestId }),
        ...(unwritten === 0 ? {} : { unwritten }),
      },
      event.replaceAll("_", " "),
    );
  }

  return {
    note,
    /** Records a step of a sign-in. `session` is omitted while there is no session. */
    signIn: (
      { address, requestId }: { address: string; requestId?: string },
      event: SecurityEvent,
      session?: string,
      detail = "sign-in",
    ) =>
      note({
        event,
        address,
        detail,
        ...(requestId === undefined ? {} : { requestId }),
        ...(session === undefined ? {} : { session }),
      }),
    /** Records a response with a security-relevant status: 401, 403, 421, 429. */
    answered({ status, path, requestId, address }: RequestResult) {
      const event = EVENT_OF_STATUS[status];
      if (event !== undefined) note({ event, address: address ?? "", detail: `${path} ${requestId}` });
    },
  };
}

/** Returns a text such as a path without its query and line breaks. */
function oneLine(text: string): string {
  return text.replaceAll(/\?\S*/g, "").replaceAll(/\p{C}/gu, " ").slice(0, DETAIL_CHARS);
}
