// What a list page says of itself: it reads the list's query, is the same for everybody, and watches the prices of the cards.

import { CARDS_CHANNEL } from "../wire/live.ts";
import { type PageHandle, PRICE_QUERY } from "../wire/page-handle.ts";
import { COMPARE_COOKIE } from "./compare-tray.tsx";
import { LAYOUT_COOKIE, LIST_LAYOUTS, LIST_QUERY_NAMES } from "./list-query.ts";

export const LIST_HANDLE: PageHandle = {
  forms: true,
  query: [...LIST_QUERY_NAMES, ...PRICE_QUERY],
  shared: { exceptCookies: [COMPARE_COOKIE], byCookies: { [LAYOUT_COOKIE]: LIST_LAYOUTS } },
  cards: true,
  live: () => [CARDS_CHANNEL],
};
