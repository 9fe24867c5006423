// Creates the 404 responses of loaders with the closest existing pages, after the loader's own suggestions. This file
// is separate from the error page, so that the browser does not load the list of all pages.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { nullIfRefused } from "../contract/site/fault.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { notFound, type SuggestedPage } from "../http/problem.ts";
import { nearPages } from "../marketplace/near-pages.ts";
import { strategyPath } from "../marketplace/strategy-path.ts";
import { ACCOUNT_PAGES, sitePages } from "./site-map.ts";

const NEAR_PAGES_SHOWN_MAX = 4;
const NAME_MAX_CHARS = 120;
const ALGOS_SHOWN_MAX = 3;
const INSTRUMENTS_SHOWN_MAX = 1;

export function missing(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  detail: string,
  suggestions: SuggestedPage[] = [],
): Response {
  const path = decode(new URL(request.url).pathname);
  const pages = [...sitePages(context.site ?? DEFAULT_SITE), ...ACCOUNT_PAGES];
  const fixed = nearPages(pages, path, NEAR_PAGES_SHOWN_MAX);
  const known = new Set(suggestions.map((page) => page.path));
  const near: SuggestedPage[] = [
    ...suggestions,
    ...fixed
      .filter((page) => !known.has(page.path))
      .map(({ title, path: nearPath, description }) => ({ title, path: nearPath, about: description })),
  ];
  return notFound(detail, near.slice(0, Math.max(NEAR_PAGES_SHOWN_MAX, suggestions.length)));
}

/**
 * Returns algos and instruments whose names are similar to the last segment of the address. Empty if the provider is
 * unavailable.
 */
export async function similarNames({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">): Promise<SuggestedPage[]> {
  const last = decode(new URL(request.url).pathname).split("/").findLast(Boolean) ?? "";
  const name = last
    .replaceAll(/[-_+]+/g, " ")
    .slice(0, NAME_MAX_CHARS)
    .trim();
  // Names with a dot are files of other products, which vulnerability scanners request.
  if (name === "" || name.includes(".")) return [];
  const hasMarkets = (context.site ?? DEFAULT_SITE).features.markets;
  const [algos, instruments] = await Promise.all([
    context.provider?.suggestStrategies({ text: name }).catch(nullIfRefused),
    hasMarkets ? context.markets?.findInstruments({ text: name }).catch(nullIfRefused) : null,
  ]);
  const foundAlgos = (algos?.items ?? []).map((algo) => ({
    title: algo.name,
    path: strategyPath(algo),
    about: algo.manager.name,
  }));
  const foundInstruments = (instruments?.items ?? []).map((instrument) => ({
    title: instrument.symbol,
    path: instrumentPath(instrument),
    about: instrument.name,
  }));
  // The searches also find names that have only some letters in common with the address. Such names are removed.
  return [
    ...nearPages(foundAlgos, name, ALGOS_SHOWN_MAX, ({ title }) => title),
    ...nearPages(foundInstruments, name, INSTRUMENTS_SHOWN_MAX, ({ title, about }) => `${title} ${about}`),
  ];
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
