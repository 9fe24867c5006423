// Parts of a running algo's row, for the portfolio and the home page: name with glyph, status, risk limit.

import type { Deployment } from "../contract/base-api/deployment.ts";
import { isEnded } from "../domain/deployment-states.ts";
import { formatRupees } from "../format/rupees.ts";
import { TextLink } from "../ui/link-button.tsx";
import { type GlyphKind, StrategyGlyph } from "../ui/strategy-glyph.tsx";
import { DEPLOYMENT_STATE_LABELS, deploymentPath } from "./deployment-texts.ts";
import { LimitFigures, LimitGauge, limitUses, nearestLimit } from "./risk-limits.tsx";
import { algoRowText as text } from "./text.ts";

export type ListedAlgo = Pick<
  Deployment,
  | "id"
  | "strategyId"
  | "strategyName"
  | "state"
  | "reason"
  | "outlook"
  | "capitalRupees"
  | "result"
  | "terms"
  | "newVersion"
  | "basket"
  | "nextActions"
>;

/**
 * Renders the linked name, the capital, and a remark: position and next action of an active algo, otherwise the reason
 * for its state.
 */
export function AlgoCell(props: { algo: ListedAlgo; glyph: GlyphKind | undefined; isShort?: boolean }) {
  const { algo, glyph } = props;
  const about = algo.state === "active" ? algo.outlook : (algo.reason ?? algo.outlook);
  return (
    <div className="flex items-center gap-3">
      {glyph === undefined ? null : <StrategyGlyph kind={glyph} size="small" />}
      <div className="min-w-0">
        <a href={deploymentPath(algo.id)} className="algo-name">
          {algo.strategyName}
        </a>{" "}
        {props.isShort === true ? null : (
          <span className="algo-under">
            {formatRupees(algo.capitalRupees)}
            {about === null ? "" : ` · ${about}`}
          </span>
        )}
      </div>
    </div>
  );
}

/** Renders the status. An active algo is labelled live or paper; other states have a separate label. */
export function StateBadge(props: { state: Deployment["state"]; mode: Deployment["terms"]["mode"] }) {
  const { state, mode } = props;
  const [kind, label] =
    state === "active"
      ? [mode, mode === "live" ? text.live : text.paper]
      : [
          isEnded(state) ? "ended" : state === "exiting" ? "stopped" : "paused",
          DEPLOYMENT_STATE_LABELS[state],
        ];
  return (
    <span className={`badge badge-${kind}`} data-orders-under-way={state === "exiting" ? "" : undefined}>
      {label}
    </span>
  );
}

/** Renders the daily loss limit, otherwise the limit with the highest use, otherwise a link to set one. */
export function LimitCell({ algo }: { algo: ListedAlgo }) {
  const uses = limitUses(algo.terms.guards, algo.result);
  const daily = uses.find(({ key, limit }) => key === "lossPerDayRupees" && limit !== null);
  const limit = daily ?? nearestLimit(algo.terms.guards, algo.result);
  if (limit === null)
    return (
      <TextLink to={`${deploymentPath(algo.id)}/change`}>
        {text.setALimit}
        <span className="sr-only"> {text.forAlgo(algo.strategyName)}</span>
      </TextLink>
    );
  return (
    <>
      <span className="block text-(length:--text-sm) tabular-nums">
        <LimitFigures use={limit} />
        {daily === undefined ? ` ${LIMIT_UNITS[limit.key]}` : ""}
      </span>
      <LimitGauge use={limit} />
    </>
  );
}

const LIMIT_UNITS = {
  lossPerDayRupees: text.aDay,
  lossInAllRupees: text.maxLoss,
  tradesPerDay: text.trades,
} as const;
