// JSON-RPC messages of the MCP endpoint: parses the message in a request, and creates protocol errors.
import { parseJson } from "../../app/domain/parse-json.ts";

/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
export const SERVER_ERROR = -32_000;

export type RpcMessage = {
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
};

export function errorResponse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code: number = SERVER_ERROR,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

export const tooManyRequests = (sentence: string, waitS: number): Response =>
  errorResponse(429, `${sentence} Wait ${waitS} seconds.`, { "Retry-After": String(waitS) });

/** Returns the JSON-RPC message in a body, or an error response. Protocol revision 2025-06-18 has no batches. */
export function parseMessage(body: Buffer): RpcMessage | Response {
  const message = parseJson(body.toString("utf8"));
  if (message === undefined) return errorResponse(400, "The body must be JSON.", {}, PARSE_ERROR);
  if (Array.isArray(message))
    return errorResponse(
      400,
      "Send one message per request: batches are not supported.",
      {},
      INVALID_REQUEST,
    );
  if (typeof message !== "object" || message === null)
    return errorResponse(400, "The body must be one JSON-RPC message.", {}, INVALID_REQUEST);
  return message;
}

/** True for a reply to a question of this server: it has a result or an error, and no method. */
export const isReply = ({ id, method, result, error }: RpcMessage): boolean =>
  method === undefined && id !== undefined && (result !== undefined || error !== undefined);

/** True for the initialize message of a program that can prompt its user. */
export function declaresElicitation({ method, params }: RpcMessage): boolean {
  const { capabilities } = (params ?? {}) as { capabilities?: { elicitation?: unknown } };
  return method === "initialize" && typeof capabilities?.elicitation === "object";
}

export function readBearerToken(headers: Headers): string {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return bearer ?? headers.get("access-token") ?? "";
}

/** Removes the token and the session id, which the SDK does not need. */
export function headersForSdk(headers: Headers): Headers {
  const passed = new Headers();
  for (const name of ["accept", "content-type", "mcp-protocol-version"]) {
    const value = headers.get(name);
    if (value !== null) passed.set(name, value);
  }
  return passed;
}
