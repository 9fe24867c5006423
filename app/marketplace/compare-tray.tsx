// Algos that a user selected for comparison. They are stored in a cookie, so that other pages and tabs have them, and
// shown at the bottom of the marketplace's pages until they are cleared.

import { idSchema } from "../contract/base-api/strategy.ts";
import { readChoice } from "../http/choice-cookie.ts";
import { filled } from "../ui/filled.tsx";
import { COMPARE_MAX, COMPARE_TRAY_PATH, comparePath } from "./strategy-path.ts";
import { compareTrayText as text } from "./text.ts";

export const COMPARE_COOKIE = "compare";

/** Ids from the Cookie header, first selected first; empty without such a cookie. */
export function readTray(cookies: string | null): string[] {
  return trayOf(readChoice(cookies, COMPARE_COOKIE).split("."));
}

/** Value of the cookie. */
export const writeTray = (ids: readonly string[]): string => ids.join(".");

/** Removes duplicates; above the limit the latest ones remain. */
export function trayOf(ids: readonly string[]): string[] {
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
