// Losses in the record for the user's amount, the algo's loss limits, and the risk level of the record.

import { RISK_METHOD } from "../../domain/risk-rating.ts";
import type { RecordedLoss } from "../../evidence/loss-seen.ts";
import { formatShare } from "../../format/percent.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import { TouchLink } from "../../ui/link-button.tsx";
import { RowName, TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { lossSectionText as text } from "./record-text.ts";

export function LossSection(props: { seen: RecordedLoss; amountRupees: number }) {
  const { seen, amountRupees } = props;
  const { beyondStop } = seen;
  return (
    <section className="max-w-3xl">
      <TableScroll label={text.tableTitle} className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">{text.tableTitle}</caption>
          <TableHead
            columns={[text.input, { number: text.ofTheAmount }, { number: text.inRupees }, text.riskBand]}
          />
          <tbody>
            {seen.inputs.map(({ key, term, value, band }) => (
              <tr key={key}>
                <RowName>{term}</RowName>
                <td className="number" data-label={text.ofTheAmount}>
                  {formatShare(value)}
                </td>
                <td className="number row-sum">{formatRupees(-value * amountRupees)}</td>
                <td data-label={text.riskBand}>{formatRisk(band)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className="mt-2">
        {beyondStop === null
          ? seen.statesStops
            ? text.noDayStop
            : text.dayStopNotStated
          : text.beyondStop({
              percent: beyondStop.percent,
              days: formatCount(beyondStop.days),
              all: formatCount(seen.record.days),
            })}
      </p>
      <p className="mt-1 text-sm">
        <TouchLink to="/algos/risk-methodology">{text.methodVersion(RISK_METHOD.version)}</TouchLink>
      </p>
    </section>
  );
}
