// Running algos as a table, stacked rows on phones: the curve since the start, today, total, the risk limit nearest to being reached,
// what it does now and why, and the quickest way to stop.

import { formatRupees } from "../../format/rupees.ts";
import { Result, StateMark } from "../../portfolio/deployment-parts.tsx";
import { deploymentPath, VERB_PATHS, VERB_WORDS } from "../../portfolio/deployment-words.ts";
import { type PnlSeries, Sparkline } from "../../portfolio/pnl-charts.tsx";
import { LimitGauge, limitWords, nearestLimit } from "../../portfolio/risk-limits.tsx";
import type { Deployment } from "../../wire/deployment.ts";

export type ShownAlgo = Pick<
  Deployment,
  | "id"
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
> & { curve: PnlSeries };

export function AlgoTable(props: { title: string; items: readonly ShownAlgo[] }) {
  return (
    <table className="algo-table">
      <caption className="sr-only">{props.title}</caption>
      <thead>
        <tr>
          <th scope="col">Algo</th>
          <th scope="col">Since start</th>
          <th scope="col" className="number">
            Today
          </th>
          <th scope="col" className="number">
            Total
          </th>
          <th scope="col">Risk limit used</th>
          <th scope="col">Now</th>
          <th scope="col">
            <span className="sr-only">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {props.items.map((algo) => (
          <AlgoRow key={algo.id} algo={algo} />
        ))}
      </tbody>
    </table>
  );
}

function AlgoRow(props: { algo: ShownAlgo }) {
  const { algo } = props;
  const { result, terms } = algo;
  const path = deploymentPath(algo.id);
  const limit = nearestLimit(terms.guards, result);
  return (
    <tr>
      <th scope="row">
        <a href={path} className="algo-name">
          {algo.strategyName}
        </a>
        <span className="algo-under">
          {terms.mode === "live" ? "Live" : "Paper"} · {formatRupees(algo.capitalRupees)}
        </span>
      </th>
      <td className="algo-curve">
        <Sparkline series={algo.curve} mode={terms.mode} />
      </td>
      <td className="number" data-label="Today">
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.dayPaise} />}
      </td>
      <td className="number" data-label="Total">
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.totalPaise} />}
      </td>
      <td className="algo-limit" data-label="Risk limit used">
        {limit === null ? (
          <a href={`${path}/change`} className="link">
            Set a limit<span className="sr-only"> for {algo.strategyName}</span>
          </a>
        ) : (
          <>
            <LimitGauge use={limit} name={limit.label} />
            <span className="algo-under">
              {limitWords(limit)}
              {limit.key === "lossPerDayRupees"
                ? " a day"
                : limit.key === "tradesPerDay"
                  ? " trades"
                  : " max loss"}
            </span>
          </>
        )}
      </td>
      <td className="algo-now">
        <Now algo={algo} />
      </td>
      <td className="algo-action">
        {algo.basket !== null ? (
          <a href={`${path}/order-window`} className="link">
            Confirm<span className="sr-only"> {algo.strategyName}</span>
          </a>
        ) : algo.nextActions.includes("stop") ? (
          <a href={`${path}/${VERB_PATHS.stop}`} className="link">
            {VERB_WORDS.stop.button}
            <span className="sr-only"> {algo.strategyName}</span>
          </a>
        ) : null}
      </td>
    </tr>
  );
}

/** State and why, and what comes next. An active algo says what it holds or waits for; every other state is named. */
function Now(props: { algo: ShownAlgo }) {
  const { algo } = props;
  return (
    <>
      {algo.state === "active" ? (
        (algo.outlook ?? "Active.")
      ) : (
        <>
          <StateMark state={algo.state} />
          <span className="algo-under">{algo.reason ?? algo.outlook ?? ""}</span>
        </>
      )}
      {algo.newVersion === null ? null : (
        <a href={`${deploymentPath(algo.id)}/version`} className="link block text-sm">
          Version {algo.newVersion}: see what changed
        </a>
      )}
    </>
  );
}

/** Those that have ended: name, mode, when it ended and what it came to. */
export function EndedTable(props: { items: readonly ShownAlgo[] }) {
  return (
    <table className="table mt-2">
      <caption className="sr-only">Ended algos</caption>
      <thead>
        <tr>
          <th scope="col">Algo</th>
          <th scope="col">State</th>
          <th scope="col" className="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {props.items.map((algo) => (
          <tr key={algo.id}>
            <th scope="row">
              <a href={deploymentPath(algo.id)} className="link">
                {algo.strategyName}
              </a>
              <span className="algo-under">{algo.terms.mode === "live" ? "Live" : "Paper"}</span>
            </th>
            <td>
              <StateMark state={algo.state} />
              <span className="algo-under">{algo.reason ?? ""}</span>
            </td>
            <td className="number">
              {algo.result === null ? "–" : <Result paise={algo.result.totalPaise} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
