// Operators' notice at the top of every page.
import type { SiteNotice } from "../contract/site/service-status.ts";
import { noticeText } from "./text.ts";

export function SiteNoticeBar({ notice: { text, isWarning } }: { notice: SiteNotice }) {
  return (
    <aside
      aria-label={noticeText.label}
      className={`no-print border-b border-line px-4 py-2 text-center text-sm ${isWarning ? "bg-warn-faint font-semibold" : "bg-surface-sunken"}`}
    >
      <p className="wrap">{text}</p>
    </aside>
  );
}
