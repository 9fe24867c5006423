// Prices for browsers on networks that block sockets: server-sent events, and polling where those are also blocked.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { Hub } from "./hub.ts";
import { TooManyLookups } from "./lookups.ts";

export const RETRY_AFTER_S = 5;

type Streams = { hub: Hub; clock: Clock; limits: { eventsForMs: number; pollWaitMs: number } };

/**
 * Opens an event stream. Its viewers cannot acknowledge frames, so each stream ends after a short time; the next one
 * starts with a snapshot.
 */
export function openEvents(
  { hub, clock, limits }: Streams,
  request: IncomingMessage,
  response: ServerResponse,
  { channels, address, leave }: { channels: string[]; address: string; leave: () => void },
): void {
  // The response of a browser that has already disconnected emits no further "close" event.
  if (response.destroyed) {
    leave();
    return;
  }
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",
    Connection: "close",
  });
  const viewer = hub.add({
    kind: "events",
    address,
    write: (frame) => {
      response.write(frame.eventBytes);
    },
    queuedBytes: () => response.writableLength,
    close: () => response.end(),
    terminate: () => response.destroy(),
  });
  const cancel = clock.after(limits.eventsForMs, () => response.end());
  const disconnect = () => {
    cancel();
    leave();
    hub.remove(viewer, "events ended");
  };
  request.socket.setNoDelay(true);
  response.on("close", disconnect);
  response.on("error", disconnect);
  void hub.subscribe(viewer, channels);
}

export async function answerPoll(
  { hub, limits }: Streams,
  response: ServerResponse,
  channels: string[],
  address: string,
): Promise<void> {
  try {
    const snapshot = await hub.look(channels, limits.pollWaitMs, { address });
    if (snapshot === null) sendPlain(response, 404, "None of these channels exists.");
    else {
      response.writeHead(200, {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
      });
      response.end(JSON.stringify(snapshot));
    }
  } catch (fault) {
    if (fault instanceof TooManyLookups) sendPlain(response, 429, fault.message, fault.retryAfterS);
    else sendPlain(response, 503, "The channels could not be looked up. Try again in a few seconds.");
  }
}

export function sendPlain(
  response: ServerResponse,
  status: number,
  reason: string,
  retryAfterS: number = RETRY_AFTER_S,
): void {
  if (status === 503 || status === 429) response.setHeader("Retry-After", String(retryAfterS));
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${reason}\n`);
}
