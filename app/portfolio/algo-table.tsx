// Table of running algos: status, P&L today and since the start, used part of the daily loss limit, and the next step.
// In a narrow panel each row becomes a block.

import { formatRupees } from "../format/rupees.ts";
import { TextLink } from "../ui/link-button.tsx";
import { TableHead } from "../ui/table-head.tsx";
import type { Glyphs } from "./algo-glyphs.ts";
import { AlgoCell, LimitCell, type ListedAlgo, StateBadge } from "./algo-row.tsx";
import { Result } from "./deployment-parts.tsx";
import { deploymentPath } from "./deployment-texts.ts";
import { algoTableText as text } from "./text.ts";

export function AlgoTable(props: { title: string; items: readonly ListedAlgo[]; glyphs: Glyphs }) {
  const { items } = props;
  return (
    <table className="algo-table">
      <caption className="sr-only">{props.title}</caption>
      <TableHead
        columns={[
          text.algo,
          text.status,
          { number: text.today },
          { number: text.sinceStart },
          text.dailyLossLimit,
          { name: text.action, isHidden: true },
        ]}
      />
      <tbody>
        {items.map((algo) => (
          <AlgoRow key={algo.id} algo={algo} glyphs={props.glyphs} />
        ))}
      </tbody>
      {items.length < 2 || isMixed(items) ? null : <TotalRow items={items} />}
    </table>
  );
}

/** Paper results are never added to live ones. */
const isMixed = (items: readonly ListedAlgo[]) =>
  items.some(({ terms }) => terms.mode !== items[0]?.terms.mode);

function TotalRow({ items }: { items: readonly ListedAlgo[] }) {
  const results = items.flatMap(({ result }) => (result === null ? [] : [result]));
  /** Returns the sum. Null if a value is unknown. */
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

function AlgoRow(props: { algo: ListedAlgo; glyphs: Glyphs }) {
  const { algo } = props;
  const { result } = algo;
  const path = deploymentPath(algo.id);
  return (
    <tr>
      <th scope="row">
        <AlgoCell algo={algo} glyph={props.glyphs[algo.strategyId]} />
        {algo.newVersion === null ? null : (
          <a href={`${path}/version`} className="link block text-sm">
            {text.newVersion(algo.newVersion)}
          </a>
        )}
      </th>
      <td className="algo-status">
        <StateBadge state={algo.state} mode={algo.terms.mode} />
      </td>
      <td className="number" data-label={text.today}>
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.dayPaise} />}
      </td>
      <td className="number" data-label={text.sinceStart}>
        {result === null ? <span className="text-ink-muted">–</span> : <Result paise={result.totalPaise} />}
      </td>
      <td className="algo-limit">
        <LimitCell algo={algo} />
      </td>
      <td className="algo-action">
        <RowAction algo={algo} />
      </td>
    </tr>
  );
}

/** Renders the next step: confirm, decide after a pause, or open the algo's page. */
function RowAction({ algo }: { algo: ListedAlgo }) {
  const path = deploymentPath(algo.id);
  const [to, label] =
    algo.basket !== null
      ? [`${path}/order-window`, text.confirm]
      : [path, algo.state === "paused" ? text.resumeOrStop : text.manage];
  return (
    <a href={to} className="button button-quiet">
      {label}
      <span className="sr-only"> {algo.strategyName}</span>
    </a>
  );
}

/** Renders algos that have ended, with their final result. */
export function EndedTable(props: { items: readonly ListedAlgo[] }) {
  return (
    <table className="table">
      <caption className="sr-only">{text.endedAlgos}</caption>
      <TableHead columns={[text.algo, text.state, { number: text.sinceStart }]} />
      <tbody>
        {props.items.map((algo) => (
          <tr key={algo.id}>
            <th scope="row">
              <TextLink to={deploymentPath(algo.id)}>{algo.strategyName}</TextLink>{" "}
              <span className="algo-under">{algo.terms.mode === "live" ? text.live : text.paper}</span>
            </th>
            <td>
              <StateBadge state={algo.state} mode={algo.terms.mode} />{" "}
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
