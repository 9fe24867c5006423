// Invalid trace headers are ignored, the span of a provider call is a child of its request's span, and an unsampled
// trace is propagated but not exported.
import { expect, it } from "vitest";
import {
  activeTraceId,
  callsOfRequest,
  formatTraceparent,
  readTraceparent,
  type Span,
  traceCall,
  traceRequest,
} from "./trace.ts";

const PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

it.each([
  undefined,
  "",
  "garbage",
  "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
  "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
  "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
  `${PARENT}-more`,
])('rejects the header "traceparent: %s"', (header) => expect(readTraceparent(header)).toBeNull());

it("parses the traceparent headers that it creates", () => {
  const parent = readTraceparent(PARENT);
  expect(parent).toMatchObject({ isSampled: true });
  expect(parent === null ? "" : formatTraceparent(parent)).toBe(PARENT);
});

it("makes a call's span a child of the request's span, and sends the span's id", async () => {
  const spans: Span[] = [];
  const tracer = { end: (span: Span) => void spans.push(span), share: 1 };
  let header = "";
  await traceRequest(tracer, readTraceparent(PARENT), async (request) => {
    expect(activeTraceId()).toBe("4bf92f3577b34da6a3ce929d0e0e4736");
    await traceCall("call", {}, async (headers) => {
      header = headers.traceparent ?? "";
      return { status: 200 };
    });
    await traceCall("call", {}, () => Promise.reject(new Error("no answer"))).catch(() => {});
    expect(callsOfRequest().calls).toBe(2);
    request.end("GET page", {}, false);
  });
  expect(activeTraceId()).toBeNull();
  const [call, failed, request] = spans;
  expect(request).toMatchObject({ parentId: "00f067aa0ba902b7", kind: "server", isError: false });
  expect(call).toMatchObject({ parentId: request?.spanId, kind: "client", isError: false });
  expect(failed).toMatchObject({ parentId: request?.spanId, isError: true });
  expect(readTraceparent(header)?.spanId).toBe(call?.spanId);
});

it("forwards an unsampled trace to the provider, but does not export it", async () => {
  const spans: Span[] = [];
  const tracer = { end: (span: Span) => void spans.push(span), share: 1 };
  const headers: (string | undefined)[] = [];
  const call = () =>
    traceCall("call", {}, async (sent) => {
      headers.push(sent.traceparent);
      return { status: 200 };
    });
  await traceRequest(tracer, readTraceparent(PARENT.replace(/01$/, "00")), call);
  await traceRequest(null, readTraceparent(PARENT), call);
  await call();
  expect(headers[0]).toMatch(/-00$/);
  expect(headers.slice(1)).toEqual([undefined, undefined]);
  expect(spans).toEqual([]);
});
