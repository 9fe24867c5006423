// Notice above the content of a page that uses cached data, with the age of the data.
import { useContext } from "react";
import { formatInstant } from "../format/dates.ts";
import { filled } from "../ui/filled.tsx";
import { Notice } from "../ui/notice.tsx";
import { CachedSinceContext } from "./request.ts";
import { cachedNoticeText as text } from "./text.ts";

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
