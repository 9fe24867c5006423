// Charges line by line with their sum; lines of nothing are left out.
import { formatPaise } from "../format/rupees.ts";
import type { ChargeLines } from "../wire/portfolio.ts";

export const CHARGE_WORDS: [keyof ChargeLines | "otherPaise", string][] = [
  ["brokeragePaise", "Brokerage"],
  ["transactionTaxPaise", "STT"],
  ["exchangePaise", "Exchange transaction charges"],
  ["regulatorPaise", "SEBI turnover fee"],
  ["stampDutyPaise", "Stamp duty"],
  ["depositoryPaise", "DP charges"],
  ["gstPaise", "GST"],
  ["otherPaise", "Not split by line"],
];

export function ChargeList(props: { charges: ChargeLines & { otherPaise?: number } }) {
  const { charges } = props;
  return (
    <dl className="totals-list text-sm">
      {CHARGE_WORDS.map(([key, words]) => ({ key, words, paise: charges[key] ?? 0 }))
        .filter(({ paise }) => paise > 0)
        .map(({ key, words, paise }) => (
          <div key={key}>
            <dt>{words}</dt>
            <dd className="number">{formatPaise(paise)}</dd>
          </div>
        ))}
      <div className="font-semibold">
        <dt>Total charges</dt>
        <dd className="number">{formatPaise(charges.totalPaise)}</dd>
      </div>
    </dl>
  );
}
