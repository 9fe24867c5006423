import type { ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { createRouteRenderers } from "./route-renderers.ts";

type Given = { data: unknown; routes: string[] };

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
          },
        ) => {
          given.last = {
            data: context.staticHandlerContext.loaderData,
            routes: Object.keys(context.manifest.routes),
          };
          return new Response(JSON.stringify(given.last), { status, headers });
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

test("a page sees its own routes alone, and what its loader returned", async () => {
  const render = createRouteRenderers(build({ list: () => ({ count: 3 }) }));
  const answer = await render(new Request("http://site/algos"), {}, ["root", "list"]);
  const told = JSON.parse(await answer.text());
  expect(told.data.list).toEqual({ count: 3 });
  expect(told.routes).toEqual(["root", "list"]);
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
