// Short error responses that are sent without rendering a page: one sentence, never a stack trace. Browsers get an HTML
// page (refusal-page.ts), other callers plain text, and programs that call the trading API its usual JSON fault.
import type { ServerResponse } from "node:http";
import { type RefusalTexts, reasonText } from "../../app/contract/site/refusal-texts.ts";
import { codeAnchor, TRADING_ERRORS } from "../../app/contract/trading-api/operations.ts";
import { isBelow } from "./site-paths.ts";

type Reason = (text: RefusalTexts["reason"]) => string;

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  /** Returns the reason in the language of the brand. */
  readonly reasonIn: Reason;

  /** `reason` selects a text of the brand. It can be an English sentence if only programs receive the response. */
  constructor(status: number, reason: string | Reason, headers: Record<string, string> = {}) {
    const reasonIn = typeof reason === "string" ? () => reason : reason;
    super(reasonIn(reasonText));
    this.status = status;
    this.reasonIn = reasonIn;
    this.headers = headers;
  }
}

export type RefusalForm = "text" | "trading-fault";

/** Time limit for reading and discarding the rest of a refused body. */
const DISCARD_WITHIN_MS = 5_000;
const TRADING_API_PATH = "/sandbox/v2";

/**
 * Returns the format of a refusal: JSON for paths of the trading API, else text. `target` is the request's path and
 * query.
 */
export function refusalForm(target: string): RefusalForm {
  return isBelow(TRADING_API_PATH, target.split("?", 1)[0] ?? "") ? "trading-fault" : "text";
}

/**
 * Returns the body of a refusal and its content type. `origin` is the origin of links to the documentation; null if the
 * request has no valid host.
 */
export function refusalBody(
  refusal: Refusal,
  form: RefusalForm,
  origin: string | null = null,
): { body: string; type: string } {
  return form === "text"
    ? { body: `${refusal.message}\n`, type: "text/plain; charset=utf-8" }
    : { body: JSON.stringify(tradingFault(refusal, origin)), type: "application/json" };
}

export function sendRefusal(
  response: ServerResponse,
  refusal: Refusal,
  { body, type }: { body: string; type: string },
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value);
  response.statusCode = refusal.status;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", Buffer.byteLength(body));
  response.setHeader("Cache-Control", "no-store");
  if (refusal.headers.Connection !== "close" || response.req.complete) response.end(body);
  else {
    response.write(body);
    discardBody(response);
  }
}

/**
 * Reads the rest of the body before the connection is closed. Closing with unread bytes resets the connection, and a
 * client that is still sending then loses the response.
 */
function discardBody(response: ServerResponse): void {
  const { req: request } = response;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, DISCARD_WITHIN_MS).unref();
  request.once("end", end).once("close", end).resume();
}

function tradingFault({ status, message }: Refusal, origin: string | null) {
  const code = status === 429 ? "DH-904" : status === 500 ? "DH-908" : status > 500 ? "DH-909" : "DH-905";
  const known = TRADING_ERRORS.find((error) => error.code === code);
  return {
    errorType: known?.type ?? "Others",
    errorCode: code,
    errorMessage: message,
    ...(origin === null ? {} : { documentation: `${origin}/docs/v2/errors#${codeAnchor(code)}` }),
  };
}
