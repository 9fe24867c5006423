// Request headers of the browser's client: the token is sent only with writes to this site, and content types follow
// the body.
import { expect, it } from "vitest";
import { headersFor } from "./browser-client.ts";

const COOKIES = "theme=dark; XSRF-TOKEN=abc%2Fdef; other=1";

it.each([
  ["a GET", "/algos", {}, { Accept: "text/html" }],
  ["a reload", "/algos", { isReload: true }, { Accept: "text/html", "x-reload": "1" }],
  ["a HEAD", "/algos", { method: "HEAD" as const }, { Accept: "text/html" }],
  [
    "a form",
    "/algos/tracklist",
    { method: "POST" as const, body: new URLSearchParams({ a: "1" }) },
    {
      Accept: "text/html",
      "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
      "X-XSRF-TOKEN": "abc/def",
    },
  ],
  [
    "a JSON body",
    "/x",
    { method: "PUT" as const, body: { a: 1 }, accept: "application/json" },
    { Accept: "application/json", "Content-Type": "application/json", "X-XSRF-TOKEN": "abc/def" },
  ],
  [
    "a request to another site",
    "https://evil.example/x",
    { method: "POST" as const },
    { Accept: "text/html" },
  ],
  [
    "an address that only looks like a path of this site",
    "//evil.example/x",
    { method: "DELETE" as const },
    { Accept: "text/html" },
  ],
])("sends the expected Accept, Content-Type and XSRF headers for %s", (_, path, request, headers) => {
  expect(headersFor(path, request, COOKIES)).toEqual(headers);
});

it("sends the token of the __Host-XSRF-TOKEN cookie but not of NOT-XSRF-TOKEN", () => {
  expect(headersFor("/x", { method: "POST" }, "__Host-XSRF-TOKEN=t")).toMatchObject({ "X-XSRF-TOKEN": "t" });
  expect(headersFor("/x", { method: "POST" }, "NOT-XSRF-TOKEN=t")).toEqual({ Accept: "text/html" });
});
