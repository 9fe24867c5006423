// What a list page watches: the prices of the cards.
import { CARDS_CHANNEL } from "../wire/live.ts";

export const LIST_HANDLE = { live: () => [CARDS_CHANNEL] };
