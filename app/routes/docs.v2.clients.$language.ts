// Redirects the address of an official client's archives to the client's section in the documentation.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { missing } from "../frame/missing.ts";

const SECTIONS = ["typescript", "python"];

export const handle: PageHandle = { shared: true };

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const { language = "" } = params;
  if (SECTIONS.includes(language)) return redirect(`/docs/v2/clients#${language}`, 302);
  throw missing({ request, context }, "The documentation has no such client.", [
    { title: "Official clients", path: "/docs/v2/clients" },
  ]);
}
