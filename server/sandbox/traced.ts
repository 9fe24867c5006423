// Tracing of the calls that the sandbox serves.
import type { Hono } from "hono";
import { inRequest, readTraceparent, type Span } from "../protocol/trace.ts";
import { sendToSite } from "./site-messages.ts";

type Answer = Hono["fetch"];

/**
 * Wraps a handler. For each call with a trace context from the site, it records a span and sends it to the parent
 * process.
 */
export function withTracing(answer: Answer): Answer {
  const tracer = { end: (span: Span) => sendToSite({ kind: "span", span }), share: 0 };
  return (request, ...rest) => {
    const caller = readTraceparent(request.headers.get("traceparent") ?? undefined);
    if (caller === null) return answer(request, ...rest);
    return inRequest(tracer, caller, async (span) => {
      const response = await answer(request, ...rest);
      const path = new URL(request.url).pathname;
      span.end(
        `sandbox ${request.method}`,
        {
          "service.name": "sandbox",
          "http.request.method": request.method,
          "url.path": path,
          "http.response.status_code": response.status,
        },
        response.status >= 500,
      );
      return response;
    });
  };
}
