// Responses of the trading API outside its handlers: JSON text, files, unknown paths.
import { randomUUID } from "node:crypto";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { notServedPath } from "../../../../app/contract/trading-api/not-served.ts";
import type { TradingOperation } from "../../../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../../../app/contract/trading-api/operations.ts";
import { LOST_RESPONSE_HEADER } from "../../../protocol/lost-response.ts";
import { createRoutes } from "../operation-routes.ts";
import { ApiFault, faultResponse } from "./fault.ts";
import type { InstrumentFiles } from "./instrument-files.ts";

/** A response, and its text for the journal. The text is null for a file. */
export type StorableResponse = { response: Response; text: string | null };

export function jsonResponse(context: Context, text: string, status: number): StorableResponse {
  context.header("Content-Type", "application/json");
  return { response: context.body(text, status as ContentfulStatusCode), text };
}

export function csvResponse(context: Context, text: string): StorableResponse {
  context.header("Content-Type", "text/csv; charset=utf-8");
  return { response: context.body(text), text: null };
}

/** Returns the site's public origin, for links in responses. The site sends it with each forwarded call. */
export function linkOrigin(context: Context): string | null {
  const named = context.req.header("x-public-origin");
  return named !== undefined && /^https?:\/\/[\w.:[\]-]+$/.test(named) ? named : null;
}

/**
 * Executes a call and simulates the loss of its response. The site closes the client's connection. If the call did not
 * come through the site, this process closes it.
 */
export async function withLostResponse<T>(context: Context, work: () => Promise<T>): Promise<T> {
  context.header(LOST_RESPONSE_HEADER, "yes");
  try {
    return await work();
  } finally {
    const isFromSite = ["x-client-address", LOST_RESPONSE_HEADER].some(
      (name) => context.req.header(name) !== undefined,
    );
    if (!isFromSite) (context.env as { outgoing?: { destroy(): void } } | undefined)?.outgoing?.destroy();
  }
}

export function makeRoutes(
  answer: (context: Context, operation: TradingOperation) => Promise<Response>,
  files: InstrumentFiles,
): Hono {
  const { routes, methodsAt } = createRoutes(TRADING_OPERATION_LIST, answer, alternativePaths);
  const file = (context: Context, text: string): Response => {
    context.header("Cache-Control", "public, max-age=3600");
    return csvResponse(context, text).response;
  };
  routes.get("/instrument-files/api-scrip-master.csv", async (context) =>
    file(context, await files.compact()),
  );
  routes.get("/instrument-files/api-scrip-master-detailed.csv", async (context) =>
    file(context, await files.detailed()),
  );
  routes.all("*", (context) => unknownPathAnswer(context, methodsAt));
  return routes;
}

/** Responds with 404, or with 405 for a path that has other methods. */
function unknownPathAnswer(context: Context, methodsAt: (path: string) => string[]): Response {
  const path = new URL(context.req.url).pathname.replace(/^\/v2(?=\/)/, "");
  const methods = methodsAt(path);
  const isKnown = methods.length > 0;
  const fault = new ApiFault(
    "DH-905",
    isKnown
      ? `The method of ${path} must be ${methods.join(" or ")}, not ${context.req.method}.`
      : `Unknown operation: ${context.req.method} ${path}.`,
    {
      status: isKnown ? 405 : 404,
      headers: isKnown ? { Allow: methods.join(", ") } : {},
      notServed: notServedPath(path),
    },
  );
  const { status, headers, body } = faultResponse(fault, false, linkOrigin(context));
  context.header("X-Request-Id", randomUUID());
  context.header("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  return jsonResponse(context, JSON.stringify(body), status).response;
}

/** Returns further paths that real clients use for an operation. */
function alternativePaths({ operationId, path }: TradingOperation): string[] {
  switch (operationId) {
    case "listTrades":
      return [`${path}/`];
    case "listForeverOrders":
      return ["/forever/all"];
    default:
      return [];
  }
}
