// One render thread (render-threads.ts). It has the compiled pages and nothing else; the data of a page comes with its work.
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { ServerBuild } from "@remix-run/node";
import type { PageWork, WorkTools } from "../../app/wire/page-work.ts";
import { createPrintedParts } from "./printed-parts.ts";
import { withRoutes } from "./route-renderers.ts";

/** Start values of a thread. */
export type ThreadStart = {
  buildFile: string;
  integrity: ReadonlyMap<string, string>;
  printedPartChars: number;
};
export type ThreadJob = { job: number; work: PageWork };
/** `fault` is the error if the page could not be rendered. */
export type ThreadAnswer = { job: number; html: string } | { job: number; fault: unknown };
/** Sent once, when pages can be rendered. */
export type ThreadReady = { isReady: true };

type Routes = Pick<ServerBuild, "future" | "isSpaMode"> & {
  manifest: ServerBuild["assets"];
  routeModules: Record<string, ServerBuild["routes"][string]["module"]>;
};
type PageEntry = { printWork(work: PageWork, routes: Routes, tools: WorkTools): string };

async function serve({ buildFile, integrity, printedPartChars }: ThreadStart): Promise<void> {
  const build = (await import(pathToFileURL(buildFile).href)) as ServerBuild;
  const { printWork } = build.entry.module as unknown as PageEntry;
  const tools = { integrity, printed: createPrintedParts(printedPartChars) };
  const known = new Map<string, Routes>();
  const routesOf = (ids: readonly string[]): Routes => {
    const name = ids.join(" ");
    const routes = known.get(name) ?? routesAmong(build, ids);
    known.set(name, routes);
    return routes;
  };
  parentPort?.on("message", ({ job, work }: ThreadJob) => {
    let answer: ThreadAnswer;
    try {
      answer = { job, html: printWork(work, routesOf(work.matches.map(({ id }) => id)), tools) };
    } catch (fault) {
      answer = { job, fault };
    }
    parentPort?.postMessage(answer);
  });
  parentPort?.postMessage({ isReady: true } satisfies ThreadReady);
}

function routesAmong(build: ServerBuild, ids: readonly string[]): Routes {
  const { assets, routes, future, isSpaMode } = withRoutes(build, ids);
  return {
    manifest: assets,
    routeModules: Object.fromEntries(Object.entries(routes).map(([id, { module }]) => [id, module])),
    future,
    isSpaMode,
  };
}

await serve(workerData as ThreadStart);
