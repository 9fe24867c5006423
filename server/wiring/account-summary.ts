// The two values in the header of signed-in pages: today's P&L, and the number of unseen events. They are cached per
// client for a few seconds. If the provider is slow or does not respond, the values stay empty, so that the page is not
// delayed.
import { parse as parseCookie } from "cookie";
import type { Account, AccountSummary } from "../../app/context.ts";
import type { EventClass } from "../../app/contract/base-api/portfolio.ts";
import { EVENTS_SEEN_COOKIE } from "../../app/contract/site/account-summary.ts";
import { readSeenEvents } from "../../app/domain/events-seen.ts";
import { within } from "../../app/domain/within.ts";
import { formatRupees } from "../../app/format/rupees.ts";
import { createSharedResponses } from "../provider/shared-responses.ts";

const FRESH_MS = 5_000;
const CLIENTS_AT_MOST = 5_000;
const WAIT_MS = 500;
const EVENTS_READ = 20;
const EMPTY: AccountSummary = { today: "", tone: "flat", unread: "" };

/** Classes of events that the bell in the header counts. Orders and the user's own actions are excluded. */
const NEWS: readonly EventClass[] = ["limit", "reject", "manager"];

type Calls = Pick<Account, "getPortfolio" | "listAccountEvents">;
type Read = { todayPaise: number | null; eventsAt: number[] };

export type SummaryFor = (
  clientId: string,
  account: Calls,
  cookies: string | undefined,
) => () => Promise<AccountSummary>;

export function createAccountSummary(): SummaryFor {
  const share = createSharedResponses({ freshMs: FRESH_MS, most: CLIENTS_AT_MOST });
  return (clientId, account, cookies) => async () => {
    const read = share(clientId, () => readAccount(account)).catch(() => null);
    const found = await within(WAIT_MS, read, null);
    if (found === null) return EMPTY;
    return summaryOf(found, (await readSeenEvents(seenCookie(cookies), clientId)).latest);
  };
}

async function readAccount(account: Calls): Promise<Read> {
  const [{ live, paper }, events] = await Promise.all([
    account.getPortfolio(),
    account.listAccountEvents({ limit: EVENTS_READ }),
  ]);
  const leading = live.running > 0 || paper.running === 0 ? live : paper;
  const isIdle = leading.running === 0 && leading.tradesToday === 0;
  return {
    todayPaise: isIdle ? null : leading.todayPaise,
    eventsAt: events.items.filter(({ class: kind }) => NEWS.includes(kind)).map(({ at }) => Date.parse(at)),
  };
}

function summaryOf({ todayPaise, eventsAt }: Read, seen: number): AccountSummary {
  const unread = eventsAt.filter((at) => at > seen).length;
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
