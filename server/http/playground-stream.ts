// Sends messages of the playground's sockets to the browser: responds to a form with server-sent events, until the
// browser disconnects or the time limit ends. The access token stays on the server; the browser has only its sealed
// cookie.
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { PlaygroundAccount, PlaygroundStream } from "../../app/context.ts";
import { PLAYGROUND_STREAM_PATH, type PlaygroundEvent } from "../../app/contract/site/playground-event.ts";
import { ALL_SEGMENTS } from "../../app/contract/trading-api/vocabulary.ts";
import { createConcurrencyCounter } from "../rate-limits/concurrency-counter.ts";
import type { Slot } from "./budgets.ts";
import { type MinBodyRate, readBody } from "./guard.ts";
import { Refusal } from "./refusal.ts";

export const PLAYGROUND_STREAM_LIMITS = {
  forMs: 60_000,
  perAddress: 4,
  total: 100,
  /** Maximum number of bytes that are queued for the browser. Further messages are dropped. */
  waitingBytes: 256 * 1_024,
} as const;

/**
 * Socket to open and instrument to subscribe to. A share that is always listed replaces a missing or invalid
 * instrument.
 */
const requestSchema = z.object({
  stream: z.enum(["ticker", "quote", "full", "depth", "depth200", "orders"]),
  segment: z.enum(ALL_SEGMENTS).catch("NSE_EQ"),
  securityId: z
    .string()
    .regex(/^\d{1,20}$/)
    .catch("1333"),
});

export type PlaygroundStreamServer = ReturnType<typeof createPlaygroundStream>;

type StreamMessages = (
  account: PlaygroundAccount,
  what: { stream: PlaygroundStream; instrument: { exchangeSegment: string; securityId: string } },
  onMessage: (text: string) => void,
  signal: AbortSignal,
) => Promise<void>;

export function createPlaygroundStream(options: {
  accountOf: (cookies: string | undefined, isHttps: boolean) => Promise<PlaygroundAccount | null>;
  hear: StreamMessages;
  limits: { formBodyBytes: number; formFields: number } & MinBodyRate;
}) {
  const places = createConcurrencyCounter();

  function enter(client: string): () => void {
    if (places.of(client) >= PLAYGROUND_STREAM_LIMITS.perAddress)
      throw new Refusal(429, "Your address has reached its limit of open streams.", { "Retry-After": "10" });
    if (places.total() >= PLAYGROUND_STREAM_LIMITS.total)
      throw new Refusal(503, "The playground has reached its limit of open streams.", {
        "Retry-After": "10",
      });
    return places.enter(client);
  }

  return {
    /** Handles a request for a stream. Returns false for any other path. Throws Refusal. */
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      url: URL,
      client: string,
      place: Pick<Slot, "receive">,
    ): Promise<boolean> {
      if (url.pathname !== PLAYGROUND_STREAM_PATH || request.method !== "POST") return false;
      const body = await place.receive(() => readBody(request, options.limits));
      const fields = new URLSearchParams(body.toString("utf8"));
      const query = requestSchema.safeParse(Object.fromEntries(fields));
      if (!query.success)
        throw new Refusal(400, "stream must be ticker, quote, full, depth, depth200 or orders.");
      const account = await options.accountOf(request.headers.cookie, url.protocol === "https:");
      if (account === null)
        throw new Refusal(
          409,
          "This browser has no sandbox account yet. Send a request in the playground first.",
        );
      // The response of a browser that has already disconnected emits no further "close" event.
      if (response.destroyed) return true;
      const leave = enter(client);
      const over = new AbortController();
      const timer = setTimeout(() => over.abort(), PLAYGROUND_STREAM_LIMITS.forMs);
      response.once("close", () => over.abort());
      const say = (event: PlaygroundEvent) => {
        if (response.destroyed || response.writableLength > PLAYGROUND_STREAM_LIMITS.waitingBytes) return;
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      };
      try {
        response.writeHead(200, {
          "Content-Type": "text/event-stream; charset=utf-8",
          "Cache-Control": "no-store",
        });
        const { stream, segment: exchangeSegment, securityId } = query.data;
        const what = { stream, instrument: { exchangeSegment, securityId } };
        await options.hear(account, what, (text) => say({ kind: "message", text }), over.signal);
        say({
          kind: "note",
          text: over.signal.aborted
            ? "The stream ended after one minute. Start it again for more messages."
            : "The socket has closed.",
        });
      } catch (fault) {
        // The sandbox is unavailable: the reason is sent as a sentence of the stream.
        if (!(fault instanceof Response)) throw fault;
        say({ kind: "note", text: "The sandbox is not responding. Try again in a second." });
      } finally {
        clearTimeout(timer);
        leave();
        response.end();
      }
      return true;
    },
  };
}
