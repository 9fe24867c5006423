// The framework's handler, one for each route that answers addresses. It looks the address up in all of its routes for each request,
// several times, and builds its elements for all of them; given those of one address alone, that costs nothing. What loaders return is
// handed to the page as it is: no page carries the framework's scripts, so nobody reads it as JSON.
import {
  type AppLoadContext,
  createRequestHandler,
  type LoaderFunction,
  type ServerBuild,
} from "@remix-run/node";

import type { DataAnswer } from "../../app/wire/data-answer.ts";

export type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

/** The framework's parameter of requests for a loader's data as JSON. */
const DATA_PARAMETER = "_data";

/**
 * Renders the address of a request by its matched routes (`ids`, outermost first, as page-rules.ts finds them). Where there are none, or
 * where data is asked for, all routes answer, as the framework has it.
 */
export function createRouteRenderers(
  build: ServerBuild,
): (request: Request, context: AppLoadContext, ids: readonly string[]) => Promise<Response> {
  const whole = createRequestHandler(build, "production");
  const byRoute = new Map<string, Render>();
  return (request, context, ids) => {
    const own = ids.at(-1);
    if (own === undefined || new URL(request.url).searchParams.has(DATA_PARAMETER))
      return whole(request, context);
    let render = byRoute.get(own);
    if (render === undefined) {
      render = createRequestHandler(withRoutes(build, ids), "production");
      byRoute.set(own, render);
    }
    return render(request, context);
  };
}

/** The build as if these were its only routes. */
export function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const among = <Route>(routes: Record<string, Route | undefined>) =>
    Object.fromEntries(
      ids.flatMap((id) => {
        const route = routes[id];
        return route === undefined ? [] : [[id, route]];
      }),
    ) as Record<string, Route>;
  const routes = Object.entries(among(build.routes)).map(([id, route]) => {
    const { loader } = route.module;
    const isPage = route.module.default !== undefined;
    return [
      id,
      loader === undefined || !isPage
        ? route
        : { ...route, module: { ...route.module, loader: handing(loader) } },
    ];
  });
  return {
    ...build,
    routes: Object.fromEntries(routes),
    assets: { ...build.assets, routes: among(build.assets.routes) },
  };
}

const JSON_ANSWER = { status: 200, headers: { "Content-Type": "application/json; charset=utf-8" } };

/** A loader whose data reaches its page without being written as JSON and read again. */
function handing(loader: LoaderFunction): LoaderFunction {
  return Object.assign(async (given: Parameters<LoaderFunction>[0]) => {
    const data = await loader(given);
    if (isPlain(data)) return dataAnswer(data);
    return isDataAnswer(data) ? dataAnswer(data.data, data) : data;
  }, loader);
}

function isDataAnswer(answer: unknown): answer is DataAnswer<object> {
  return answer instanceof Response && "data" in answer && isPlain(answer.data);
}

function isPlain(data: unknown): data is object {
  return typeof data === "object" && data !== null && Object.getPrototypeOf(data) === Object.prototype;
}

/**
 * An answer of JSON that gives its data back as it was given: a copy that is marked, since the framework writes the data of every page as
 * JSON for its own scripts, which no page has.
 */
function dataAnswer(
  data: object,
  { status, headers }: { status: number; headers: Headers | Record<string, string> } = JSON_ANSWER,
): Response {
  // Not empty, or the framework takes it for an answer without data.
  const answer = new Response("{}", { status, headers });
  const marked = Object.defineProperty({ ...data }, "toJSON", { value: () => null });
  return Object.defineProperty(answer, "json", { value: () => Promise.resolve(marked) });
}
