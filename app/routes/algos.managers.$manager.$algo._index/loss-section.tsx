// Losses seen in the record for the reader's own amount, beside what the algo states, and the record's own risk band.

import type { LossSeen } from "../../evidence/loss-seen.ts";
import { formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { RISK_METHOD } from "../../wire/risk-rating.ts";

export function LossSection(props: { seen: LossSeen; amountRupees: number }) {
  const { seen, amountRupees } = props;
  const { beyondStop } = seen;
  return (
    <section className="max-w-3xl">
      <TableScroll label="Losses of the record and their risk bands" className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">Losses of the record and their risk bands</caption>
          <thead>
            <tr>
              <th scope="col">Input</th>
              <th scope="col" className="number">
                Of the amount
              </th>
              <th scope="col" className="number">
                In rupees
              </th>
              <th scope="col">Risk band</th>
            </tr>
          </thead>
          <tbody>
            {seen.inputs.map(({ key, term, value, word }) => (
              <tr key={key}>
                <th scope="row" className="row-name">
                  {term}
                </th>
                <td className="number" data-label="Of the amount">
                  {formatShare(value)}
                </td>
                <td className="number row-sum">{formatRupees(-value * amountRupees)}</td>
                <td data-label="Risk band">{formatRisk(word)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="mt-2">
        {beyondStop === null
          ? "The rules have no stop for the day."
          : `The stop for the day is ${beyondStop.percent} % of the amount. The record lost more than that on ${formatCount(beyondStop.days)} of ${formatCount(seen.record.days)} days.`}
      </p>
      <p className="mt-1 text-sm">
        <a href="/algos/risk-methodology" className="link inline-flex min-h-8 items-center">
          Risk methodology, version {RISK_METHOD.version}
        </a>
      </p>
    </section>
  );
}
