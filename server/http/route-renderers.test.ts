import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { createRouteRenderers } from "./route-renderers.ts";

type Given = { data: unknown; routes: string[]; handOff: string };

/** A build of three routes whose document says what it was given. */
function build(loaders: Record<string, () => unknown>): ServerBuild {
  const given: { last: Given | null } = { last: null };
  const route = (id: string, path: string | undefined, parentId?: string, isPage = true) => ({
    id,
    path,
    parentId,
    module: { ...(loaders[id] ? { loader: loaders[id] } : {}), ...(isPage ? { default: () => null } : {}) },
  });
  const routes = {
    root: route("root", ""),
    list: route("list", "algos", "root"),
    file: route("file", "file.txt", "root", false),
  };
  return {
    routes,
    assets: {
      routes: Object.fromEntries(
        Object.values(routes).map(({ id }) => [id, { id, hasLoader: id in loaders }]),
      ),
      entry: { module: "", imports: [] },
      url: "",
      version: "1",
    },
    entry: {
      module: {
        default: (
          _request: Request,
          status: number,
          headers: Headers,
          context: {
            staticHandlerContext: { loaderData: Record<string, unknown> };
            manifest: { routes: object };
            serverHandoffString: string;
          },
        ) => {
          given.last = {
            data: context.staticHandlerContext.loaderData,
            routes: Object.keys(context.manifest.routes),
            handOff: context.serverHandoffString,
          };
          return new Response(JSON.stringify({ ...given.last, size: sizeOf(context) }), { status, headers });
        },
      },
    },
    future: {},
    isSpaMode: false,
    publicPath: "/",
    assetsBuildDirectory: "",
    basename: "/",
    mode: "production",
  } as unknown as ServerBuild;
}

/** Of the list's data, which is no JSON any more: a Map stays a Map. */
function sizeOf(context: { staticHandlerContext: { loaderData: Record<string, unknown> } }): number | null {
  const list = context.staticHandlerContext.loaderData.list as { rows?: Map<string, number> } | undefined;
  return list?.rows instanceof Map ? list.rows.size : null;
}

const rows = new Map([["a", 1]]);

test("a page sees its own routes alone, and its loader's data as it was returned, written for nobody", async () => {
  const render = createRouteRenderers(build({ list: () => ({ rows, secret: "not in the page" }) }));
  const answer = await render(new Request("http://site/algos"), {}, ["root", "list"]);
  const told = JSON.parse(await answer.text());
  expect(told.size).toBe(1);
  expect(told.routes).toEqual(["root", "list"]);
  expect(told.handOff).not.toContain("not in the page");
});

test("data with headers of their own reach the page as they are too, and the headers its answer", async () => {
  const data = { rows, secret: "not in the page" };
  const withCookie = () =>
    Object.assign(
      new Response("never read", { headers: { "Set-Cookie": "a=b", "Content-Type": "application/json" } }),
      { data },
    );
  const render = createRouteRenderers(build({ list: withCookie }));
  const answer = await render(new Request("http://site/algos"), {}, ["root", "list"]);
  const told = JSON.parse(await answer.text());
  expect(told.size).toBe(1);
  expect(told.handOff).not.toContain("not in the page");
  expect(answer.headers.get("set-cookie")).toBe("a=b");
});

test("data that is asked for comes as JSON; what is no page answers itself", async () => {
  const render = createRouteRenderers(
    build({ list: () => ({ count: 3 }), file: () => new Response("plain") }),
  );
  const data = await render(new Request("http://site/algos?_data=list"), {}, ["root", "list"]);
  expect(await data.json()).toEqual({ count: 3 });
  const file = await render(new Request("http://site/file.txt"), {}, ["root", "file"]);
  expect(await file.text()).toBe("plain");
});

test("an address without a route is the framework's to refuse", async () => {
  const render = createRouteRenderers(build({}));
  const answer = await render(new Request("http://site/nowhere"), {}, []);
  expect(answer.status).toBe(404);
});
