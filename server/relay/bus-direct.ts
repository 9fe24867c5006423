// Messages that only some replicas receive: those subscribed to a name, such as a client's id. Each name has a separate
// Redis channel, so other replicas neither receive nor decrypt the messages.
import { createHash } from "node:crypto";
import type { BusConnection } from "./bus-connection.ts";
import type { BusSeal } from "./bus-seal.ts";

/** `isGap` is true if an earlier message to the same name was lost. */
export type DirectEvents = {
  onDirect(text: string, isGap: boolean): void;
  /** Called when the connection is restored after a loss. Messages of any name may have been missed. */
  onReconnect(): void;
};

export type DirectBus = ReturnType<typeof createBusDirect>;

export function createBusDirect(options: {
  commands: BusConnection;
  listening: BusConnection;
  seal: BusSeal;
  scope: string;
  onRefused(why: string): void;
}) {
  const { commands, listening, seal, scope, onRefused } = options;
  /** Requested channels. The value is true once the bus has confirmed the subscription. */
  const channels = new Map<string, boolean>();
  let events: DirectEvents | null = null;
  let hasBeenReady = false;
  // Returns the channel of a name. The name is hashed, so that client ids are not readable on the bus.
  const channelOf = (name: string) =>
    `${scope}:to:${createHash("sha256").update(name).digest("base64url").slice(0, 22)}`;

  function receive(channel: string, sealed: string): void {
    const received = seal.receive(channel, sealed);
    if (typeof received === "string") onRefused(received);
    else events?.onDirect(received.text, received.isGap);
  }

  function subscribe(channel: string): void {
    listening
      .subscribe(channel, (sealed) => receive(channel, sealed))
      .then(
        () => {
          if (channels.has(channel)) channels.set(channel, true);
          else void listening.unsubscribe(channel).catch(() => {});
        },
        // A failed subscription is retried when the connection is ready.
        () => {},
      );
  }

  listening.on("ready", () => {
    // Requests only unconfirmed subscriptions again, because the Redis client itself restores confirmed ones.
    for (const [channel, isConfirmed] of channels) if (!isConfirmed) subscribe(channel);
    if (hasBeenReady) events?.onReconnect();
    hasBeenReady = true;
  });

  return {
    /** Must be called once, before the first `listen`. */
    onDirect(handlers: DirectEvents) {
      events = handlers;
    },
    listen(name: string) {
      const channel = channelOf(name);
      if (channels.has(channel)) return;
      channels.set(channel, false);
      if (listening.isReady) subscribe(channel);
    },
    unlisten(name: string) {
      const channel = channelOf(name);
      if (channels.get(channel) === true) void listening.unsubscribe(channel).catch(() => {});
      channels.delete(channel);
    },
    async publishTo(name: string, text: string) {
      const channel = channelOf(name);
      await commands.publish(channel, seal.seal(channel, text));
    },
  };
}
