// Short answers that are made before any page: plain text, one sentence, never a stack. People rarely see them.
import type { ServerResponse } from "node:http";

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, sentence: string, headers: Record<string, string> = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

export function sendRefusal(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = `${refusal.message}\n`;
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  response.statusCode = refusal.status;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.setHeader("Cache-Control", "no-store");
  response.end(body);
}
