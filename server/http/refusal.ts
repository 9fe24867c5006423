// Short answers that are made before any page: one sentence, never a stack. Plain text for people, who rarely see them; for programs that
// call the trading API the JSON that all of its faults have.
import type { ServerResponse } from "node:http";
import { TRADING_ERRORS } from "../../app/wire/trading-api/operations.ts";

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, sentence: string, headers: Record<string, string> = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
  }
}

export type RefusalForm = "text" | "trading-fault";

export function sendRefusal(response: ServerResponse, refusal: Refusal, form: RefusalForm = "text"): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = form === "text" ? `${refusal.message}\n` : JSON.stringify(tradingFault(refusal));
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  response.statusCode = refusal.status;
  response.setHeader("Content-Type", form === "text" ? "text/plain; charset=utf-8" : "application/json");
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.setHeader("Cache-Control", "no-store");
  response.end(body);
}

function tradingFault({ status, message }: Refusal) {
  const code = status === 429 ? "DH-904" : status === 500 ? "DH-908" : status > 500 ? "DH-909" : "DH-905";
  const known = TRADING_ERRORS.find((error) => error.code === code);
  return { errorType: known?.type ?? "Others", errorCode: code, errorMessage: message };
}
