// What an address may hold: declared parameters stay as they are, others are gone before the page and its key.
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
])("%s", (target, expected) => {
  expect(at(target)).toMatchObject(expected);
});

it("finds the route that the framework's router finds", () => {
  const paths = [
    "",
    "algos",
    "algos/find",
    "algos/:group",
    "algos/:group/:item",
    "algos/managers",
    "algos/managers/:manager",
    "algos/managers/:manager/:algo",
    "algos/managers/:manager/:algo/deploy",
    "algos/managers/:manager/:algo/record.json",
    "docs/v2/:page",
    "docs/v2/:page.md",
    "docs/v2/search",
    "*",
  ];
  // A star would stand for every name.
  const nameOf = (path: string) => (path === "" ? "home" : path.replace("*", "rest"));
  const routes = Object.fromEntries([
    ["root", route("root", "", {})],
    ...paths.map((path) => {
      const id = path === "" ? "home" : path;
      return [
        id,
        route(
          id,
          path === "" ? undefined : path,
          { query: [nameOf(id)] },
          "root",
          path === "" || path === "algos",
        ),
      ];
    }),
  ]);
  const rules = createPageRules({ routes } as unknown as Parameters<typeof createPageRules>[0]);
  const tree = [
    {
      id: "root",
      path: "",
      children: paths.map((path) =>
        path === ""
          ? { id: "home", index: true as const }
          : path === "algos"
            ? { id: path, path, index: true as const }
            : { id: path, path },
      ),
    },
  ];
  const segment = fc.constantFrom(
    "algos",
    "find",
    "managers",
    "deploy",
    "record.json",
    "docs",
    "v2",
    "search",
    "x",
    "x.md",
    "ALGOS",
    "%61lgos",
    "a%2Fb",
  );
  const start = fc.constantFrom<string[]>([], ["algos"], ["algos", "managers"], ["docs", "v2"]);
  fc.assert(
    fc.property(start, fc.array(segment, { maxLength: 4 }), (first, others) => {
      const parts = [...first, ...others];
      const pathname = `/${parts.join("/")}`;
      const ids = (matchRoutes(tree, pathname) ?? []).map(({ route: { id } }) => id);
      const wanted = ids.at(-1) ?? "";
      const query = paths.map((path) => [nameOf(path), "1"] as [string, string]);
      const address = new URL(`http://127.0.0.1${pathname}`);
      address.search = new URLSearchParams(query).toString();
      expect([...rules(address).address.searchParams.keys()], pathname).toEqual(
        wanted === "" ? [] : [nameOf(wanted)],
      );
      expect(rules(address).ids, pathname).toEqual(ids);
    }),
    { numRuns: 2_000 },
  );
});
