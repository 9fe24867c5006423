// The framework's handler, one for each route that answers addresses. For each request it compares the address with all routes of its build,
// several times, and makes elements of all of them. With a build of the matched routes alone a page takes a third less CPU
// (`npm run bench:pages`: list, algo, performance and docs 1.45 to 1.7 times).
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";

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
  return {
    ...build,
    routes: among(build.routes),
    assets: { ...build.assets, routes: among(build.assets.routes) },
  };
}
