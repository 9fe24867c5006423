// Requests and responses of the console: forms with limits of size and time, and the headers of every response.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Html } from "./html.ts";

const FORM_BYTES = 32 * 1_024;
const FORM_WITHIN_MS = 5_000;
const FORMS_AT_ONCE = 16;
let arriving = 0;

/** Ends a request early with an error response. */
export class ConsoleRefusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export type Reply = {
  status: number;
  body?: string;
  type?: string;
  cookies?: readonly string[];
  headers?: Record<string, string>;
};

export const htmlReply = (content: Html, status = 200): Reply => ({
  status,
  body: content.text,
  type: "text/html; charset=utf-8",
});
export const redirectReply = (location: string, cookies: readonly string[] = []): Reply => ({
  status: 303,
  headers: { location },
  cookies,
});

/** Reads a form. Throws Refused if it is too large, too slow or from another site. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    throw new ConsoleRefusal(415, "Only forms are accepted.");
  if (arriving >= FORMS_AT_ONCE) throw new ConsoleRefusal(503, "Too many forms are arriving. Try again.");
  arriving += 1;
  const timer = setTimeout(
    () => request.destroy(new ConsoleRefusal(408, "The form was sent too slowly.")),
    FORM_WITHIN_MS,
  );
  try {
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > FORM_BYTES) throw new ConsoleRefusal(413, "The form is too large.");
      parts.push(part);
    }
    return new URLSearchParams(Buffer.concat(parts).toString("utf8"));
  } finally {
    clearTimeout(timer);
    arriving -= 1;
  }
}

/** True if a page of this console sent the form. Browsers send the page's origin with every form. */
export function isFromConsole(request: IncomingMessage, origin: string): boolean {
  const { origin: sender, "sec-fetch-site": site } = request.headers;
  if (site !== undefined && site !== "same-origin") return false;
  return sender === origin;
}

/** Sends a reply. `bytes` is sent instead of the reply's text. */
export function sendReply(response: ServerResponse, reply: Reply, bytes?: Buffer): void {
  const { status, body = "", type = "text/plain; charset=utf-8", cookies = [], headers = {} } = reply;
  response.writeHead(status, {
    "Content-Type": type,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    // The policy no-referrer would make browsers send forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ...headers,
    ...(cookies.length === 0 ? {} : { "Set-Cookie": [...cookies] }),
  });
  response.end(bytes ?? body);
}
