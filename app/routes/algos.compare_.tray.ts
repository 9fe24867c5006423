// Adds algos to the user's comparison or clears it: sets a cookie and redirects to the comparison. The address is
// opened by a link, so it works without scripts.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { choiceCookie } from "../http/choice-cookie.ts";
import { COMPARE_COOKIE, limitTray, readTray, writeTray } from "../marketplace/compare-tray.tsx";
import { comparePath } from "../marketplace/strategy-path.ts";

export const handle: PageHandle = { query: ["add", "id", "clear", "amount"] };

/** Query parameters: `add` adds ids to the stored ones, `id` replaces all stored ids, `clear` removes them. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const set = searchParams.getAll("id");
  const ids = searchParams.has("clear")
    ? []
    : set.length > 0
      ? limitTray(set)
      : limitTray([...readTray(request.headers.get("cookie")), ...searchParams.getAll("add")]);
  return redirect(searchParams.has("clear") ? "/algos" : comparePath(ids, searchParams.get("amount")), {
    status: 303,
    headers: {
      "Set-Cookie": choiceCookie(
        COMPARE_COOKIE,
        ids.length === 0 ? null : writeTray(ids),
        context.publicOrigin,
      ),
      "Cache-Control": "no-store",
    },
  });
}
