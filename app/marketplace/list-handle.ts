// Page handle of all lists: their query parameters, cookies that cached pages depend on, and the live market strip.

import type { PageHandle } from "../contract/site/page-handle.ts";
import { COMPARE_COOKIE } from "./compare-tray.tsx";
import { LAYOUT_COOKIE, LIST_LAYOUTS, LIST_QUERY_NAMES } from "./list-query.ts";

export const LIST_HANDLE: PageHandle<unknown> = {
  forms: true,
  query: LIST_QUERY_NAMES,
  shared: { exceptCookies: [COMPARE_COOKIE], byCookies: { [LAYOUT_COOKIE]: LIST_LAYOUTS } },
  cards: true,
  live: () => [],
};
