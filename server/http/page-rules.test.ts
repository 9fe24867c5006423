// What an address may hold: declared parameters stay as they are, others are gone before the page and its key.
import { expect, it } from "vitest";
import { createPageRules } from "./page-rules.ts";

const route = (id: string, path: string | undefined, handle: object, parentId?: string, index?: boolean) => ({
  id,
  path,
  parentId,
  index,
  module: { handle, default: () => null },
});
const rulesOf = createPageRules({
  routes: {
    root: route("root", "", {}),
    "routes/list": route("routes/list", "algos", { query: ["q", "risk"], shared: true }, "root"),
    "routes/own": route("routes/own", "mine/:id", { query: ["b.*"] }, "root"),
    "routes/docs": route("routes/docs", "docs", { shared: { exceptCookies: ["language"] } }, "root"),
  } as unknown as Parameters<typeof createPageRules>[0]["routes"],
});
const at = (target: string) => {
  const { address, ...rest } = rulesOf(new URL(`http://127.0.0.1${target}`));
  return { search: address.search, ...rest };
};
const list = { isShared: true, exceptCookies: [] };

it.each([
  ["/algos", { search: "", ...list }],
  ["/algos?q=a+b%20c&risk=Low", { search: "?q=a+b%20c&risk=Low", ...list }],
  ["/algos?zz=1&q=a&risk=x&risk=y", { search: "?q=a&risk=x&risk=y", ...list }],
  ["/algos?__proto__=1&constructor=2&Q=1", { search: "", ...list }],
  ["/algos?_data=routes/list&q=a", { search: "?_data=routes/list&q=a", ...list }],
  ["/algos?_data=routes/own", { search: "?_data=routes/own", isShared: false, exceptCookies: [] }],
  ["/algos?_data=nothing", { search: "", ...list }],
  ["/mine/1?b.x=1&b=2&c.x=3", { search: "?b.x=1", isShared: false, exceptCookies: [] }],
  ["/docs?index&index=1", { search: "?index=", isShared: true, exceptCookies: ["language"] }],
  ["/nowhere?q=1", { search: "", isShared: false, exceptCookies: [] }],
])("%s", (target, expected) => {
  expect(at(target)).toEqual(expected);
});
