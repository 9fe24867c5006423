// Gauge of a limit: label, figures, and a bar of the used share. The bar is grey below 60 %, amber up to 85 % and red
// above. It is never green, because a longer bar means a larger loss. A dashed bar means that no limit is set.
import type { ReactNode } from "react";

const AMBER_FROM = 0.6;
const RED_FROM = 0.85;

export type GaugeLevel = "neutral" | "amber" | "red";

/** Returns the colour level. Null if no limit is set or its use is unknown. */
export function gaugeLevel(share: number | null): GaugeLevel {
  return share === null || share < AMBER_FROM ? "neutral" : share < RED_FROM ? "amber" : "red";
}

/** Renders the bar without texts. `name` is its accessible name. */
export function GaugeBar(props: { share: number | null; name: string }) {
  const { share } = props;
  if (share === null)
    return <span className="limit-gauge border border-dashed border-line-strong" aria-hidden="true" />;
  const width = Math.min(100, Math.max(0, Math.round(share * 100)));
  return (
    <svg
      className="limit-gauge"
      data-level={gaugeLevel(share)}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={props.name}
    >
      <rect className="limit-track" width="100" height="8" />
      {width === 0 ? null : <rect className="limit-used" width={width} height="8" />}
    </svg>
  );
}

/** Renders label and figures above the bar; the state and the consequence of reaching the limit are below it. */
export function Gauge(props: {
  label: string;
  figures: ReactNode;
  share: number | null;
  name: string;
  state?: string;
  follows?: string;
}) {
  return (
    <div className="gauge">
      <p className="gauge-line">
        <span>{props.label}</span> <span className="gauge-figures">{props.figures}</span>
      </p>
      <GaugeBar share={props.share} name={props.name} />
      {props.state === undefined && props.follows === undefined ? null : (
        <p className="gauge-line gauge-notes">
          <span>{props.state ?? ""}</span> <span>{props.follows ?? ""}</span>
        </p>
      )}
    </div>
  );
}
