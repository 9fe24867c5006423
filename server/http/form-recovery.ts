// The page that replaces the response to a form with another session's token. It shows the typed values, so that they
// are not lost. The user can submit them again only if the browser confirms that the request came from this site.
// Otherwise another site could fill in the form and have the user submit it with one click. Secrets are not shown.
import type { IncomingMessage } from "node:http";
import { html } from "hono/html";
import { isSameOrigin } from "./guard.ts";
import { ownPath, type PlainFrame, type PlainPart, plainPage } from "./plain-page.ts";

export type RecoveryPage = {
  /** Path and query that the form is submitted to. */
  action: string;
  /** The submitted fields, in order. */
  fields: Iterable<readonly [name: string, value: string]>;
  /** Form token of the current session. Null if the page may only show the values, without a form. */
  xsrf: string | null;
  /** The signed-in user, who may not be the user who loaded the form. */
  who?: { name: string; clientId: string };
  frame: PlainFrame;
};

const FIELDS_MAX = 100;
/** Names of fields that the page leaves out: secrets, and the rejected token. */
const SECRET =
  /^xsrf$|pass(?:word|phrase|code)?$|\bpin\b|totp|otp\b|secret|token|^code$|credential|cvv|card-?number/i;
/** Pattern of values that were set by a program, not typed by the user. They are sent again as hidden fields. */
const MACHINE_VALUE = /^[\w.:/?=&%-]*$/;

/**
 * True if the browser confirms that the form came from a page of this site. Text browsers do not send such a header.
 */
export function isSameOriginRequest(request: IncomingMessage, ownOrigin: string): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  return (origin !== undefined || site === "same-origin") && isSameOrigin(request, ownOrigin);
}

/** Renders the page as HTML, to be sent with 403, `no-store` and PLAIN_PAGE_POLICY. The template escapes all values. */
export function recoveryPage(page: RecoveryPage): string {
  const fields = [...page.fields].slice(0, FIELDS_MAX).filter(([name]) => !SECRET.test(name));
  const typed = fields.filter(([, value]) => value !== "" && !MACHINE_VALUE.test(value));
  const hidden = fields.filter(([, value]) => value === "" || MACHINE_VALUE.test(value));
  const { action, who, frame } = page;
  const address = ownPath(action);
  const { form: text } = frame.texts;
  return plainPage(
    frame,
    text.title,
    html`<p class="mt-3 max-w-[65ch] text-lg text-ink-muted">${text.otherSignIn}</p>
${who === undefined ? "" : html`<p class="mt-3">${text.signedInAs(who)}</p>`}
<p class="mt-6"><a href="${address.split("#", 1)[0] ?? "/"}" class="link">${text.openAgain}</a></p>
${buildTypedPart(page, typed, hidden, address)}`,
  );
}

type Field = readonly [name: string, value: string];

function buildTypedPart(page: RecoveryPage, typed: Field[], hidden: Field[], address: string): PlainPart {
  const { form: text } = page.frame.texts;
  if (page.xsrf === null)
    return typed.length === 0
      ? ""
      : html`<section aria-labelledby="typed" class="mt-8 max-w-2xl"><h2 id="typed" class="text-xl">${text.typed}</h2>${typed.map((field, index) => area(field, index, false))}</section>`;
  const inputs = [["xsrf", page.xsrf] as const, ...hidden].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<section aria-labelledby="typed" class="mt-8 max-w-2xl"><h2 id="typed" class="text-xl">${text.sendFromHere}</h2><form action="${address}" method="post" class="mt-3 space-y-4">${inputs}${typed.map((field, index) => area(field, index, true))}<button type="submit" class="button button-main">${page.who === undefined ? text.sendNow : text.sendAs(page.who.name)}</button></form></section>`;
}

function area([name, value]: Field, index: number, isSent: boolean): PlainPart {
  const id = `typed-${index}`;
  const rows = Math.min(12, value.split("\n").length + (value.length > 80 ? 2 : 0));
  // Adds a line break, because HTML ignores the first one in a textarea.
  const start = `\n${value}`;
  return html`<div class="mt-3"><label for="${id}" class="font-semibold">${name}</label>${
    isSent
      ? html`<textarea id="${id}" name="${name}" rows="${rows}" class="field mt-1.5">${start}</textarea>`
      : html`<textarea id="${id}" readonly rows="${rows}" class="field mt-1.5">${start}</textarea>`
  }</div>`;
}
