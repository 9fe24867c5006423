// Guard of the sandbox's sockets. Sockets without a login have separate limits, by address and in total, so they cannot
// exhaust the limits of signed-in sockets. An address with too many failed logins is refused before the upgrade.
// Messages have a rate limit.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { refuseUpgrade } from "../../../protocol/refuse-upgrade.ts";
import { createLimiter } from "../../../rate-limits/limiter.ts";

export const SOCKET_LIMITS = {
  /** Time within which a socket must sign in, in ms. */
  loginTimeoutMs: 5_000,
  /** Time after which a closing socket is terminated, ms. */
  closeTimeoutMs: 1_000,
  /**
   * Maximum number of sockets without a login. Above the limit per address a socket is refused; above the total limit
   * the oldest is terminated.
   */
  unauthenticatedPerAddress: 10,
  maxUnauthenticated: 200,
  /** Maximum number of failed logins per address. */
  failedLoginsPerAddress: 30,
  failedLoginWindowMs: 60_000,
} as const;

/** Header set by the sandbox's proxy. A connection without it was opened on this machine. */
const ADDRESS_HEADER = "x-client-address";

export type SocketGuard = ReturnType<typeof createSocketGuard>;

export function createSocketGuard() {
  const limits = SOCKET_LIMITS;
  /** Sockets that have not logged in yet, in order of arrival. */
  const pendingLogins = new Map<WebSocket, { address: string; timer: NodeJS.Timeout }>();
  const failedLogins = createLimiter({
    atMost: limits.failedLoginsPerAddress,
    withinMs: limits.failedLoginWindowMs,
  });

  function forget(socket: WebSocket): void {
    clearTimeout(pendingLogins.get(socket)?.timer);
    pendingLogins.delete(socket);
  }

  function closeSocket(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), limits.closeTimeoutMs).unref();
  }

  return {
    /** Returns the client's address; null when the upgrade was refused. */
    admit(request: IncomingMessage, socket: Duplex): string | null {
      const header = request.headers[ADDRESS_HEADER];
      const address = typeof header === "string" ? header : "";
      if (address === "") return address;
      const wait = failedLogins.retryAfterS(address);
      const waiting = [...pendingLogins.values()].filter((one) => one.address === address).length;
      if (wait === 0 && waiting < limits.unauthenticatedPerAddress) return address;
      refuseUpgrade(socket, 429, "Too many sockets of this address have not signed in.", {
        "Retry-After": String(Math.max(1, wait)),
      });
      return null;
    },
    /** Registers a socket that has to log in. The caller reports the result with the returned functions. */
    watch(socket: WebSocket, address: string): { loggedIn(): void; loginFailed(): void } {
      if (pendingLogins.size >= limits.maxUnauthenticated) {
        const [oldest] = pendingLogins.keys();
        if (oldest !== undefined) {
          forget(oldest);
          oldest.terminate();
        }
      }
      const timer = setTimeout(() => {
        forget(socket);
        closeSocket(socket, 1008, "sign in first");
      }, limits.loginTimeoutMs);
      pendingLogins.set(socket, { address, timer });
      socket.on("close", () => forget(socket));
      return {
        loggedIn: () => forget(socket),
        loginFailed() {
          if (address !== "") failedLogins.take(address);
          // The socket counts towards the limits until it closes, and is terminated if it does not close in time.
          clearTimeout(pendingLogins.get(socket)?.timer);
          setTimeout(() => socket.terminate(), limits.closeTimeoutMs).unref();
        },
      };
    },
    unauthenticated: (): number => pendingLogins.size,
    close() {
      for (const [socket, { timer }] of pendingLogins) {
        clearTimeout(timer);
        socket.terminate();
      }
      pendingLogins.clear();
    },
  };
}

/** Rate limit for the messages of one socket: a burst and a rate per second. */
export class MessageBudget {
  readonly #atOnce: number;
  readonly #perSecond: number;
  #left: number;
  #at: number;

  constructor(limits: { atOnce: number; perSecond: number }, nowMs: number) {
    this.#atOnce = limits.atOnce;
    this.#perSecond = limits.perSecond;
    this.#left = limits.atOnce;
    this.#at = nowMs;
  }

  take(nowMs: number): boolean {
    this.#left = Math.min(this.#atOnce, this.#left + ((nowMs - this.#at) / 1_000) * this.#perSecond);
    this.#at = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
