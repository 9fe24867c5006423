// Response for unknown paths: a page for browsers, the trading API's format for programs below its paths, problem
// details elsewhere.
import type { Context } from "hono";
import { html } from "hono/html";
import { frameText as text } from "../../../app/contract/sandbox-pages/sandbox-words.ts";
import { Refusal } from "../refusal.ts";
import { problemResponse } from "./base-api/problems.ts";
import { frame, note, siteOf } from "./page-frame.ts";
import { ApiFault, faultAnswer } from "./trading-api/fault.ts";

/** Logins and the portal use the format of the trading API, because clients of that API call them. */
const OF_TRADING = /^\/(?:auth|portal)\//;

export function nothingHere(context: Context): Response | Promise<Response> {
  const { method, path } = context.req;
  if ((context.req.header("accept") ?? "").includes("text/html"))
    return context.html(
      frame(
        siteOf(context),
        { title: text.notFound, where: text.sandbox },
        note(html`<p>${text.nothingHere}</p>`),
      ),
      404,
    );
  if (!OF_TRADING.test(path))
    return problemResponse(new Refusal(404, "The sandbox does not have this path."));
  const fault = new ApiFault("DH-905", `Unknown operation: ${method} ${path}.`, { status: 404 });
  const { status, body } = faultAnswer(fault, false, null);
  return Response.json(body, { status });
}
