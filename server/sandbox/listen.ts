// Opens the sandbox's HTTP port on the loopback interface, with its routes and WebSockets.
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { refuseUpgrade } from "../protocol/refuse-upgrade.ts";
import { readTraceparent, type Span, traceRequest } from "../protocol/trace.ts";
import { reportFault, sendToSite } from "./site-messages.ts";

/** `upgrade` returns false for a path that the server does not handle. */
type SocketServer = { upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean };

/** Listens on the port. Ends the process if the port is not available. */
export function listen(options: {
  api: Hono;
  sockets: readonly SocketServer[];
  /** Port number; 0 for any free port. */
  port: number;
  isTraced: boolean;
  onListening: (port: number) => void;
}) {
  const { api, sockets, port, isTraced } = options;
  const server = serve(
    { fetch: isTraced ? withTracing(api.fetch) : api.fetch, hostname: "127.0.0.1", port },
    (address: AddressInfo) => options.onListening(address.port),
  );
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!sockets.some((one) => one.upgrade(request, socket, head)))
      refuseUpgrade(socket, 404, "There is no socket at this address.");
  });
  server.on("error", (fault: Error) => {
    reportFault(`cannot listen: ${fault.message}`);
    process.exit(1);
  });
  return server;
}

type Answer = Hono["fetch"];

/**
 * Wraps a handler. For each call with a trace context from the site, it records a span and sends it to the parent
 * process.
 */
function withTracing(answer: Answer): Answer {
  const tracer = { end: (span: Span) => sendToSite({ kind: "span", span }), share: 0 };
  return (request, ...rest) => {
    const caller = readTraceparent(request.headers.get("traceparent") ?? undefined);
    if (caller === null) return answer(request, ...rest);
    return traceRequest(tracer, caller, async (span) => {
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
