// Progress of the provider's computation of records: number of computed records, a link to reload, and optional
// automatic reloading.
import type { MetaDescriptor } from "@remix-run/react";
import type { RecordList } from "../contract/base-api/record.ts";
import { formatCount } from "../format/rupees.ts";
import { TextLink, TouchLink } from "../ui/link-button.tsx";
import { isAutoReloadRequested, REFRESH_PARAMETER, REFRESH_SECONDS } from "./live-bar.tsx";
import { recordProgressText as text } from "./text.ts";

export function RecordProgress(props: {
  making: RecordList["making"];
  /** Path and query of the current page. */
  here: string;
}) {
  const { making } = props;
  const [path = "", query = ""] = props.here.split("?");
  const search = new URLSearchParams(query);
  const isAutoReloading = isAutoReloadRequested(query);
  search.delete(REFRESH_PARAMETER);
  const plain = search.size === 0 ? path : `${path}?${search}`;
  search.set(REFRESH_PARAMETER, String(REFRESH_SECONDS));
  return (
    <>
      {making === null ? null : (
        <p className="mt-3">
          <progress className="making" max={making.total} value={making.done} aria-label={text.recordsMade} />{" "}
          <span className="block text-sm">
            {text.madeOf({ done: formatCount(making.done), total: formatCount(making.total) })}
          </span>
        </p>
      )}
      <p className="no-print mt-3 flex flex-wrap gap-x-5 text-sm">
        <TouchLink to={isAutoReloading ? `${path}?${search}` : plain}>{text.checkAgain}</TouchLink>{" "}
        {isAutoReloading ? (
          <span className="inline-flex min-h-8 flex-wrap items-center gap-x-2">
            {text.checksEvery(REFRESH_SECONDS)}
            <TextLink to={plain}>{text.stopChecking}</TextLink>
          </span>
        ) : (
          <a href={`${path}?${search}`} rel="nofollow" className="link inline-flex min-h-8 items-center">
            {text.checkEvery(REFRESH_SECONDS)}
          </a>
        )}
      </p>
    </>
  );
}

/** Returns the meta tag that reloads the page automatically, if the user chose that. */
export function autoReloadMeta(search: string): MetaDescriptor[] {
  return isAutoReloadRequested(search) ? [{ httpEquiv: "refresh", content: String(REFRESH_SECONDS) }] : [];
}
