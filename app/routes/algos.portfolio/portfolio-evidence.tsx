// What the chosen algos did together: losses first, then the joint curve, each one's part, correlation and margin.

import { Correlations } from "../../evidence/correlations.tsx";
import { NOT_NOW_WORDS, WITHHELD_WORDS } from "../../evidence/disclosure-texts.ts";
import { EvidenceWords } from "../../evidence/evidence-words.tsx";
import type { JointView } from "../../evidence/joint.ts";
import type { JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { OverlayChart } from "../../evidence/overlay-chart.tsx";
import { formatDay, formatMoment } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";

export function PortfolioEvidence(props: { view: JointEvidence }) {
  const { shown, withheld, joint, classes, isSimulated } = props.view;
  const names = shown.map(({ name }) => name);
  return (
    <section aria-labelledby="together" className="mt-8">
      <h2 id="together" className="text-xl">
        Together
      </h2>
      {joint === null ? null : <EvidenceWords classes={classes} isSimulated={isSimulated} />}
      {withheld.length === 0 ? null : (
        <ul className="mt-4 space-y-1">
          {withheld.map(({ name, reason }) => (
            <li key={name}>
              <strong className="font-semibold">{name}</strong> isn't part of these figures:{" "}
              {reason === "being_made"
                ? NOT_NOW_WORDS.being_made
                : reason === "away"
                  ? NOT_NOW_WORDS.away
                  : WITHHELD_WORDS[reason]}
            </li>
          ))}
        </ul>
      )}
      {joint === null ? (
        <p className="mt-4 max-w-[65ch]">
          {classes.length > 1
            ? "These records are of different evidence classes. They're never added up; choose algos of one class."
            : "There's nothing to add up: it takes two records with days in common."}
        </p>
      ) : (
        <Joint joint={joint} names={names} />
      )}
    </section>
  );
}

function Joint(props: { joint: JointView; names: string[] }) {
  const { joint, names } = props;
  const end = joint.joint.at(-1)?.equityPaise ?? joint.capitalPaise;
  const fall = joint.jointDrawdown;
  return (
    <>
      <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <Fact
          term="Joint max drawdown"
          value={fall === null ? "none" : `${formatChange(fall.share)}, ${formatPaise(fall.paise)}`}
          more={fall === null ? "" : `${formatDay(fall.peakDay)} to ${formatDay(fall.troughDay)}`}
        />
        <Fact
          term="Worst joint day"
          value={
            joint.worstDay === null
              ? "none"
              : `${formatChange(joint.worstDay.share)}, ${formatPaise(joint.worstDay.paise)}`
          }
          more={joint.worstDay === null ? "" : `on ${formatDay(joint.worstDay.day)}`}
        />
        <Fact
          term="Largest margin used at once"
          value={joint.margin === null ? "none" : formatPaise(joint.margin.peakPaise)}
          more={
            joint.margin === null
              ? ""
              : `${formatMoment(new Date(joint.margin.peakAt))}; margin overlap ${formatShare(joint.margin.overlap, 0)} of the time with a position`
          }
        />
        <Fact
          term="Joint capital"
          value={formatPaise(joint.capitalPaise)}
          more="the minimum amounts added up"
        />
        <Fact
          term="Net P&L"
          value={formatPaise(end - joint.capitalPaise)}
          more={`${formatChange(end / joint.capitalPaise - 1)}, net of costs and fees`}
        />
        <Fact
          term="Period"
          value={`${formatCount(joint.days)} days`}
          more={`${formatDay(joint.from)} to ${formatDay(joint.to)}, the days that all records have`}
        />
      </dl>
      <div className="mt-8 max-w-4xl">
        <OverlayChart
          id="together-curve"
          curves={[{ name: "Together", capitalPaise: joint.capitalPaise, equity: joint.joint }]}
          summary={`Joint capital from ${formatDay(joint.from)} to ${formatDay(joint.to)}: ${formatPaise(joint.capitalPaise)} became ${formatPaise(end)} (${formatChange(end / joint.capitalPaise - 1)}), with a max drawdown of ${fall === null ? "nothing" : formatChange(fall.share)}.`}
        />
      </div>
      <Parts joint={joint} names={names} />
      <Correlations
        correlations={joint.correlations}
        names={names}
        className="mt-8 max-w-4xl"
        caption={
          <caption className="text-start text-lg font-semibold">
            Correlation of daily returns
            <span className="block text-sm font-normal text-ink-muted">
              1 moves together, 0 is unrelated, −1 moves against.
            </span>
          </caption>
        }
      />
    </>
  );
}

function Parts(props: { joint: JointView; names: string[] }) {
  const { joint, names } = props;
  return (
    <TableScroll label="Each algo's part" className="mt-8 max-w-4xl">
      <table className="table rows-table">
        <caption className="text-start text-lg font-semibold">Each algo's part</caption>
        <thead>
          <tr>
            <th scope="col">Algo</th>
            <th scope="col" className="number">
              Max drawdown alone
            </th>
            <th scope="col" className="number">
              On the worst joint day
            </th>
            <th scope="col" className="number">
              Largest margin alone
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => (
            <tr key={name}>
              <th scope="row" className="row-name">
                {name}
              </th>
              <td className="number row-sum">
                {joint.drawdowns[index] ? formatChange(joint.drawdowns[index].share) : "none"}
              </td>
              <td className="number" data-label="On the worst joint day">
                {formatPaise(joint.worstDay?.parts[index] ?? 0)}
              </td>
              <td className="number" data-label="Largest margin alone">
                {formatPaise(joint.margin?.ownPeaksPaise[index] ?? 0)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Fact(props: { term: string; value: string; more: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{props.term}</dt>
      <dd>
        <span className="number text-lg font-semibold">{props.value}</span>
        <span className="block text-sm text-ink-muted">{props.more}</span>
      </dd>
    </div>
  );
}
