// The bus on Valkey or Redis: a lease with a fence, a channel for batches of prices, a channel for requests to the
// leader, and the instruments that each replica's viewers watch, which expire. There are two connections, because a
// subscribed connection accepts no other commands. All values are sealed here (bus-seal.ts).
import { randomBytes } from "node:crypto";
import { openConnection } from "./bus-connection.ts";
import { createBusDirect, type DirectBus } from "./bus-direct.ts";
import { BusSeal, type BusSealLimits } from "./bus-seal.ts";
import { type BusValues, createBusValues } from "./bus-values.ts";
import type { Bus } from "./prices/bus-member.ts";

/** Minimum interval between log lines about refused messages, so that a flood does not fill the log. */
const LOG_REFUSED_EVERY_MS = 60_000;

/**
 * Script that acquires the lease and returns its fence. The fence is at least the bus server's time, so that it does
 * not decrease if the server loses its data. The script ignores a stored fence in the future, because it is wrong or
 * forged.
 */
const ACQUIRE = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local last = tonumber(redis.call('GET', KEYS[2]) or '0') or 0
  if last > now + tonumber(ARGV[3]) then last = 0 end
  local fence = math.max(last + 1, now)
  redis.call('SET', KEYS[2], string.format('%.0f', fence))
  return string.format('%.0f', fence)
end
return false`;
const RENEW = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`;
const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`;

type RedisBusOptions = {
  url: string;
  /** Prefix of all keys and channels of this site (BUS_PREFIX). */
  prefix: string;
  /** Second part of each key: the service whose replicas exchange messages. */
  name: "relay" | "orders" | "catalogue" | "console";
  secrets: readonly string[];
  limits: BusSealLimits & { busFenceCountMs: number };
  onFault(reason: string): void;
  /** Called for each refused message: not sealed by a replica of this site, repeated, or too old. */
  onRefused(): void;
};

export function createRedisBus(options: RedisBusOptions): Bus & BusValues & DirectBus {
  const scope = `${options.prefix}:${options.name}`;
  const key = {
    lease: `${scope}:lease`,
    fence: `${scope}:fence`,
    batches: `${scope}:batches`,
    calls: `${scope}:calls`,
    interest: `${scope}:interest:`,
    nodes: `${scope}:nodes`,
    values: `${scope}:values`,
  };
  const nodeId = randomBytes(9).toString("base64url");
  const { secrets, limits } = options;
  const seal = new BusSeal({ secrets, scope, nodeId, limits });
  const commands = openConnection(options);
  const listening = openConnection(options);
  let isClosed = false;
  const refuse = refusing(scope, options);

  return {
    nodeId,
    ...createBusDirect({ commands, listening, seal, scope, onRefused: refuse }),
    ...createBusValues({ commands, seal, key: key.values, onRefused: refuse }),
    connect(events) {
      void commands.connect().catch(() => {});
      const opened = (channel: string, use: (text: string, isGap: boolean) => void) => (sealed: string) => {
        const received = seal.receive(channel, sealed);
        if (typeof received !== "string") use(received.text, received.isGap);
        else refuse(received);
      };
      const subscriptions = {
        [key.batches]: opened("batches", events.onMessage),
        [key.calls]: opened("calls", () => events.onCall()),
      };
      void subscribe(listening, subscriptions).catch((fault: unknown) => options.onFault(String(fault)));
    },
    isConnected: () => commands.isReady && listening.isReady,
    async acquireLease(forMs) {
      const fence = await commands.eval(ACQUIRE, {
        keys: [key.lease, key.fence],
        arguments: [nodeId, String(forMs), String(limits.busFenceCountMs)],
      });
      return fence === null ? null : Number(fence);
    },
    async renewLease(forMs) {
      const renewed = await commands.eval(RENEW, { keys: [key.lease], arguments: [nodeId, String(forMs)] });
      return renewed === 1;
    },
    async releaseLease() {
      await commands.eval(RELEASE, { keys: [key.lease], arguments: [nodeId] });
    },
    async publish(text) {
      await commands.publish(key.batches, seal.seal("batches", text));
    },
    async call() {
      await commands.publish(key.calls, seal.seal("calls", ""));
    },
    async setInterest(text, forMs) {
      await commands
        .multi()
        .set(`${key.interest}${nodeId}`, seal.seal("interest", text), {
          expiration: { type: "PX", value: forMs },
        })
        .sAdd(key.nodes, nodeId)
        .pExpire(key.nodes, 10 * forMs)
        .exec();
    },
    async interests() {
      const nodes = await commands.sMembers(key.nodes);
      if (nodes.length === 0) return [];
      const texts = await commands.mGet(nodes.map((node) => `${key.interest}${node}`));
      const expired = nodes.filter((_, index) => texts[index] === null);
      if (expired.length > 0) await commands.sRem(key.nodes, expired);
      return texts.flatMap((sealed) => {
        if (sealed === null) return [];
        const read = seal.read("interest", sealed);
        if (typeof read !== "string") return [read.text];
        refuse(read);
        return [];
      });
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      commands.destroy();
      listening.destroy();
    },
  };
}

/** Creates a function that counts refused messages and logs the first one per minute. */
function refusing(scope: string, { onFault, onRefused }: Pick<RedisBusOptions, "onFault" | "onRefused">) {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (why: string) => {
    onRefused();
    if (performance.now() - loggedAt < LOG_REFUSED_EVERY_MS) return;
    loggedAt = performance.now();
    onFault(`message on ${scope} refused: ${why}`);
  };
}

/** Subscribes to a channel. The Redis client renews the subscription after a reconnect. */
async function subscribe(
  client: ReturnType<typeof openConnection>,
  channels: Record<string, (message: string) => void>,
): Promise<void> {
  await client.connect();
  for (const [channel, onMessage] of Object.entries(channels)) await client.subscribe(channel, onMessage);
}
