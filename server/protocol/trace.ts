// Traces as W3C and OpenTelemetry define them: calls and their durations under one id, from the page to the provider.
// Code that runs inside `traceRequest` gets its trace from AsyncLocalStorage. Tracing is disabled without a tracer and
// never waits for the exporter.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { z } from "zod";

/** A span that has ended; times are epoch ms. Attributes never contain a query, a cookie, a token or a body. */
export const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["server", "client"]),
  startMs: z.number(),
  endMs: z.number(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
  isError: z.boolean(),
});
export type Span = z.output<typeof spanSchema>;

export type Parent = { traceId: string; spanId: string; isSampled: boolean };

/** Receives ended spans. `share` is the sampled share of the traces that start in this process (0 to 1). */
export type Tracer = { end(span: Span): void; share: number };

type Active = {
  tracer: Tracer | null;
  /** Null if tracing is disabled. */
  parent: Parent | null;
  /** Number of provider calls of this request, and the sum of their durations in ms. */
  calls: number;
  callMs: number;
};

const active = new AsyncLocalStorage<Active>();
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = 1;

/** Parses a W3C traceparent header; null for any other text. */
export function readTraceparent(header: string | undefined): Parent | null {
  const [, traceId = "", spanId = "", flags = "0"] = TRACEPARENT.exec(header ?? "") ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function formatTraceparent({ traceId, spanId, isSampled }: Parent): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}

/** Returns the trace id of the current span; null if tracing is disabled. */
export function activeTraceId(): string | null {
  return active.getStore()?.parent?.traceId ?? null;
}

/** Returns the number and duration of the provider calls of this request so far. */
export function callsOfRequest(): { calls: number; callMs: number } {
  const { calls = 0, callMs = 0 } = active.getStore() ?? {};
  return { calls, callMs };
}

export type RequestSpan = {
  traceId: string | null;
  /** Ends the span; called once, after the response was sent. */
  end(name: string, attributes: Span["attributes"], isError: boolean): void;
};

/** Runs a request in a new span. `caller` is the trace context of a trusted caller. */
export function traceRequest<T>(
  tracer: Tracer | null,
  caller: Parent | null,
  work: (span: RequestSpan) => T,
): T {
  const own: Parent | null =
    tracer === null
      ? null
      : {
          traceId: caller?.traceId ?? randomBytes(16).toString("hex"),
          spanId: randomBytes(8).toString("hex"),
          isSampled: caller?.isSampled ?? Math.random() < tracer.share,
        };
  const startMs = Date.now();
  const span: RequestSpan = {
    traceId: own?.traceId ?? null,
    end(name, attributes, isError) {
      if (tracer === null || own === null || !own.isSampled) return;
      tracer.end({
        traceId: own.traceId,
        spanId: own.spanId,
        parentId: caller?.spanId ?? null,
        name,
        kind: "server",
        startMs,
        endMs: Date.now(),
        attributes,
        isError,
      });
    },
  };
  return active.run({ tracer, parent: own, calls: 0, callMs: 0 }, () => work(span));
}

/**
 * Runs one call to another service. `work` receives the header to send, or none if tracing is disabled. A rejection
 * ends the span as an error and is rethrown.
 */
export async function traceCall<T extends { status: number }>(
  name: string,
  attributes: Span["attributes"],
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const store = active.getStore();
  if (store === undefined) return work({});
  const { tracer, parent } = store;
  const own = parent === null ? null : { ...parent, spanId: randomBytes(8).toString("hex") };
  const startMs = Date.now();
  const end = (status: number | null): void => {
    store.calls += 1;
    store.callMs += Date.now() - startMs;
    if (tracer === null || own === null || !own.isSampled) return;
    tracer.end({
      traceId: own.traceId,
      spanId: own.spanId,
      parentId: parent?.spanId ?? null,
      name,
      kind: "client",
      startMs,
      endMs: Date.now(),
      attributes: { ...attributes, ...(status === null ? {} : { "http.response.status_code": status }) },
      isError: status === null || status >= 500,
    });
  };
  try {
    const answer = await work(own === null ? {} : { traceparent: formatTraceparent(own) });
    end(answer.status);
    return answer;
  } catch (fault) {
    end(null);
    throw fault;
  }
}
