// The compare tray: algos that the user selected for a comparison. A cookie stores them for all pages and tabs. The
// tray is visible at the bottom of the marketplace's pages until the user clears it.

import { idSchema } from "../contract/base-api/strategy.ts";
import { readChoice } from "../http/choice-cookie.ts";
import { filled } from "../ui/filled.tsx";
import { COMPARE_MAX, COMPARE_TRAY_PATH, comparePath } from "./strategy-path.ts";
import { compareTrayText as text } from "./text.ts";

export const COMPARE_COOKIE = "compare";

/** Returns the ids in the cookie, in the order of selection. */
export function readTray(cookies: string | null): string[] {
  return limitTray(readChoice(cookies, COMPARE_COOKIE).split("."));
}

/** Returns the value of the cookie. */
export const writeTray = (ids: readonly string[]): string => ids.join(".");

/** Removes invalid and duplicate ids. If there are too many, the latest ids remain. */
export function limitTray(ids: readonly string[]): string[] {
  return [...new Set(ids)].filter((id) => idSchema.safeParse(id).success).slice(-COMPARE_MAX);
}

export function CompareTray(props: { ids: readonly string[] }) {
  const { ids } = props;
  if (ids.length === 0) return null;
  return (
    <aside aria-label={text.algosToCompare} className="compare-tray no-print">
      <p className="grow text-sm">
        {filled(text.toCompare, {
          algos: <strong className="font-semibold">{text.count(ids.length)}</strong>,
        })}
        {ids.length < COMPARE_MAX ? "" : text.theMost}
      </p>
      <a href={`${COMPARE_TRAY_PATH}?clear=1`} rel="nofollow" className="link text-sm">
        {text.clear}
      </a>{" "}
      <a href={comparePath(ids)} className="button button-main min-h-9 py-1">
        {text.compare}
      </a>
    </aside>
  );
}
