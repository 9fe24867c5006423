// Query parameters: parameters that a route declares are preserved, others are removed from the page's address and its
// cache key.
import { matchRoutes } from "@remix-run/router";
import fc from "fast-check";
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
    "routes/docs": route(
      "routes/docs",
      "docs",
      { shared: { exceptCookies: ["chat"], byCookies: { language: ["curl", "go"] } } },
      "root",
    ),
  } as unknown as Parameters<typeof createPageRules>[0]["routes"],
});
const at = (target: string) => {
  const { address, ...rest } = rulesOf(new URL(`http://127.0.0.1${target}`));
  return { search: address.search, ...rest };
};
const list = { isShared: true, exceptCookies: [], byCookies: {} };

it.each([
  ["/algos", { search: "", ...list }],
  ["/algos?q=a+b%20c&risk=Low", { search: "?q=a+b%20c&risk=Low", ...list }],
  ["/algos?zz=1&q=a&risk=x&risk=y", { search: "?q=a&risk=x&risk=y", ...list }],
  ["/algos?__proto__=1&constructor=2&Q=1", { search: "", ...list }],
  ["/algos?_data=routes/list&q=a", { search: "?_data=routes/list&q=a", ...list }],
  ["/algos?_data=routes/own", { search: "?_data=routes/own", isShared: false, exceptCookies: [] }],
  ["/algos?_data=nothing", { search: "", ...list }],
  ["/mine/1?b.x=1&b=2&c.x=3", { search: "?b.x=1", isShared: false, exceptCookies: [] }],
  [
    "/docs?index&index=1",
    { search: "?index=", isShared: true, exceptCookies: ["chat"], byCookies: { language: ["curl", "go"] } },
  ],
  ["/nowhere?q=1", { search: "", isShared: false, exceptCookies: [] }],
])("retains only the query parameters that the route of %s declares", (target, expected) => {
  expect(at(target)).toMatchObject(expected);
});

it("page rules match the same route as the framework's router for any path", () => {
  const paths = ["algos", "algos/find", "algos/:group", "docs/:page", "docs/:page.md", "*"];
  const nameOf = (path: string) => path.replace("*", "rest");
  const rules = createPageRules({
    routes: Object.fromEntries([
      ["root", route("root", "", {})],
      ...paths.map((path) => [path, route(path, path, { query: [nameOf(path)] }, "root")]),
    ]),
  } as unknown as Parameters<typeof createPageRules>[0]);
  const tree = [{ id: "root", path: "", children: paths.map((path) => ({ id: path, path })) }];
  const segment = fc.constantFrom("algos", "find", "docs", "x", "x.md", "ALGOS", "%61lgos", "a%2Fb");
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (parts) => {
      const address = new URL(`http://127.0.0.1/${parts.join("/")}`);
      const routeId = matchRoutes(tree, address.pathname)?.at(-1)?.route.id ?? "";
      address.search = new URLSearchParams(paths.map((path) => [nameOf(path), "1"])).toString();
      const parameters = [...rules(address).address.searchParams.keys()];
      expect(parameters, address.pathname).toEqual(routeId === "root" ? [] : [nameOf(routeId)]);
    }),
  );
});
