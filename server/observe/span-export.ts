// Exports ended spans to a collector by OTLP over HTTP with JSON, in batches from a bounded queue. Spans that do not
// fit or that the collector does not accept are dropped and counted. No request waits for the export.
import { request } from "undici";
import type { Span, Tracer } from "../protocol/trace.ts";

export type SpanExport = Tracer & {
  /** Number of spans that were not delivered. */
  dropped(): number;
  /** Sends the queued spans. Takes at most the time limit of one request. */
  stop(): Promise<void>;
};

export type SpanExportLimits = {
  spansWaiting: number;
  spansPerBatch: number;
  spansSendEveryMs: number;
  spansSendTimeoutMs: number;
};

const KINDS = { server: 2, client: 3 } as const;
const ERROR = 2;

export function createSpanExport(options: {
  /** Address of the collector, without the path /v1/traces. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  version: string;
  /** Share of the traces that start in this process and are exported, 0 to 1. */
  share: number;
  limits: SpanExportLimits;
  onFault(reason: string): void;
}): SpanExport {
  const { limits } = options;
  let waiting: Span[] = [];
  let dropped = 0;
  let sending: Promise<void> | null = null;
  let wasReported = false;

  async function send(batch: Span[]): Promise<void> {
    try {
      const { statusCode, body } = await request(`${options.endpoint.replace(/\/$/, "")}/v1/traces`, {
        method: "POST",
        headers: { ...options.headers, "content-type": "application/json" },
        body: JSON.stringify(otlp(batch, options)),
        signal: AbortSignal.timeout(limits.spansSendTimeoutMs),
      });
      await body.dump();
      if (statusCode >= 300) throw new Error(`the trace collector responded with status ${statusCode}`);
      wasReported = false;
    } catch (fault) {
      dropped += batch.length;
      // After a fault, reports no further fault until an export succeeds.
      if (!wasReported) options.onFault(fault instanceof Error ? fault.message : String(fault));
      wasReported = true;
    }
  }

  function pump(): Promise<void> {
    if (sending !== null || waiting.length === 0) return sending ?? Promise.resolve();
    const batch = waiting.slice(0, limits.spansPerBatch);
    waiting = waiting.slice(limits.spansPerBatch);
    sending = send(batch).finally(() => {
      sending = null;
    });
    return sending;
  }
  const timer = setInterval(() => void pump(), limits.spansSendEveryMs);
  timer.unref();

  return {
    share: options.share,
    end(span) {
      if (waiting.length >= limits.spansWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= limits.spansPerBatch) void pump();
    },
    dropped: () => dropped,
    async stop() {
      clearInterval(timer);
      await pump();
      await pump();
    },
  };
}

/** Returns the body of an ExportTraceServiceRequest as JSON. */
function otlp(spans: Span[], { service, version }: { service: string; version: string }): object {
  const byService = new Map<string, Span[]>();
  for (const span of spans) {
    const own = String(span.attributes["service.name"] ?? service);
    byService.set(own, [...(byService.get(own) ?? []), span]);
  }
  return {
    resourceSpans: [...byService].map(([name, own]) => ({
      resource: { attributes: exportAttributes({ "service.name": name, "service.version": version }) },
      scopeSpans: [
        {
          scope: { name: "algo-marketplace" },
          spans: own.map((span) => ({
            traceId: span.traceId,
            spanId: span.spanId,
            ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
            name: span.name,
            kind: KINDS[span.kind],
            startTimeUnixNano: nano(span.startMs),
            endTimeUnixNano: nano(span.endMs),
            attributes: exportAttributes(span.attributes),
            status: span.isError ? { code: ERROR } : {},
          })),
        },
      ],
    })),
  };
}

const nano = (ms: number): string => `${Math.round(ms)}000000`;

function exportAttributes(attributes: Span["attributes"]) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));
}
