// Opens the sandbox's HTTP port on the loopback interface, with its routes and WebSockets.
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { refuseUpgrade } from "../protocol/refuse-upgrade.ts";
import { reportFault } from "./site-messages.ts";
import { withTracing } from "./traced.ts";

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
