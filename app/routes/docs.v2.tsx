// Layout of the documentation's pages: what cannot be shown is stated next to the sidebar.
import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { Outlet, useRouteLoaderData } from "@remix-run/react";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { ErrorPage, problemHeaders, problemMeta, useProblem } from "../frame/error-page.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { brandOf } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";

export const handle: PageHandle = { area: "docs", forms: true };

export const headers: HeadersFunction = problemHeaders;

export const meta: MetaFunction = ({ error, matches }) => (error ? problemMeta(error, brandOf(matches)) : []);

export default function DocsArea() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <DocsFrame current={null} hasSandbox={root?.site.isSimulated ?? true}>
      <ErrorPage problem={useProblem()} />
    </DocsFrame>
  );
}
