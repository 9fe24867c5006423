// The sandbox's doors for programs, on the site's one port: REST calls are passed on as they come and stream back, sockets are tied to
// the sandbox's own. These calls prove themselves by a token in a header and carry no cookie, so another site's page gains nothing by
// sending them; the portal, which has a cookie, is held to the site's own pages.
import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isSameOrigin, readWhole } from "./guard.ts";
import { Refusal } from "./refusal.ts";

const API = ["/sandbox/v2/", "/sandbox/auth/app/"];
const PORTAL = "/sandbox/portal";
const SOCKETS = new Set(["/sandbox/feed", "/sandbox/twentydepth", "/sandbox/order-update"]);
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const PASSED_ON = [
  "access-token",
  "client-id",
  "dhanclientid",
  "app_id",
  "app_secret",
  "content-type",
  "accept",
  "x-request-id",
  "x-sandbox-scenario",
  "killswitchstatus",
];
const PASSED_BACK = [
  "content-type",
  "cache-control",
  "location",
  "retry-after",
  "x-request-id",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
];
/** The portal's pages have forms and a style sheet, and no scripts. */
const PORTAL_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const SOCKET_HEADERS = [
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
  "sec-websocket-protocol",
];

export type ApiDoor = {
  /** Whether a path is one of these doors'; the site's rules about forms do not hold for it. */
  owns(pathname: string): boolean;
  answer(request: IncomingMessage, response: ServerResponse, url: URL, client: string): Promise<void>;
  /** False for a path that is none of the sandbox's sockets. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): boolean;
};

export function createApiDoor(options: {
  /** Null while the sandbox is down. */
  baseUrl: () => string | null;
  limits: { apiBodyBytes: number; apiAnswerWithinMs: number; apiSockets: number };
}): ApiDoor {
  const { limits } = options;
  let sockets = 0;

  function base(): URL {
    const address = options.baseUrl();
    if (address === null)
      throw new Refusal(503, "The sandbox is starting. Try again in a second.", { "Retry-After": "1" });
    return new URL(address);
  }

  return {
    owns: (pathname) =>
      API.some((prefix) => pathname.startsWith(prefix)) ||
      pathname === PORTAL ||
      pathname.startsWith(`${PORTAL}/`),
    async answer(request, response, url, client) {
      const method = request.method ?? "";
      if (!METHODS.includes(method))
        throw new Refusal(405, `The sandbox answers ${METHODS.join(", ")}.`, { Allow: METHODS.join(", ") });
      const isPortal = url.pathname === PORTAL || url.pathname.startsWith(`${PORTAL}/`);
      if (isPortal && method !== "GET" && method !== "HEAD" && !isSameOrigin(request, url.origin))
        throw new Refusal(403, "The form was sent from another site. Open the portal and send it again.");
      const { hostname, port } = base();
      const body = await readWhole(request, limits.apiBodyBytes, "body");
      const headers: Record<string, string> = {
        "content-length": String(body.byteLength),
        "x-client-address": client,
        "x-public-origin": url.origin,
      };
      for (const name of [...PASSED_ON, ...(isPortal ? ["cookie"] : [])]) {
        const value = request.headers[name];
        if (typeof value === "string") headers[name] = value;
      }
      // One id for the call, ours where the caller has none: the log's and the answer's are then the same.
      headers["x-request-id"] ??= String(response.getHeader("x-request-id") ?? "");
      const path = `${url.pathname.slice("/sandbox".length)}${url.search}`;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const call = ask({ hostname, port, path, method, headers, agent: false }, resolve);
        call.setTimeout(limits.apiAnswerWithinMs, () => call.destroy(new Error("no answer in time")));
        call.on("error", () =>
          reject(
            new Refusal(503, "The sandbox does not answer just now. Try again in a second.", {
              "Retry-After": "1",
            }),
          ),
        );
        response.once("close", () => call.destroy());
        call.end(body);
      });
      response.statusCode = answer.statusCode ?? 502;
      for (const name of PASSED_BACK) {
        const value = answer.headers[name];
        if (typeof value === "string") response.setHeader(name, value);
      }
      if (isPortal) {
        response.setHeader("Content-Security-Policy", PORTAL_POLICY);
        for (const cookie of answer.headers["set-cookie"] ?? []) response.appendHeader("Set-Cookie", cookie);
      }
      if (!response.hasHeader("cache-control")) response.setHeader("Cache-Control", "no-store");
      // A reader who leaves is no fault.
      await pipeline(answer, response).catch(() => undefined);
    },
    upgrade(request, socket, head, url) {
      if (!SOCKETS.has(url.pathname)) return false;
      const { hostname, port } = base();
      if (sockets >= limits.apiSockets)
        throw new Refusal(503, "The sandbox has as many sockets as it takes.", { "Retry-After": "10" });
      sockets += 1;
      const inner = connect({ host: hostname, port: Number(port) });
      const end = () => {
        inner.destroy();
        socket.destroy();
      };
      inner.once("close", () => {
        sockets -= 1;
        socket.end();
      });
      inner.on("error", end);
      socket.on("error", end);
      socket.once("close", () => inner.end());
      inner.once("connect", () => {
        const named = SOCKET_HEADERS.flatMap((name) => {
          const value = request.headers[name];
          return typeof value === "string" ? [`${name}: ${value}`] : [];
        });
        inner.write(
          [
            `GET ${url.pathname.slice("/sandbox".length)}${url.search} HTTP/1.1`,
            `Host: ${hostname}:${port}`,
            "Connection: Upgrade",
            "Upgrade: websocket",
            ...named,
            "\r\n",
          ].join("\r\n"),
        );
        if (head.byteLength > 0) inner.write(head);
        inner.pipe(socket);
        socket.pipe(inner);
      });
      return true;
    },
  };
}
