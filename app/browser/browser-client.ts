// HTTP client of the browser scripts. It sets the Accept and Content-Type headers and adds the session's form token to
// requests that change something. Requests to other sites never contain the token.

import { RELOAD_HEADER } from "../contract/site/reload-header.ts";

const TOKEN_COOKIE = /(?:^|; )(?:__Host-)?XSRF-TOKEN=([^;]*)/;
const SAFE = new Set(["GET", "HEAD"]);

export type BrowserRequest = {
  method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** URLSearchParams are sent as a form, other objects as JSON. */
  body?: URLSearchParams | object;
  accept?: string;
  signal?: AbortSignal;
  redirect?: RequestRedirect;
  /** True for requests that a script sends without a user action. They do not extend the session. */
  isReload?: boolean;
};

/** Returns the headers of a request. Separate from `sendRequest`, so that tests can check them without a request. */
export function headersFor(path: string, request: BrowserRequest, cookies: string): Record<string, string> {
  const { method = "GET", body, accept = "text/html", isReload } = request;
  const isRelative = /^\/(?!\/)/.test(path);
  const token = isRelative && !SAFE.has(method) ? TOKEN_COOKIE.exec(cookies)?.[1] : undefined;
  return {
    Accept: accept,
    ...(body === undefined
      ? {}
      : {
          "Content-Type":
            body instanceof URLSearchParams
              ? "application/x-www-form-urlencoded;charset=UTF-8"
              : "application/json",
        }),
    ...(isReload ? { [RELOAD_HEADER]: "1" } : {}),
    ...(token === undefined ? {} : { "X-XSRF-TOKEN": decodeURIComponent(token) }),
  };
}

export function sendRequest(path: string, request: BrowserRequest = {}): Promise<Response> {
  const { body, isReload: _, ...options } = request;
  return self.fetch(path, {
    ...options,
    headers: headersFor(path, request, document.cookie),
    credentials: "same-origin",
    body: body === undefined || body instanceof URLSearchParams ? (body ?? null) : JSON.stringify(body),
  });
}

/** Returns a form's fields, including the button that submitted it. */
export function readFormFields(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  if (submitter instanceof HTMLButtonElement && submitter.name !== "")
    fields.set(submitter.name, submitter.value);
  return fields;
}

export function readPage(text: string): Document {
  return new DOMParser().parseFromString(text, "text/html");
}
