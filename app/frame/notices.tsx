// Notices above the content of a page: the operators' notice, and the age of cached data.
import { useContext } from "react";
import type { SiteNotice } from "../contract/site/service-status.ts";
import { formatInstant } from "../format/dates.ts";
import { filled } from "../ui/filled.tsx";
import { Notice } from "../ui/notice.tsx";
import { CachedSinceContext } from "./request.ts";
import { noticeText, cachedNoticeText as text } from "./text.ts";

export function SiteNoticeBar({ notice }: { notice: SiteNotice }) {
  return (
    <aside
      aria-label={noticeText.label}
      className={`no-print border-b border-line px-4 py-2 text-center text-sm ${notice.isWarning ? "bg-warn-faint font-semibold" : "bg-surface-sunken"}`}
    >
      <p className="wrap">{notice.text}</p>
    </aside>
  );
}

/** Renders the age of the data on a page that uses cached data. */
export function CachedNotice() {
  const since = useContext(CachedSinceContext);
  if (since === null) return null;
  return (
    <div className="pt-4" data-kept-since={since}>
      <Notice kind="warn">
        <p>
          {filled(text.seenAsOf, {
            moment: (
              <time suppressHydrationWarning dateTime={new Date(since).toISOString()}>
                {formatInstant(new Date(since), new Date())}
              </time>
            ),
          })}
        </p>
      </Notice>
    </div>
  );
}
