// Adds an instrument to this browser's watchlist or removes it: sets a cookie and redirects back to the page.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { choiceCookie } from "../http/choice-cookie.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import {
  isInstrumentKey,
  readWatchlist,
  toggleWatched,
  WATCHLIST_COOKIE,
  writeWatchlist,
} from "../markets/watchlist.ts";

export const handle: PageHandle = {};

export function loader(_: LoaderFunctionArgs) {
  return redirect("/markets", { status: 303 });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const key = String(form.get("key") ?? "");
  const to = safeReturnPath(String(form.get("return") ?? ""), "/markets");
  if (!isInstrumentKey(key)) return redirect(to, { status: 303 });
  const keys = toggleWatched(readWatchlist(request.headers.get("cookie")), key, form.get("watch") === "yes");
  return redirect(to, {
    status: 303,
    headers: {
      "Set-Cookie": choiceCookie(WATCHLIST_COOKIE, writeWatchlist(keys), context.publicOrigin),
      "Cache-Control": "no-store",
    },
  });
}
