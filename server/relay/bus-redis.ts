// The bus on Valkey or Redis: a lease that counts its holders, one channel for batches, one for calls, and each node's
// interest with a time to live. Two connections, since one that listens may not do anything else.
import { randomBytes } from "node:crypto";
import { createClient } from "redis";
import type { Bus } from "./prices/bus-member.ts";

const COMMAND_WITHIN_MS = 2_000;
const RECONNECT_MAX_MS = 5_000;

/**
 * The fence is never below the server's clock, so that a server that lost its memory does not count backwards; a last one that is
 * absurdly far ahead of it is not counted on from.
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

export function createRedisBus(options: {
  url: string;
  /** Prefix of all keys and channels of this site (BUS_PREFIX). */
  prefix: string;
  /** Second part of each key: separates what one site shares on the bus. */
  name: "relay" | "orders";
  fenceAheadMs: number;
  onFault(reason: string): void;
}): Bus {
  const scope = `${options.prefix}:${options.name}`;
  const key = {
    lease: `${scope}:lease`,
    fence: `${scope}:fence`,
    batches: `${scope}:batches`,
    calls: `${scope}:calls`,
    interest: `${scope}:interest:`,
    nodes: `${scope}:nodes`,
  };
  const nodeId = randomBytes(9).toString("base64url");
  const connection = () => {
    const client = createClient({
      url: options.url,
      disableOfflineQueue: true,
      commandOptions: { timeout: COMMAND_WITHIN_MS },
      socket: {
        connectTimeout: COMMAND_WITHIN_MS,
        reconnectStrategy: (retries) =>
          Math.random() * Math.min(RECONNECT_MAX_MS, 100 * 2 ** Math.min(retries, 8)),
      },
    });
    client.on("error", (fault: Error) => options.onFault(fault.message || fault.name));
    return client;
  };
  const commands = connection();
  const listening = connection();
  let isClosed = false;

  return {
    nodeId,
    connect(events) {
      void commands.connect().catch(() => {});
      void listening
        .connect()
        .then(async () => {
          // The client subscribes again by itself after a reconnect.
          await listening.subscribe(key.batches, events.onMessage);
          await listening.subscribe(key.calls, () => events.onCall());
        })
        .catch((fault: unknown) => options.onFault(String(fault)));
    },
    isConnected: () => commands.isReady && listening.isReady,
    async acquireLease(forMs) {
      const fence = await commands.eval(ACQUIRE, {
        keys: [key.lease, key.fence],
        arguments: [nodeId, String(forMs), String(options.fenceAheadMs)],
      });
      return fence === null ? null : Number(fence);
    },
    async renewLease(forMs) {
      const kept = await commands.eval(RENEW, { keys: [key.lease], arguments: [nodeId, String(forMs)] });
      return kept === 1;
    },
    async releaseLease() {
      await commands.eval(RELEASE, { keys: [key.lease], arguments: [nodeId] });
    },
    async publish(text) {
      await commands.publish(key.batches, text);
    },
    async call() {
      await commands.publish(key.calls, nodeId);
    },
    async setInterest(text, forMs) {
      await commands
        .multi()
        .set(`${key.interest}${nodeId}`, text, { expiration: { type: "PX", value: forMs } })
        .sAdd(key.nodes, nodeId)
        .pExpire(key.nodes, 10 * forMs)
        .exec();
    },
    async interests() {
      const nodes = await commands.sMembers(key.nodes);
      if (nodes.length === 0) return [];
      const texts = await commands.mGet(nodes.map((node) => `${key.interest}${node}`));
      const gone = nodes.filter((_, index) => texts[index] === null);
      if (gone.length > 0) await commands.sRem(key.nodes, gone);
      return texts.filter((text) => text !== null);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      commands.destroy();
      listening.destroy();
    },
  };
}
