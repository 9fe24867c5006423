// Loads the compiled pages, or lets Vite compile them during development. Both provide the framework's request handler
// and the rules of pages.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { pathToFileURL } from "node:url";
import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createPageRules, type PageRules } from "./page-rules.ts";

let loads = 0;

type ViteMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (fault?: unknown) => void,
) => void;

export type RemixBuild = {
  render(request: Request, context: AppLoadContext): Promise<Response>;
  rulesOf(address: URL): PageRules | Promise<PageRules>;
  /** Loads the compiled pages again after the brand was reloaded. */
  reload(): Promise<void>;
  /** Null for compiled pages. */
  middleware: ViteMiddleware | null;
  close(): Promise<void>;
};

/** Loads the pages. If `file` is null, Vite compiles them on request and uses the port of `server`. */
export function loadPages(file: string | null, server: Server): Promise<RemixBuild> {
  return file === null ? developmentPages(server) : builtPages(file);
}

async function builtPages(file: string): Promise<RemixBuild> {
  const load = async () => {
    // Modules read the brand's texts when they are imported, so a changed brand requires new modules. The earlier ones
    // remain in memory.
    const build = (await import(`${pathToFileURL(file).href}?brand=${++loads}`)) as ServerBuild;
    return { render: createRequestHandler(build, "production"), rulesOf: createPageRules(build) };
  };
  let loaded = await load();
  return {
    render: (request, context) => loaded.render(request, context),
    rulesOf: (address) => loaded.rulesOf(address),
    middleware: null,
    async reload() {
      loaded = await load();
    },
    close: async () => {},
  };
}

async function developmentPages(server: Server): Promise<RemixBuild> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    configFile: "remix.config.js",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  const readBuild = async () => (await vite.ssrLoadModule("virtual:remix/server-build")) as ServerBuild;
  return {
    render: async (request, context) =>
      createRequestHandler(await readBuild(), "development")(request, context),
    rulesOf: async (address) => createPageRules(await readBuild())(address),
    middleware: vite.middlewares as ViteMiddleware,
    reload: async () => vite.moduleGraph.invalidateAll(),
    close: () => vite.close(),
  };
}

/** True if Vite sent the response: its client, a module or a style. */
export function serveWithMiddleware(
  middleware: ViteMiddleware,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    response.once("close", () => resolve(true));
    middleware(request, response, (fault) => (fault === undefined ? resolve(false) : reject(fault)));
  });
}
