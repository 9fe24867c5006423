// Charges line by line with their sum. Lines of zero are omitted.

import type { ChargeLines } from "../contract/base-api/portfolio.ts";
import { formatPaise } from "../format/rupees.ts";
import { chargeListText as text } from "./text.ts";

export const CHARGE_LABELS: [keyof ChargeLines | "otherPaise", string][] = [
  ["brokeragePaise", text.brokerage],
  ["transactionTaxPaise", "STT"],
  ["exchangePaise", text.exchangeTransaction],
  ["regulatorPaise", text.sebiTurnoverFee],
  ["stampDutyPaise", text.stampDuty],
  ["depositoryPaise", text.dpCharges],
  ["gstPaise", "GST"],
  ["otherPaise", text.notSplitByLine],
];

export function ChargeList(props: { charges: ChargeLines & { otherPaise?: number } }) {
  const { charges } = props;
  return (
    <dl className="totals-list text-sm">
      {CHARGE_LABELS.map(([key, label]) => ({ key, words: label, paise: charges[key] ?? 0 }))
        .filter(({ paise }) => paise > 0)
        .map(({ key, words, paise }) => (
          <div key={key}>
            <dt>{words}</dt>
            <dd className="number">{formatPaise(paise)}</dd>
          </div>
        ))}
      <div className="font-semibold">
        <dt>{text.totalCharges}</dt>
        <dd className="number">{formatPaise(charges.totalPaise)}</dd>
      </div>
    </dl>
  );
}
