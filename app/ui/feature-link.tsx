// Links to pages that a brand can disable.
import { useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DEFAULT_SITE, isDisabled, type Site } from "../contract/site/site.ts";

/** Returns a function that returns true if the brand disables the page at a path. */
export function useIsDisabled(): (path: string) => boolean {
  const root = useRouteLoaderData("root") as { site: Site } | undefined;
  return (path) => isDisabled(path, (root?.site ?? DEFAULT_SITE).features);
}

/** Renders a link, or only its content if the brand disables the page. */
export function FeatureLink(props: { to: string; className?: string; children: ReactNode }) {
  return useIsDisabled()(props.to) ? (
    props.children
  ) : (
    <a href={props.to} className={props.className}>
      {props.children}
    </a>
  );
}
