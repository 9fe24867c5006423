// One connection to Valkey or Redis. It reconnects automatically and never queues commands while it is down.
import { createClient } from "redis";
import { fullJitterMs } from "./reconnecting-socket.ts";

const COMMAND_WITHIN_MS = 2_000;
const RECONNECT_FIRST_MS = 100;
const RECONNECT_MAX_MS = 5_000;

export type BusConnection = ReturnType<typeof openConnection>;

export function openConnection({ url, onFault }: { url: string; onFault(reason: string): void }) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_WITHIN_MS },
    socket: {
      connectTimeout: COMMAND_WITHIN_MS,
      reconnectStrategy: (retries) =>
        fullJitterMs(retries, RECONNECT_FIRST_MS, RECONNECT_MAX_MS, Math.random),
    },
  });
  client.on("error", (fault: Error) => onFault(fault.message || fault.name));
  return client;
}
