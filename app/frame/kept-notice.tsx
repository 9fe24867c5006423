// Says on a page made of kept answers how old they are, above everything else on it.
import { useContext } from "react";
import { formatInstant } from "../format/dates.ts";
import { Notice } from "../ui/notice.tsx";
import { KeptSinceContext } from "./request.ts";

export function KeptNotice() {
  const since = useContext(KeptSinceContext);
  if (since === null) return null;
  return (
    <div className="pt-4" data-kept-since={since}>
      <Notice kind="warn">
        <p>
          The service that keeps this data does not answer just now. You see it as of{" "}
          <time suppressHydrationWarning dateTime={new Date(since).toISOString()}>
            {formatInstant(new Date(since), new Date())}
          </time>
          .
        </p>
      </Notice>
    </div>
  );
}
