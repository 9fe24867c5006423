// Layout of all account pages: it adds the kill switch to the header and shows errors below the account's navigation.
import type { HeadersFunction, MetaFunction } from "@remix-run/node";
import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE, type Site } from "../contract/site/site.ts";
import { ErrorPage, problemHeaders, problemMeta, useProblem } from "../frame/error-page.tsx";
import { brandFromMatches } from "../ui/page-meta.ts";
import { AccountNav } from "./account-nav.tsx";
import { BrokerDown } from "./broker-down.tsx";
import { accountAreaText as text } from "./text.ts";

export const accountAreaHandle: PageHandle = {
  styles: "account",
  area: "account",
};

export const accountAreaHeaders: HeadersFunction = problemHeaders;

export const accountAreaMeta: MetaFunction = ({ error, matches }) =>
  error ? problemMeta(error, brandFromMatches(matches)) : [];

export function AccountArea() {
  return <Outlet />;
}

export function AccountFault() {
  const problem = useProblem();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData("root") as { site: Site } | undefined;
  const { brand } = root?.site ?? DEFAULT_SITE;
  if (problem.kind === "unreachable")
    return <BrokerDown title={text.yourAccount} path={`${pathname}${search}`} brand={brand} />;
  return (
    <>
      <div className="pt-4">
        <AccountNav here={null} />
      </div>
      <ErrorPage problem={problem} />
    </>
  );
}
