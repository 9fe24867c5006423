// The line above live prices: their state and time, and links for users without scripts, to reload the page once or
// every half minute. The script replaces these links with a pause button.

import { filled } from "../ui/filled.tsx";
import { timeText } from "./price-format.ts";
import { liveBarText as text } from "./text.ts";

export const REFRESH_PARAMETER = "refresh";
export const REFRESH_SECONDS = 30;
/** Parameter that makes the reload link differ from the page's address. The server ignores it. */
export const RELOAD_PARAMETER = "at";

/** True if the address requests automatic reloading. */
export function isAutoReloadRequested(search: string): boolean {
  return new URLSearchParams(search).get(REFRESH_PARAMETER) === String(REFRESH_SECONDS);
}

export function LiveBar(props: { at: number; path: string; search: string; isSimulated: boolean }) {
  const plain = new URLSearchParams(props.search);
  plain.delete(REFRESH_PARAMETER);
  plain.delete(RELOAD_PARAMETER);
  const renewed = new URLSearchParams(plain);
  renewed.set(REFRESH_PARAMETER, String(REFRESH_SECONDS));
  const isAutoReloading = isAutoReloadRequested(props.search);
  // A link with an anchor to the page's own address would only scroll, so a parameter changes the address.
  const again = new URLSearchParams(isAutoReloading ? renewed : plain);
  again.set(RELOAD_PARAMETER, String(props.at));
  const to = (parameters: URLSearchParams) =>
    `${props.path}${parameters.size === 0 ? "" : `?${parameters}`}#prices`;
  return (
    <div className="no-print mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm" data-live-bar="">
      <p>
        {filled(text.pricesAsOf, { clock: <span data-live-clock="">{timeText(props.at, props.at)}</span> })}
        {props.isSimulated ? text.fromTheSandbox : ""}
      </p>
      <p data-live-plain="" className="flex flex-wrap gap-x-5">
        <a href={to(again)} className="link inline-flex min-h-6 items-center">
          {text.refresh}
        </a>{" "}
        <a href={to(isAutoReloading ? plain : renewed)} className="link inline-flex min-h-6 items-center">
          {isAutoReloading ? text.stopRefreshing : text.refreshEvery(REFRESH_SECONDS)}
        </a>
      </p>
    </div>
  );
}
