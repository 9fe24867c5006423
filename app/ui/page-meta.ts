// Title, description, canonical address and social card of every page. The root route's data contains origin and brand.
import type { LoaderFunction, SerializeFrom } from "@remix-run/node";
import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { pageMetaText as text } from "./text.ts";

export const TITLE_MAX_CHARS = 70;
export const DESCRIPTION_MAX_CHARS = 170;

type RootData = { publicOrigin: string; site: { brand: { name: string } } };

export type PageMeta = {
  title: string;
  description: string;
  /** Canonical path of the page, without parameters that only select or sort. */
  path: string;
  isIndexed?: boolean;
  type?: "website" | "article";
};

/** Returns the brand's name from the root route's data. Empty if its loader failed. */
export function brandFromMatches(matches: { id: string; data: unknown }[]): string {
  const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
  return root?.site.brand.name ?? "";
}

export function pageMeta(matches: { id: string; data: unknown }[], page: PageMeta): MetaDescriptor[] {
  const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
  const brand = brandFromMatches(matches);
  const suffix = brand === "" ? "" : ` · ${brand}`;
  const title = cut(page.title, TITLE_MAX_CHARS - suffix.length) + suffix;
  const description = cut(page.description, DESCRIPTION_MAX_CHARS);
  const address = `${root?.publicOrigin ?? ""}${page.path}`;
  return [
    { title },
    { name: "description", content: description },
    ...(page.isIndexed === false
      ? [{ name: "robots", content: "noindex" }]
      : [{ tagName: "link", rel: "canonical", href: address }]),
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:url", content: address },
    { property: "og:site_name", content: brand },
    { property: "og:image", content: `${root?.publicOrigin ?? ""}/social-card.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: text.socialCard },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Returns the `meta` function of a page whose title and description are fixed. */
export function fixedMeta(
  text: Pick<PageMeta, "title" | "description">,
  path: string,
  options: Pick<PageMeta, "isIndexed"> = {},
): MetaFunction {
  return ({ matches }) =>
    pageMeta(matches, { title: text.title, description: text.description, path, ...options });
}

/** Returns the `meta` function of a client's page. `titleOf` returns the title if the loader succeeded. */
export function clientMeta<Loader extends LoaderFunction>(
  text: Pick<PageMeta, "title" | "description">,
  titleOf: (data: SerializeFrom<Loader>) => string,
): MetaFunction<Loader> {
  return ({ data, matches, location }) =>
    pageMeta(matches, {
      title: data === undefined ? text.title : titleOf(data as SerializeFrom<Loader>),
      description: text.description,
      path: location.pathname,
      isIndexed: false,
    });
}

function cut(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const head = text.slice(0, chars - 1);
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), chars / 2)).replace(/[\s,.;:]+$/, "")}…`;
}
