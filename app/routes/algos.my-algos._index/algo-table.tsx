// Running algos as a table, stacked rows on phones: state, P&L today and since the start, the risk limit that is nearest to being
// reached, and the next step.

import type { Deployment } from "../../contract/base-api/deployment.ts";
import { formatRupees } from "../../format/rupees.ts";
import { Result, StateMark } from "../../portfolio/deployment-parts.tsx";
import { deploymentPath, VERB_PATHS, VERB_WORDS } from "../../portfolio/deployment-words.ts";
import { LimitGauge, limitText, nearestLimit } from "../../portfolio/risk-limits.tsx";
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
>;

export function AlgoTable(props: { title: string; items: readonly ListedAlgo[] }) {
  const { items } = props;
  return (
    <table className="algo-table">
      <caption className="sr-only">{props.title}</caption>
      <thead>
        <tr>
          <th scope="col">{text.algo}</th>
          <th scope="col">{text.status}</th>
          <th scope="col" className="number">
            {text.today}
          </th>
          <th scope="col" className="number">
            {text.sinceStart}
          </th>
          <th scope="col">{text.nearestLimit}</th>
          <th scope="col">
            <span className="sr-only">{text.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((algo) => (
          <AlgoRow key={algo.id} algo={algo} />
        ))}
      </tbody>
      {items.length < 2 ? null : <TotalRow items={items} />}
    </table>
  );
}

function TotalRow({ items }: { items: readonly ListedAlgo[] }) {
  const results = items.flatMap(({ result }) => (result === null ? [] : [result]));
  /** Null if the result of one algo is not known. */
  const sum = (values: readonly (number | null)[]) =>
    values.reduce<number | null>(
      (total, value) => (total === null || value === null ? null : total + value),
      0,
    );
  return (
    <tfoot>
      <tr>
        <th scope="row">
          {text.total}{" "}
          <span className="algo-under">
            {formatRupees(items.reduce((total, { capitalRupees }) => total + capitalRupees, 0))}
          </span>
        </th>
        <td className="algo-status" />
        <td className="number" data-label={text.today}>
          <Result paise={sum(results.map(({ dayPaise }) => dayPaise))} />
        </td>
        <td className="number" data-label={text.sinceStart}>
          <Result paise={sum(results.map(({ totalPaise }) => totalPaise))} />
        </td>
        <td className="algo-limit" />
        <td className="algo-action" />
      </tr>
    </tfoot>
  );
}

function AlgoRow(props: { algo: ListedAlgo }) {
  const { algo } = props;
  const { result, terms } = algo;
  const path = deploymentPath(algo.id);
  const limit = nearestLimit(terms.guards, result);
  const about = algo.state === "active" ? algo.outlook : (algo.reason ?? algo.outlook);
  return (
    <tr>
      <th scope="row">
        <a href={path} className="algo-name">
          {algo.strategyName}
        </a>{" "}
        <span className="algo-under">
          {formatRupees(algo.capitalRupees)}
          {about === null ? "" : ` · ${about}`}
        </span>
        {algo.newVersion === null ? null : (
          <a href={`${path}/version`} className="link block text-sm">
            {text.newVersion(algo.newVersion)}
          </a>
        )}
      </th>
      <td className="algo-status">
        <StateMark state={algo.state} />
      </td>
      <td className="number" data-label={text.today}>
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.dayPaise} />}
      </td>
      <td className="number" data-label={text.sinceStart}>
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.totalPaise} />}
      </td>
      <td className="algo-limit">
        {limit === null ? (
          <a href={`${path}/change`} className="link">
            {text.setALimit}
            <span className="sr-only"> {text.forAlgo(algo.strategyName)}</span>
          </a>
        ) : (
          <>
            <LimitGauge use={limit} name={limit.label} />
            <span className="algo-under">
              {limitText(limit)} {LIMIT_UNITS[limit.key]}
            </span>
          </>
        )}
      </td>
      <td className="algo-action">
        <RowAction algo={algo} />
      </td>
    </tr>
  );
}

const LIMIT_UNITS = {
  lossPerDayRupees: text.aDay,
  lossInAllRupees: text.maxLoss,
  tradesPerDay: text.trades,
} as const;

/** The one next step: confirm, decide after a pause, or stop. */
function RowAction({ algo }: { algo: ListedAlgo }) {
  const path = deploymentPath(algo.id);
  const [to, label] =
    algo.basket !== null
      ? [`${path}/order-window`, text.confirm]
      : algo.state === "paused"
        ? [path, text.resumeOrStop]
        : algo.nextActions.includes("stop")
          ? [`${path}/${VERB_PATHS.stop}`, VERB_WORDS.stop.button]
          : [null, ""];
  return to === null ? null : (
    <a href={to} className="button button-quiet">
      {label}
      <span className="sr-only"> {algo.strategyName}</span>
    </a>
  );
}

/** Algos that have ended, with their final result. */
export function EndedTable(props: { items: readonly ListedAlgo[] }) {
  return (
    <table className="table">
      <caption className="sr-only">{text.endedAlgos}</caption>
      <thead>
        <tr>
          <th scope="col">{text.algo}</th>
          <th scope="col">{text.state}</th>
          <th scope="col" className="number">
            {text.sinceStart}
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
