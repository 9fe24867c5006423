// The two values in the header of signed-in pages: today's P&L, and the number of unseen events. They are cached per
// client for a few seconds. If the provider is slow or does not respond, the values stay empty, so that the page is not
// delayed.
import { parse as parseCookie } from "cookie";
import type { Account, AccountSummary } from "../../app/context.ts";
import type { AccountEvent } from "../../app/contract/base-api/portfolio.ts";
import { EVENTS_SEEN_COOKIE } from "../../app/contract/site/account-summary.ts";
import { EVENTS_COUNTED, isUnread, readSeenEvents } from "../../app/domain/events-seen.ts";
import { withTimeLimit } from "../../app/domain/with-time-limit.ts";
import { formatRupees } from "../../app/format/rupees.ts";
import { createSharedResponses } from "../provider/shared-responses.ts";

const FRESH_MS = 5_000;
const CACHED_CLIENTS_MAX = 5_000;
const WAIT_MS = 500;
const EMPTY: AccountSummary = { today: "", tone: "flat", unread: "" };

type Calls = Pick<Account, "getPortfolio" | "listAccountEvents">;
type Read = { todayPaise: number | null; events: readonly Pick<AccountEvent, "class" | "at">[] };

export type SummaryLoader = (
  clientId: string,
  account: Calls,
  cookies: string | undefined,
) => () => Promise<AccountSummary>;

export function createAccountSummary(): SummaryLoader {
  const share = createSharedResponses({ freshMs: FRESH_MS, most: CACHED_CLIENTS_MAX });
  return (clientId, account, cookies) => async () => {
    const read = share(clientId, () => readAccount(account)).catch(() => null);
    const found = await withTimeLimit(WAIT_MS, read, null);
    if (found === null) return EMPTY;
    return summariseEvents(found, (await readSeenEvents(seenCookie(cookies), clientId)).latest);
  };
}

async function readAccount(account: Calls): Promise<Read> {
  const [{ live, paper }, events] = await Promise.all([
    account.getPortfolio(),
    account.listAccountEvents({ limit: EVENTS_COUNTED }),
  ]);
  const leading = live.running > 0 || paper.running === 0 ? live : paper;
  const isIdle = leading.running === 0 && leading.tradesToday === 0;
  return {
    todayPaise: isIdle ? null : leading.todayPaise,
    events: events.items.map(({ class: kind, at }) => ({ class: kind, at })),
  };
}

function summariseEvents({ todayPaise, events }: Read, seen: number): AccountSummary {
  const unread = events.filter((event) => isUnread(event, seen)).length;
  const rupees = todayPaise === null ? 0 : Math.round(todayPaise / 100);
  return {
    today: todayPaise === null ? "" : `${rupees > 0 ? "+" : ""}${formatRupees(rupees)}`,
    tone: rupees < 0 ? "loss" : rupees > 0 ? "gain" : "flat",
    unread: unread === 0 ? "" : unread > 9 ? "9+" : String(unread),
  };
}

function seenCookie(cookies: string | undefined): string {
  const all = parseCookie(cookies ?? "");
  return all[`__Host-${EVENTS_SEEN_COOKIE}`] ?? all[EVENTS_SEEN_COOKIE] ?? "";
}
