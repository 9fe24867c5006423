// The P&L statement as a CSV file.

import type { Statement } from "../contract/base-api/portfolio.ts";
import { CHARGE_LABELS } from "../deploying/charge-list.tsx";
import { csvResponse, csvRupees } from "../http/csv.ts";

/** Returns the statement as CSV with sections for algos, charge lines, months and totals. Sums are rupees. */
export function statementCsv(statement: Statement): Response {
  const { charges } = statement;
  return csvResponse(
    `pnl-statement-${statement.year}.csv`,
    ["section", "name", "trades", "realised_rupees", "charges_rupees", "fees_rupees", "net_rupees"],
    [
      ...statement.items.map((item) => [
        "algo",
        item.name,
        item.trades,
        csvRupees(item.realisedPaise),
        csvRupees(item.chargesPaise),
        csvRupees(item.feesPaise),
        csvRupees(item.netPaise),
      ]),
      ...statement.months.map((month) => [
        "month",
        month.month,
        null,
        csvRupees(month.realisedPaise),
        csvRupees(month.chargesPaise),
        csvRupees(month.feesPaise),
        csvRupees(month.netPaise),
      ]),
      ...CHARGE_LABELS.map(([key, label]) => [
        "charge",
        label,
        null,
        null,
        csvRupees(charges[key]),
        null,
        null,
      ]),
      [
        "year",
        statement.year,
        statement.trades,
        csvRupees(statement.realisedPaise),
        csvRupees(charges.totalPaise),
        csvRupees(statement.feesPaise),
        csvRupees(statement.netPaise),
      ],
    ],
  );
}
