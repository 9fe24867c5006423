// Periods of a record that restarted with fresh capital after losses: the capital paid in, and the result of each
// period.

import type { Segment } from "../../evidence/segments.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount, formatPaise } from "../../format/rupees.ts";
import { TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { segmentsText as text } from "./record-text.ts";

export function SegmentsSection({ segments }: { segments: readonly Segment[] }) {
  return (
    <section className="max-w-3xl">
      <p className="mt-2">{text.means}</p>
      <TableScroll label={text.title} className="mt-2">
        <table className="table table-tight">
          <caption className="sr-only">{text.title}</caption>
          <TableHead
            columns={[
              text.segment,
              { number: text.paidIn },
              { number: text.trades },
              { number: text.notFollowed },
              { number: text.netResult },
            ]}
          />
          <tbody>
            {segments.map((segment) => (
              <tr key={segment.from}>
                <th scope="row" className="font-normal!">
                  {text.fromTo({ from: formatDay(segment.from), to: formatDay(segment.to) })}{" "}
                  <span className="block text-xs text-ink-muted">{segment.note}</span>
                </th>
                <td className="number">{formatPaise(segment.paidInPaise)}</td>
                <td className="number">{formatCount(segment.trades)}</td>
                <td className="number">{formatCount(segment.missed)}</td>
                <td className="number font-semibold">{formatPaise(segment.netPaise)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}
