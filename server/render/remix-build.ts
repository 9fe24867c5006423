// Where pages come from: the build's file, or Vite while they are being written. Both give the framework's handler and what their routes
// declare of themselves.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createPageRules, type PageRules } from "./page-rules.ts";
import { createRouteRenderers } from "./route-renderers.ts";

/** `ids`: the routes that the address matches. */
type Render = (request: Request, context: AppLoadContext, ids: readonly string[]) => Promise<Response>;
type ViteMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (fault?: unknown) => void,
) => void;
type RulesOf = (address: URL) => PageRules | Promise<PageRules>;

/** The compiled pages. */
export async function builtPages(
  file: string,
): Promise<{ render: Render; rulesOf: RulesOf; middleware: null; close: () => Promise<void> }> {
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return {
    render: createRouteRenderers(build),
    rulesOf: createPageRules(build),
    middleware: null,
    close: async () => {},
  };
}

/** Compiled by Vite on request, on the same port. */
export async function developmentPages(server: Server) {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: "remix.config.js",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const readBuild = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  const render: Render = async (request, context) =>
    createRequestHandler(await readBuild(), "development")(request, context);
  const rulesOf: RulesOf = async (address) => createPageRules(await readBuild())(address);
  return { render, rulesOf, middleware: vite.middlewares as ViteMiddleware, close: () => vite.close() };
}

/** Whether Vite answered: its client, a module, a style. */
export function wasServedBy(
  middleware: ViteMiddleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once("close", () => resolve(true));
    middleware(request, response, (fault) => (fault === undefined ? resolve(false) : reject(fault)));
  });
}
