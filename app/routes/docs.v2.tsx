// Layout of the documentation. It loads the list of pages for the sidebar; error messages appear next to the sidebar.
import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DocsFrame, type DocsFrameData } from "../docs/docs-frame.tsx";
import { docsPages } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { ErrorPage, problemHeaders, problemMeta, useProblem } from "../frame/error-page.tsx";
import { brandFromMatches } from "../ui/page-meta.ts";

export const handle: PageHandle = { area: "docs", forms: true };

export function loader({ request, context }: LoaderFunctionArgs): DocsFrameData {
  const { hasSandbox } = resolveApiPlace(context, request);
  return { pages: docsPages(hasSandbox), hasSandbox };
}

export const headers: HeadersFunction = problemHeaders;

export const meta: MetaFunction = ({ error, matches }) =>
  error ? problemMeta(error, brandFromMatches(matches)) : [];

export default function DocsArea() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <DocsFrame current={null}>
      <ErrorPage problem={useProblem()} />
    </DocsFrame>
  );
}
