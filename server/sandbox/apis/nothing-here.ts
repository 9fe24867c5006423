// Response for unknown paths: a page for browsers, the trading API's format for programs below its paths, problem
// details elsewhere.
import type { Context } from "hono";
import { html } from "hono/html";
import { frameText as text } from "../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { Refusal } from "../refusal.ts";
import { problemResponse } from "./base-api/problems.ts";
import { frame, note, readSiteFrame } from "./page-frame.ts";
import { ApiFault, faultResponse } from "./trading-api/fault.ts";

/** Paths whose clients also call the trading API and expect its error format. */
const TRADING_FORMAT_PATHS = /^\/(?:auth|portal)\//;

export function unknownPathResponse(context: Context): Response | Promise<Response> {
  const { method, path } = context.req;
  if ((context.req.header("accept") ?? "").includes("text/html"))
    return context.html(
      frame(
        readSiteFrame(context),
        { title: text.notFound, section: text.sandbox },
        note(html`<p>${text.nothingHere}</p>`),
      ),
      404,
    );
  if (!TRADING_FORMAT_PATHS.test(path))
    return problemResponse(new Refusal(404, "The sandbox does not have this path."));
  const fault = new ApiFault("DH-905", `Unknown operation: ${method} ${path}.`, { status: 404 });
  const { status, body } = faultResponse(fault, false, null);
  return Response.json(body, { status });
}
