// Compares two versions of an algo by their backtests over the same history, in rupees for one amount. A backtest that
// the disclosure gate withholds is replaced by the reason.
import type { EvidenceService } from "../context.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { formatDay } from "../format/dates.ts";
import { formatRupees } from "../format/rupees.ts";
import { Fact } from "../ui/figure.tsx";
import { Section } from "../ui/section.tsx";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import { type Strip, stripFigures } from "./evidence-strip.ts";
import { growthText, Sparkline, withheldText } from "./strip-view.tsx";
import { versionRecordsText as text } from "./text.ts";

type VersionRecord = { version: string; strip: Strip };

/** Loads the backtest of one version, or the reason why it is not shown. */
export async function loadVersionRecord(
  evidence: EvidenceService | undefined,
  strategy: Strategy,
  version: string,
): Promise<VersionRecord> {
  if (evidence === undefined) return { version, strip: { kind: "unreachable" } };
  try {
    const record = await evidence.record(strategy, { evidence: "backtest", version });
    if (record.kind === "withheld") return { version, strip: { kind: "withheld", reason: record.reason } };
    const figures = record.value.state === "being_made" ? null : stripFigures(record.value);
    return {
      version,
      strip: figures === null ? { kind: "being_made" } : { kind: "shown", figures, live: null },
    };
  } catch (fault) {
    if (fault instanceof Response) return { version, strip: { kind: "unreachable" } };
    throw fault;
  }
}

/** Renders the comparison. `amount` is in whole rupees. */
export function VersionRecords(props: { records: readonly VersionRecord[]; amount: number }) {
  const { records, amount } = props;
  const rupees = (share: number) => formatRupees(Math.round(share * amount));
  return (
    <Section id="records" title={text.backtestOfEach(formatRupees(amount))} className="mt-8">
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        {records.map(({ version, strip }) => (
          <section key={version} aria-label={text.version(version)} className="panel p-4">
            <h3 className="text-base">{text.version(version)}</h3>
            {strip.kind !== "shown" ? (
              <p className="mt-2 text-sm text-ink-muted">{withheldText(strip)}.</p>
            ) : (
              <>
                <Sparkline figures={strip.figures} className="mt-2 h-12 w-full" />
                <p className="mt-1 text-xs text-ink-muted">
                  {text.simulated({
                    evidence: EVIDENCE_NAMES[strip.figures.evidence],
                    from: formatDay(strip.figures.from),
                    to: formatDay(strip.figures.to),
                  })}
                </p>
                <dl className="totals-list">
                  <Fact label={text.maxDrawdown} valueClass="number text-loss">
                    {rupees(strip.figures.maxDrawdown)}
                  </Fact>
                  <Fact label={text.netOfCostsAndFee} valueClass="number">
                    {growthText(strip.figures)}
                  </Fact>
                  <Fact label={text.costsPerYear} valueClass="number">
                    {rupees(strip.figures.costShare)}
                  </Fact>
                </dl>
              </>
            )}
          </section>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-muted">{text.knowingThePast}</p>
    </Section>
  );
}
