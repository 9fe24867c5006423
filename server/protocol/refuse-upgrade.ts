// Refuses a socket before it is upgraded, or an invalid request: sends a status line and a sentence, and closes the
// connection.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Sends the refusal and closes the connection. `headers` are added unchanged. `body` replaces the sentence for callers
 * that expect another format. A socket that fails during the refusal is destroyed.
 */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
  { body, type } = { body: `${sentence}\n`, type: "text/plain; charset=utf-8" },
): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Refused"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
    `Content-Type: ${type}`,
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
