// Running algos as a table, stacked rows on phones: the curve since the start, today, total, the risk limit nearest to being reached,
// what it does now and why, and the quickest way to stop.

import { formatRupees } from "../../format/rupees.ts";
import { Result, StateMark } from "../../portfolio/deployment-parts.tsx";
import { deploymentPath, VERB_PATHS, VERB_WORDS } from "../../portfolio/deployment-words.ts";
import { type PnlSeries, Sparkline } from "../../portfolio/pnl-charts.tsx";
import { LimitGauge, limitText, nearestLimit } from "../../portfolio/risk-limits.tsx";
import type { Deployment } from "../../wire/deployment.ts";
import { algoTableText as text } from "./text.ts";

export type ListedAlgo = Pick<
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

export function AlgoTable(props: { title: string; items: readonly ListedAlgo[] }) {
  return (
    <table className="algo-table">
      <caption className="sr-only">{props.title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.algo}</th>
          <th scope="col">{text.sinceStart}</th>
          <th scope="col" className="number">
            {text.today}
          </th>
          <th scope="col" className="number">
            {text.total}
          </th>
          <th scope="col">{text.riskLimitUsed}</th>
          <th scope="col">{text.now}</th>
          <th scope="col">
            <span className="sr-only">{text.action}</span>
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

function AlgoRow(props: { algo: ListedAlgo }) {
  const { algo } = props;
  const { result, terms } = algo;
  const path = deploymentPath(algo.id);
  const limit = nearestLimit(terms.guards, result);
  return (
    <tr>
      <th scope="row">
        <a href={path} className="algo-name">
          {algo.strategyName}
        </a>{" "}
        <span className="algo-under">
          {terms.mode === "live" ? text.live : text.paper} · {formatRupees(algo.capitalRupees)}
        </span>
      </th>
      <td className="algo-curve">
        <Sparkline series={algo.curve} mode={terms.mode} />
      </td>
      <td className="number" data-label={text.today}>
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.dayPaise} />}
      </td>
      <td className="number" data-label={text.total}>
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.totalPaise} />}
      </td>
      <td className="algo-limit" data-label={text.riskLimitUsed}>
        {limit === null ? (
          <a href={`${path}/change`} className="link">
            {text.setALimit}
            <span className="sr-only"> {text.forAlgo(algo.strategyName)}</span>
          </a>
        ) : (
          <>
            <LimitGauge use={limit} name={limit.label} />
            <span className="algo-under">
              {limitText(limit)}
              {limit.key === "lossPerDayRupees"
                ? ` ${text.aDay}`
                : limit.key === "tradesPerDay"
                  ? ` ${text.trades}`
                  : ` ${text.maxLoss}`}
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
            {text.confirm}
            <span className="sr-only"> {algo.strategyName}</span>
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
function Now(props: { algo: ListedAlgo }) {
  const { algo } = props;
  return (
    <>
      {algo.state === "active" ? (
        (algo.outlook ?? text.active)
      ) : (
        <>
          <StateMark state={algo.state} />{" "}
          <span className="algo-under">{algo.reason ?? algo.outlook ?? ""}</span>
        </>
      )}
      {algo.newVersion === null ? null : (
        <a href={`${deploymentPath(algo.id)}/version`} className="link block text-sm">
          {text.newVersion(algo.newVersion)}
        </a>
      )}
    </>
  );
}

/** Those that have ended: name, mode, when it ended and what it came to. */
export function EndedTable(props: { items: readonly ListedAlgo[] }) {
  return (
    <table className="table mt-2">
      <caption className="sr-only">{text.endedAlgos}</caption>
      <thead>
        <tr>
          <th scope="col">{text.algo}</th>
          <th scope="col">{text.state}</th>
          <th scope="col" className="number">
            {text.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {props.items.map((algo) => (
          <tr key={algo.id}>
            <th scope="row">
              <a href={deploymentPath(algo.id)} className="link">
                {algo.strategyName}
              </a>{" "}
              <span className="algo-under">{algo.terms.mode === "live" ? text.live : text.paper}</span>
            </th>
            <td>
              <StateMark state={algo.state} /> <span className="algo-under">{algo.reason ?? ""}</span>
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
