// Derives the routes of an API, and the methods allowed per path, from its contract.
import { type Context, Hono } from "hono";
import { isLike, type Operation } from "../../../app/contract/operation.ts";

/** Derives the routes of an API. `moreTemplates` are alternative paths of an operation. */
export function createRoutes<One extends Operation>(
  operations: readonly One[],
  answer: (context: Context, operation: One) => Promise<Response>,
  moreTemplates: (operation: One) => string[] = () => [],
): { routes: Hono; methodsAt(path: string): string[] } {
  const routes = new Hono();
  const table = operations.map((operation) => ({
    operation,
    method: operation.method.toUpperCase(),
    templates: [operation.path, ...moreTemplates(operation)],
  }));
  for (const { operation, method, templates } of table)
    for (const template of templates)
      routes.on(method, [template.replaceAll(/\{(\w+)\}/g, ":$1")], (context) => answer(context, operation));
  return {
    routes,
    methodsAt: (path) =>
      table
        .filter(({ templates }) => templates.some((one) => isLike(one.split("/"), path.split("/"))))
        .map(({ method }) => method),
  };
}
