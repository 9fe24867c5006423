// Wraps the handling of every request: log line, trace span, common headers and errors. Only this file turns an
// unexpected error into a 500.
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  callsOfRequest,
  type RequestSpan,
  readTraceparent,
  type Tracer,
  traceRequest,
} from "../protocol/trace.ts";
import { readTheme } from "../render/page-visit.ts";
import { clientAddress, type GuardOptions, resolveOrigin } from "./guard.ts";
import { type BrandFrame, PLAIN_PAGE_POLICY } from "./plain-page.ts";
import { Refusal, refusalBody, refusalForm, sendRefusal as sendErrorResponse } from "./refusal.ts";
import { refusalPage } from "./refusal-page.ts";
import type { AnsweredBy } from "./request-route.ts";
import { type Hsts, securityHeaders } from "./security-headers.ts";

export type RequestLine = {
  requestId: string;
  traceId?: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  from: string;
  /** Network address that limits apply to. */
  address: string;
};

export type RecordOptions = {
  hsts: Hsts;
  trustedProxyHops: number;
  guard: Pick<GuardOptions, "publicOrigin">;
  /** Brand and style sheet of refusal pages. */
  frame: BrandFrame;
  /** Null if tracing is disabled. */
  tracer: Tracer | null;
  onRequest: (line: RequestLine) => void;
  onFault: (fault: unknown, requestId: string) => void;
};

type Route = (about: {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  client: string;
  line: AnsweredBy;
}) => Promise<void>;

/** Wraps `route` in a handler that records each request. The handler never rejects, even if `route` throws. */
export function createRecordedResponse(options: RecordOptions, route: Route) {
  const common = Object.entries(securityHeaders(options.hsts));
  const setCommon = (response: ServerResponse) => {
    for (const [name, value] of common) response.setHeader(name, value);
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    span: RequestSpan,
  ): Promise<void> {
    const startedAt = performance.now();
    const requestId = randomBytes(12).toString("base64url");
    const line = { path: "?", from: "guard" };
    const client = clientAddress(request, options.trustedProxyHops);
    reportTimes(response, startedAt, line);
    response.on("close", () => {
      const method = request.method ?? "?";
      endSpan(span, { method, requestId, status: response.statusCode, ...line });
      options.onRequest({
        requestId,
        method,
        status: response.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
        address: client,
        ...line,
        ...(span.traceId === null ? {} : { traceId: span.traceId }),
      });
    });
    // An aborted connection is not a fault of the site. Without a listener its error would end the process.
    response.on("error", () => response.destroy());
    setCommon(response);
    response.setHeader("X-Request-Id", requestId);
    try {
      await route({ request, response, requestId, client, line });
    } catch (fault) {
      if (!response.headersSent) setCommon(response);
      if (fault instanceof Refusal) return refuse(request, response, fault, options);
      if (response.destroyed) return;
      options.onFault(fault, requestId);
      refuse(request, response, new Refusal(500, (text) => text.failed(requestId)), options);
    }
  }

  /** Uses the caller's trace context only if the operator's proxies forwarded it. */
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { traceparent } = request.headers;
    const caller =
      options.trustedProxyHops > 0 && typeof traceparent === "string" ? readTraceparent(traceparent) : null;
    return traceRequest(options.tracer, caller, (span) => answer(request, response, span));
  };
}

/** Sends a refusal. The response format is derived from the raw request target, because the address may be invalid. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  { guard, frame }: Pick<RecordOptions, "guard" | "frame">,
): void {
  const { method = "GET", url: target = "", headers } = request;
  const form = refusalForm(target);
  const readsPages = /\btext\/html\b/i.test(headers.accept ?? "");
  if (form !== "text" || !readsPages || response.headersSent) {
    sendErrorResponse(response, refusal, refusalBody(refusal, form, originOrNull(request, guard)));
    return;
  }
  response.setHeader("Content-Security-Policy", PLAIN_PAGE_POLICY);
  const page = refusalPage(refusal, { method, target }, { ...frame, theme: readTheme(headers.cookie) });
  sendErrorResponse(response, refusal, { body: page, type: "text/html; charset=utf-8" });
}

/**
 * Adds `Server-Timing` just before the headers are sent: total time, the source of the response, and the time spent in
 * calls to the provider. The browser's developer tools show it.
 */
function reportTimes(response: ServerResponse, startedAt: number, line: { from: string }): void {
  const writeHead = response.writeHead;
  response.writeHead = function reportAndWrite(...args: unknown[]) {
    const { calls, callMs } = callsOfRequest();
    const ms = (performance.now() - startedAt).toFixed(1);
    const provider = calls === 0 ? "" : `, provider;dur=${callMs};desc="${calls} calls"`;
    response.setHeader("Server-Timing", `total;dur=${ms};desc="${line.from}"${provider}`);
    return Reflect.apply(writeHead, response, args);
  } as typeof writeHead;
}

/** Returns the origin of a request; null if its host does not belong to this site. */
function originOrNull(request: IncomingMessage, guard: Pick<GuardOptions, "publicOrigin">): string | null {
  try {
    return resolveOrigin(request, guard);
  } catch (fault) {
    if (fault instanceof Refusal) return null;
    throw fault;
  }
}

function endSpan(
  span: RequestSpan,
  about: AnsweredBy & { method: string; requestId: string; status: number },
): void {
  span.end(
    `${about.method} ${about.from}`,
    {
      "http.request.method": about.method,
      "url.path": about.path,
      "http.response.status_code": about.status,
      "request.id": about.requestId,
    },
    about.status >= 500,
  );
}
