// The instruments that the algo trades now, with live prices, and the order book of the selected instrument.
import type { Prices } from "../../context.ts";
import type { Instrument, Strategy } from "../../contract/base-api/strategy.ts";
import { algoChannel, DEPTH_SEGMENTS, depthChannel } from "../../contract/live/live.ts";
import { nullIfRefused } from "../../contract/site/fault.ts";
import { DepthLadder } from "../../live/depth-ladder.tsx";
import { LiveBar } from "../../live/live-bar.tsx";
import { PriceTable } from "../../live/price-table.tsx";
import { type LiveView, liveView, loadPrices, priceKey, segmentFromKey } from "../../live/price-view.ts";
import { ROLE_LABELS } from "./role-texts.ts";
import { livePricesText as text } from "./text.ts";

export type AlgoLive = {
  channels: string[];
  instruments: Instrument[];
  view: LiveView;
  /** Key of the instrument whose order book is shown. Null if none has an order book. */
  depthKey: string | null;
};

function hasDepth(key: string): boolean {
  return DEPTH_SEGMENTS.includes(segmentFromKey(key));
}

/**
 * Loads the live prices. Null if there is no price feed or the instruments are unknown. The page then lists the
 * instruments without prices.
 */
export async function loadLive(
  prices: Prices | null | undefined,
  strategy: Strategy,
  requestedDepth: string | null,
): Promise<AlgoLive | null> {
  if (!prices) return null;
  const instruments = await prices.instrumentsOf(strategy.id).catch(nullIfRefused);
  if (instruments === null) return null;
  const keys = [...new Set(instruments.map(priceKey))];
  const withDepth = prices.hasFeed("depth") ? keys.filter(hasDepth) : [];
  const depthKey = withDepth.find((key) => key === requestedDepth) ?? withDepth[0] ?? null;
  const channels = [
    algoChannel(strategy.id),
    ...(depthKey === null ? [] : [depthChannel(strategy.id, depthKey)]),
  ];
  const snapshot = await loadPrices(prices, channels);
  if (snapshot === null) return null;
  const named = keys.map((key) => ({
    key,
    name: instruments.find((instrument) => priceKey(instrument) === key)?.name ?? key,
  }));
  return { channels, instruments, view: liveView(snapshot, named, depthKey ?? ""), depthKey };
}

export function LivePrices(props: {
  live: AlgoLive;
  at: { path: string; search: string };
  isSimulated: boolean;
}) {
  const { live, at } = props;
  const { view, depthKey } = live;
  const instruments = new Map(
    live.instruments.map((instrument) => [
      priceKey(instrument),
      { key: priceKey(instrument), symbol: instrument.symbol, roleLabel: ROLE_LABELS[instrument.role] },
    ]),
  );
  const depthOf = view.prices.find(({ key }) => key === depthKey);
  const ladder = view.ladders.find(([key]) => key === depthKey) ?? null;
  return (
    <>
      <LiveBar at={view.at} path={at.path} search={at.search} isSimulated={props.isSimulated} />
      <PriceTable
        prices={view.prices}
        instruments={instruments}
        now={view.at}
        depthHref={(key) =>
          depthKey !== null && hasDepth(key) && key !== depthKey
            ? `${at.path}?depth=${encodeURIComponent(key)}#depth`
            : null
        }
      />
      <details id="depth" className="fold mt-4" open={new URLSearchParams(at.search).has("depth")}>
        <summary>
          <h3 className="text-base">
            {text.marketDepth}
            {depthOf === undefined ? "" : `: ${depthOf.name}`}
          </h3>
          <span aria-hidden className="marker-turn text-ink-muted">
            ▾
          </span>
        </summary>
        {depthKey === null || depthOf === undefined ? (
          <p className="mt-2 text-sm text-ink-muted">{text.noOrderBook}</p>
        ) : (
          <DepthLadder
            instrumentKey={depthKey}
            name={depthOf.name}
            ladder={ladder}
            state={view.depthState}
            now={view.at}
          />
        )}
      </details>
    </>
  );
}
