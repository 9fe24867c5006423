// The records of compared algos, as far as each may be shown: figures, curves, correlation, and all of them together.

import { EVIDENCE_NAMES, NOT_NOW_WORDS, WITHHELD_WORDS } from "../../evidence/disclosure-texts.ts";
import { EvidenceWords } from "../../evidence/evidence-words.tsx";
import type { JointEvidence } from "../../evidence/load-joint-evidence.ts";
import { OverlayChart } from "../../evidence/overlay-chart.tsx";
import { formatDay } from "../../format/dates.ts";
import { formatChange, formatRatio } from "../../format/percent.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { portfolioPath } from "../../marketplace/strategy-path.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";

export function CompareEvidence(props: { view: JointEvidence }) {
  const { view } = props;
  const { shown, withheld, joint, isSimulated } = view;
  return (
    <section aria-labelledby="evidence" className="mt-14">
      <h2 id="evidence" className="text-xl">
        Records
      </h2>
      {shown.length === 0 ? null : <EvidenceWords classes={view.classes} isSimulated={isSimulated} />}
      {withheld.length === 0 ? null : (
        <ul className="mt-4 space-y-1">
          {withheld.map(({ name, reason }) => (
            <li key={name}>
              <strong className="font-semibold">{name}</strong>:{" "}
              {reason === "being_made"
                ? "its record is being made now."
                : reason === "away"
                  ? NOT_NOW_WORDS.away
                  : WITHHELD_WORDS[reason]}
            </li>
          ))}
        </ul>
      )}
      {shown.length === 0 ? null : (
        <TableScroll label="Figures of the records" className="mt-6">
          <table className="table">
            <caption className="sr-only">Figures of the records</caption>
            <thead>
              <tr>
                <th scope="col">Net of costs and fees</th>
                {shown.map(({ name, evidence }) => (
                  <th key={name} scope="col" className="number">
                    {name}
                    <span className="block text-xs font-normal">{EVIDENCE_NAMES[evidence]}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(shown[0]?.figures ?? []).map(({ key, term }, row) => (
                <tr key={key}>
                  <th scope="row" className="font-normal!">
                    {term}
                  </th>
                  {shown.map(({ name, figures }) => (
                    <td key={name} className="number">
                      {figures[row]?.value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {view.classes.length < 2 ? null : (
        <p className="mt-4 max-w-[65ch]">
          These records are of different classes, so they are not drawn over one another or taken together.
        </p>
      )}
      {joint === null ? null : (
        <>
          <div className="mt-8 max-w-4xl">
            <OverlayChart
              curves={joint.equities.map((equity, index) => ({
                name: shown[index]?.name ?? "",
                capitalPaise: shown[index]?.capitalPaise ?? 1,
                equity,
              }))}
              summary={`From ${formatDay(joint.from)} to ${formatDay(joint.to)}, each from its own capital: ${shown.map(({ name, total }) => `${name} ${total}`).join(", ")}.`}
            />
          </div>
          <h3 className="mt-8 text-lg">Together</h3>
          <dl className="mt-2 flex flex-wrap gap-x-10 gap-y-3">
            <Sum label="Joint capital" value={formatPaise(joint.capitalPaise)} />
            <Sum
              label="Largest margin used at once"
              value={joint.margin === null ? "none" : formatPaise(joint.margin.peakPaise)}
            />
            <Sum label="Joint max drawdown" value={drawdownWords(joint.jointDrawdown)} />
            <Sum label="Max drawdown of each" value={joint.drawdowns.map(drawdownWords).join(", ")} />
          </dl>
          <p className="mt-3">
            <a
              href={portfolioPath(shown.map(({ id }) => id))}
              className="link inline-flex min-h-8 items-center"
            >
              See these algos as one portfolio
            </a>
          </p>
          <h3 className="mt-8 text-lg">Correlation</h3>
          <p className="mt-1 max-w-[65ch] text-sm text-ink-muted">
            Of daily returns over {formatCount(joint.days)} common days: 1 moves together, 0 is unrelated, −1
            moves against.
          </p>
          <TableScroll label="Correlations" className="mt-2 max-w-3xl">
            <table className="table">
              <caption className="sr-only">Correlations of daily results</caption>
              <thead>
                <tr>
                  <th scope="col">With</th>
                  {shown.map(({ name }) => (
                    <th key={name} scope="col" className="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {joint.correlations.map((row, index) => (
                  <tr key={shown[index]?.name}>
                    <th scope="row" className="font-normal!">
                      {shown[index]?.name}
                    </th>
                    {row.map((value, column) => (
                      <td key={shown[column]?.name} className="number">
                        {value === null ? "–" : formatRatio(value)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        </>
      )}
    </section>
  );
}

const drawdownWords = (fall: { share: number } | null) => (fall === null ? "none" : formatChange(fall.share));

function Sum(props: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{props.label}</dt>
      <dd className="number text-lg font-semibold">{props.value}</dd>
    </div>
  );
}
