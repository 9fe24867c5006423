// What the chosen algos did together: losses first, then the joint curve, each one's part, correlation and margin.

import type { ReactNode } from "react";
import { Correlations } from "../../evidence/correlations.tsx";
import { NOT_NOW_WORDS, WITHHELD_WORDS } from "../../evidence/disclosure-texts.ts";
import { EvidenceText } from "../../evidence/evidence-words.tsx";
import type { JointView } from "../../evidence/joint.ts";
import type { JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { OverlayChart } from "../../evidence/overlay-chart.tsx";
import { formatDateTime, formatDay } from "../../format/dates.ts";
import { formatChange, formatShare } from "../../format/percent.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { filled } from "../../ui/filled.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { portfolioEvidenceText as text } from "./text.ts";

export function PortfolioEvidence(props: { view: JointEvidence }) {
  const { shown, withheld, joint, classes, isSimulated } = props.view;
  const names = shown.map(({ name }) => name);
  return (
    <section aria-labelledby="together" className="mt-8">
      <h2 id="together" className="text-xl">
        {text.together}
      </h2>
      {withheld.length === 0 ? null : (
        <ul className="mt-4 space-y-1">
          {withheld.map(({ name, reason }) => (
            <li key={name}>
              {filled(text.notPartOfThese, {
                name: <strong className="font-semibold">{name}</strong>,
                reason:
                  reason === "being_made"
                    ? NOT_NOW_WORDS.being_made
                    : reason === "away"
                      ? NOT_NOW_WORDS.away
                      : WITHHELD_WORDS[reason],
              })}
            </li>
          ))}
        </ul>
      )}
      {joint === null ? (
        <p className="mt-4 max-w-[65ch]">{classes.length > 1 ? text.differentClasses : text.nothingToAdd}</p>
      ) : (
        <Joint joint={joint} names={names}>
          <EvidenceText classes={classes} isSimulated={isSimulated} />
        </Joint>
      )}
    </section>
  );
}

/** `children` are the disclosures below the figures. */
function Joint(props: { joint: JointView; names: string[]; children: ReactNode }) {
  const { joint, names } = props;
  const end = endOf(joint);
  const fall = joint.jointDrawdown;
  return (
    <>
      <JointFacts joint={joint} />
      {props.children}
      <div className="mt-8">
        <OverlayChart
          id="together-curve"
          curves={[{ name: "Together", capitalPaise: joint.capitalPaise, equity: joint.joint }]}
          summary={text.summary({
            from: formatDay(joint.from),
            to: formatDay(joint.to),
            capital: formatPaise(joint.capitalPaise),
            end: formatPaise(end),
            change: formatChange(end / joint.capitalPaise - 1),
            drawdown: fall === null ? "nothing" : formatChange(fall.share),
          })}
        />
      </div>
      <Parts joint={joint} names={names} />
      <Correlations
        correlations={joint.correlations}
        names={names}
        className="mt-8"
        caption={
          <caption className="text-start text-lg font-semibold">
            {text.correlationOfDaily}{" "}
            <span className="block text-sm font-normal text-ink-muted">{text.correlationMeans}</span>
          </caption>
        }
      />
    </>
  );
}

function JointFacts({ joint }: { joint: JointView }) {
  const end = endOf(joint);
  const fall = joint.jointDrawdown;
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact
        term={text.jointMaxDrawdown}
        value={fall === null ? "none" : `${formatChange(fall.share)}, ${formatPaise(fall.paise)}`}
        more={
          fall === null
            ? ""
            : text.daysFromTo({ from: formatDay(fall.peakDay), to: formatDay(fall.troughDay) })
        }
      />
      <Fact
        term={text.worstJointDay}
        value={
          joint.worstDay === null
            ? "none"
            : `${formatChange(joint.worstDay.share)}, ${formatPaise(joint.worstDay.paise)}`
        }
        more={joint.worstDay === null ? "" : text.onDay(formatDay(joint.worstDay.day))}
      />
      <Fact
        term={text.largestMarginUsedAtOnce}
        value={joint.margin === null ? "none" : formatPaise(joint.margin.peakPaise)}
        more={
          joint.margin === null
            ? ""
            : text.peakMargin({
                moment: formatDateTime(new Date(joint.margin.peakAt)),
                share: formatShare(joint.margin.overlap, 0),
              })
        }
      />
      <Fact term={text.jointCapital} value={formatPaise(joint.capitalPaise)} more={text.capitalIsMinimums} />
      <Fact
        term={text.netPnl}
        value={formatPaise(end - joint.capitalPaise)}
        more={text.netOfCosts(formatChange(end / joint.capitalPaise - 1))}
      />
      <Fact
        term={text.period}
        value={`${formatCount(joint.days)} days`}
        more={text.sharedDays({ from: formatDay(joint.from), to: formatDay(joint.to) })}
      />
    </dl>
  );
}

/** Final value of the joint capital, in paise. */
const endOf = (joint: JointView) => joint.joint.at(-1)?.equityPaise ?? joint.capitalPaise;

function Parts(props: { joint: JointView; names: string[] }) {
  const { joint, names } = props;
  return (
    <TableScroll label={text.eachAlgosPart} className="mt-8">
      <table className="table rows-table">
        <caption className="text-start text-lg font-semibold">{text.eachAlgosPart}</caption>
        <thead>
          <tr>
            <th scope="col">{text.algo}</th>
            <th scope="col" className="number">
              {text.maxDrawdownAlone}
            </th>
            <th scope="col" className="number">
              {text.onTheWorstJointDay}
            </th>
            <th scope="col" className="number">
              {text.largestMarginAlone}
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
                {joint.drawdowns[index] ? formatChange(joint.drawdowns[index].share) : text.none}
              </td>
              <td className="number" data-label={text.onTheWorstJointDay}>
                {formatPaise(joint.worstDay?.parts[index] ?? 0)}
              </td>
              <td className="number" data-label={text.largestMarginAlone}>
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
        <span className="number text-lg font-semibold">{props.value}</span>{" "}
        <span className="block text-sm text-ink-muted">{props.more}</span>
      </dd>
    </div>
  );
}
