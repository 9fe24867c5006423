// Every WebSocket close code of the site, the provider and the sandbox. After a code of 4500 or above, a client must
// not reconnect automatically.

/** Numbers of the close codes. The texts are separate, so that browser scripts stay small. */
export const CLOSE_CODES = {
  goodbye: 1000,
  goingAway: 1001,
  refused: 1008,
  restart: 1012,
  tryLater: 1013,
  slow: 4408,
  tooManyMessages: 4429,
  badMessage: 4500,
  sessionEnded: 4501,
} as const;

/** True if a viewer may reconnect after this close code. */
export function mayReconnect(code: number): boolean {
  return code < 4500 && code !== CLOSE_CODES.refused;
}

/**
 * Sockets that the server closes. The site serves `/live` and `/orders`; a provider or the sandbox serves the price
 * feeds and order updates.
 */
export type SocketName = "/live" | "/orders" | "price feeds" | "order updates";
export type CloseCodeEntry = {
  code: number;
  /** Reason text in the close frame. Empty if the code is self-explanatory. */
  reason: string;
  by: "site" | "provider";
  sockets: readonly SocketName[];
  /** Meaning of the code, for developers of clients. */
  means: string;
};

export const CLOSE_CODE_TABLE = {
  providerGoodbye: {
    code: CLOSE_CODES.goodbye,
    reason: "",
    by: "provider",
    sockets: ["price feeds"],
    means: "the last packet contains the reason, or the client sent a disconnect request",
  },
  providerGoes: {
    code: CLOSE_CODES.goingAway,
    reason: "",
    by: "provider",
    sockets: ["order updates"],
    means: "the provider is stopping",
  },
  loginRefused: {
    code: CLOSE_CODES.refused,
    reason: "the login was refused",
    by: "provider",
    sockets: ["order updates"],
    means: "the login is incorrect, or its token has expired",
  },
  restart: {
    code: CLOSE_CODES.restart,
    reason: "restart",
    by: "site",
    sockets: ["/live", "/orders"],
    means: "the process is stopping; another one takes over",
  },
  tooManyTabs: {
    code: CLOSE_CODES.tryLater,
    reason: "too many tabs",
    by: "site",
    sockets: ["/orders"],
    means: "the tab limit of the client or of all clients is reached",
  },
  sessionUnknown: {
    code: CLOSE_CODES.tryLater,
    reason: "the session could not be looked up",
    by: "site",
    sockets: ["/orders"],
    means: "the provider has not confirmed the session for 60 s",
  },
  slow: {
    code: CLOSE_CODES.slow,
    reason: "slow",
    by: "site",
    sockets: ["/live", "/orders"],
    means: "the client reads too slowly; reconnect and start from a snapshot",
  },
  tooManyMessages: {
    code: CLOSE_CODES.tooManyMessages,
    reason: "too many messages",
    by: "site",
    sockets: ["/live"],
    means: "the client sent more messages per second than a page does",
  },
  badMessage: {
    code: CLOSE_CODES.badMessage,
    reason: "bad message",
    by: "site",
    sockets: ["/live", "/orders"],
    means: "the client sent an invalid message, or no greeting in time",
  },
  sessionEnded: {
    code: CLOSE_CODES.sessionEnded,
    reason: "the session has ended",
    by: "site",
    sockets: ["/orders"],
    means: "sign in again first",
  },
} as const satisfies Record<string, CloseCodeEntry>;
