// Stores in a cookie whether the user prefers cards or a table, and redirects back to the list. The address is opened
// by a link, so it works without scripts.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { choiceCookie } from "../http/choice-cookie.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import { LAYOUT_COOKIE, LIST_LAYOUTS } from "../marketplace/list-query.ts";

export const handle: PageHandle = { query: ["view", "to"] };

/** Stores the layout and redirects to the list. An unknown layout is ignored. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const back = new URL(safeReturnPath(searchParams.get("to"), "/algos"), "http://own.invalid");
  back.searchParams.delete("view");
  const layout = LIST_LAYOUTS.find((one) => one === searchParams.get("view"));
  return redirect(`${back.pathname}${back.search}#results`, {
    status: 303,
    headers: {
      "Cache-Control": "no-store",
      ...(layout === undefined
        ? {}
        : {
            "Set-Cookie": choiceCookie(
              LAYOUT_COOKIE,
              layout === "cards" ? null : layout,
              context.publicOrigin,
            ),
          }),
    },
  });
}
