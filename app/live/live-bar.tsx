// The line above live prices: their state, their time, and links for users without scripts to reload once or every half
// minute. The script replaces these links by a pause button.

import { filled } from "../ui/filled.tsx";
import { timeText } from "./price-format.ts";
import { liveBarText as text } from "./text.ts";

export const REFRESH_PARAMETER = "refresh";
export const REFRESH_SECONDS = 30;
/** Parameter that distinguishes the refresh link from the page's address. The server ignores it. */
export const MOMENT_PARAMETER = "at";

/** True if the address requests automatic reloading. */
export function wantsRefresh(search: string): boolean {
  return new URLSearchParams(search).get(REFRESH_PARAMETER) === String(REFRESH_SECONDS);
}

export function LiveBar(props: { at: number; path: string; search: string; isSimulated: boolean }) {
  const plain = new URLSearchParams(props.search);
  plain.delete(REFRESH_PARAMETER);
  plain.delete(MOMENT_PARAMETER);
  const renewed = new URLSearchParams(plain);
  renewed.set(REFRESH_PARAMETER, String(REFRESH_SECONDS));
  const isRenewing = wantsRefresh(props.search);
  // A link with an anchor to the page's own address would only scroll, so a parameter changes the address.
  const again = new URLSearchParams(isRenewing ? renewed : plain);
  again.set(MOMENT_PARAMETER, String(props.at));
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
        <a href={to(isRenewing ? plain : renewed)} className="link inline-flex min-h-6 items-center">
          {isRenewing ? text.stopRefreshing : text.refreshEvery(REFRESH_SECONDS)}
        </a>
      </p>
    </div>
  );
}
