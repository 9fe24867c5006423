// Pages of the account's API calls: a list that can be searched by request id or path, and one call with its request
// and response.

import { html } from "hono/html";
import { z } from "zod";
import { portalText, requestsText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { parseJson } from "../../../../app/domain/parse-json.ts";
import { fillPlaceholders, type Page, tableFrame } from "../page-frame.ts";
import { type CallSearch, JOURNAL_LIMITS, type StoredCall } from "../trading-api/journal.ts";
import { istTime } from "../trading-api/wire-format.ts";
import { bodyBox, type PortalPage, portalFrame, renderBox, submitButton, textField } from "./portal-frame.ts";

export const CALLS_SHOWN_MAX = 50;

/** Renders the message that replaces an empty list of calls. */
export const noCalls = (message: string): Page =>
  html`<div class="empty-state"><p>${message}</p><a class="button button-quiet" href="/docs/v2/playground">${text.sendOne}</a></div>`;

/** Renders an HTTP method in the same colour as in the documentation. */
const methodMark = (method: string): Page =>
  html`<span class="docs-method docs-method-${method.toLowerCase()}">${method === "DELETE" ? "DEL" : method}</span>`;

export function callsTable(calls: readonly StoredCall[], now: number): Page {
  return tableFrame(
    text.title,
    html`<table class="table table-tight portal-calls"><caption class="sr-only">${text.newest}</caption><thead><tr><th scope="col">${text.time}</th><th scope="col">${text.request}</th><th scope="col" class="number">${text.status}</th><th scope="col" class="number">${text.timeTaken}</th><th scope="col">${text.about}</th></tr></thead><tbody>${calls.map(
      (call) =>
        html`<tr><td class="number whitespace-nowrap text-start text-ink-muted">${shortTime(call.at, now)}</td><th scope="row"><a class="font-mono text-sm wrap-anywhere hover:underline" href="/sandbox/portal/requests/${call.number}">${methodMark(call.method)} ${call.path}</a></th><td data-label="${text.status}" class="number font-semibold ${call.status >= 400 ? "text-loss" : "text-gain"}">${call.status}</td><td data-label="${text.timeTaken}" class="number">${call.tookMs} ms</td><td data-label="${text.about}" class="text-ink-muted">${readErrorCode(call)}</td></tr>`,
    )}</tbody></table>`,
  );
}

/** Formats a time, IST. The day is omitted if it is today. */
export function shortTime(atMs: number, now: number): string {
  const isToday = istTime(atMs).slice(0, 10) === istTime(now).slice(0, 10);
  return isToday ? clockTime(atMs) : istTime(atMs);
}

/** Formats the time of day, IST. */
export const clockTime = (atMs: number): string => istTime(atMs).slice(11);

const errorSchema = z.object({
  errorCode: z.string(),
  errors: z.array(z.object({ field: z.string() })).default([]),
});

/** Returns the error code of a rejected call and the first field that it names; empty for other calls. */
function readErrorCode({ status, response }: StoredCall): string {
  if (status < 400 || response === null) return "";
  // A truncated or unexpected body has no error code.
  const { data } = errorSchema.safeParse(parseJson(response));
  return data === undefined ? "" : [data.errorCode, data.errors[0]?.field ?? ""].join(" ").trim();
}

export function requestsPage(
  page: PortalPage,
  search: CallSearch,
  calls: readonly StoredCall[],
  now: number,
): Page {
  const { word = "", status } = search;
  const option = (value: string, label: string) =>
    html`<option value="${value}" ${value === (status ?? "") ? "selected" : ""}>${label}</option>`;
  const last = calls.at(-1);
  const older = new URLSearchParams({ q: word, status: status ?? "", before: String(last?.number ?? "") });
  return portalFrame(
    page,
    "/requests",
    { subtitle: text.lead(JOURNAL_LIMITS.callsPerClient) },
    html`<form method="get" action="/sandbox/portal/requests" class="portal-wide flex flex-wrap items-end gap-3">
        ${textField({ id: "q", name: "q", label: text.search, value: word, attributes: html`maxlength="80"` })}
        <div><label for="status" class="text-sm font-semibold">${text.status}</label><select id="status" name="status" class="field mt-1">${option("", text.all)}${option("ok", text.below400)}${option("refused", text.from400)}</select></div>
        ${submitButton(text.searchButton)}
      </form>
      <div class="portal-wide">${
        calls.length === 0
          ? noCalls(
              word === "" && status === undefined && search.before === undefined
                ? text.noCalls
                : text.noneMatches,
            )
          : callsTable(calls, now)
      }
      ${calls.length < search.limit ? "" : html`<p class="mt-3"><a class="link py-1" href="/sandbox/portal/requests?${older.toString()}">${portalText.older}</a></p>`}</div>`,
  );
}

export function requestPage(page: PortalPage, call: StoredCall): Page {
  return portalFrame(
    page,
    "/requests",
    { title: `${call.method} ${call.path}` },
    html`<div class="figures portal-wide">${[
      [text.status, call.status],
      [text.timeTaken, `${call.tookMs} ms`],
      [portalText.whenIst, istTime(call.at)],
    ].map(
      ([name, value]) =>
        html`<div><span class="figure-name">${name}</span> <span class="figure">${value}</span></div>`,
    )}</div>
    ${renderBox("request", text.requestBody, bodyBox(text.requestContent, call.request))}
    ${renderBox("response", text.responseBody, bodyBox(text.responseContent, call.response))}
    <p class="portal-wide text-sm text-ink-muted">${fillPlaceholders(text.requestIdIs, { id: html`<code class="wrap-anywhere">${call.requestId}</code>` })} · <a class="link py-1" href="/sandbox/portal/requests">${text.allRequests}</a></p>`,
  );
}
