// Opens sockets and refuses invalid upgrades. The host is always checked. The site's own sockets also require a
// matching Origin.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { LIVE_PATH } from "../../app/contract/live/live.ts";
import { ORDERS_PATH } from "../../app/contract/live/order-updates.ts";
import { refuseUpgrade } from "../protocol/refuse-upgrade.ts";
import type { Budgets } from "./budgets.ts";
import { clientAddress, type GuardOptions, readAddress } from "./guard.ts";
import { Refusal } from "./refusal.ts";
import type { SandboxProxy } from "./sandbox-proxy.ts";
import { type SenderSources, senderOfBrowser, viewerKey } from "./sender.ts";

export type UpgradeOptions = {
  guard: GuardOptions;
  isDevelopment: boolean;
  trustedProxyHops: number;
  senders: SenderSources;
  /** The relay's socket; null if there is no price feed. Sockets of the same `viewer` share a limit. */
  live: { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, viewer: string): void } | null;
  /** The socket for a signed-in client's orders; null if there are no order updates. */
  orders: { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, isHttps: boolean): void } | null;
  /** Null with a real provider, which has no sandbox. */
  sandbox: SandboxProxy | null;
  /** Called for every socket that was refused before it opened. */
  onUpgradeRefused: (refusal: { status: number; path: string; address: string }) => void;
  onFault: (fault: unknown, requestId: string) => void;
};

export function createUpgradeListener(options: UpgradeOptions, budgets: Budgets) {
  /** Opens the socket of the requested path. Throws Refusal. */
  async function open(request: IncomingMessage, socket: Duplex, head: Buffer, client: string): Promise<void> {
    const address = readAddress(request, options.guard);
    const isHttps = address.protocol === "https:";
    const sender = await senderOfBrowser(request, { address: client, isHttps }, options.senders);
    await budgets.spend("upgrade", sender);
    if (socket.destroyed) return;
    // These sockets require a token in their first message and ignore cookies, so pages of other sites may open them
    // too.
    if (options.sandbox?.upgrade(request, socket, head, address, client)) return;
    const isOrders = options.orders !== null && address.pathname === ORDERS_PATH;
    if (!isOrders && (options.live === null || address.pathname !== LIVE_PATH))
      throw new Refusal(404, "No socket is served at this address.");
    // Browsers always send an Origin header with a handshake. A handshake without the header is not from a page.
    if (request.headers.origin !== address.origin)
      throw new Refusal(403, "Sockets are available only to this site's own pages.");
    if (isOrders) options.orders?.upgrade(request, socket, head, isHttps);
    else options.live?.upgrade(request, socket, head, viewerKey(sender));
  }

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // In development, Vite handles its own sockets on this port.
    if (options.isDevelopment && request.headers["sec-websocket-protocol"] === "vite-hmr") return;
    socket.on("error", () => socket.destroy());
    const client = clientAddress(request, options.trustedProxyHops);
    open(request, socket, head, client).catch((fault: unknown) => {
      const refusal = fault instanceof Refusal ? fault : new Refusal(500, "An internal error occurred.");
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      if (fault instanceof Refusal)
        options.onUpgradeRefused({ status: refusal.status, path, address: client });
      else options.onFault(fault, "upgrade");
      refuseUpgrade(socket, refusal.status, refusal.message, refusal.headers);
    });
  };
}
