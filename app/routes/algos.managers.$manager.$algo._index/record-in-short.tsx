// The record on the About tab: the curve and the costs, with the disclosures for figures.

import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EvidenceText } from "../../evidence/evidence-words.tsx";
import type { Headline } from "../../evidence/load-headline.ts";
import { Sparkline } from "../../evidence/strip-view.tsx";
import { Waterfall } from "../../evidence/waterfall.tsx";
import { formatDay } from "../../format/dates.ts";
import { recordInShortText as text } from "./record-text.ts";

export function RecordInShort(props: { headline: Headline; path: string; amountRupees: number }) {
  const { headline } = props;
  if (headline.kind !== "shown") return null;
  const { figures } = headline;
  return (
    <section aria-labelledby="short" className="panel mb-7 p-4 md:mb-10 sm:p-5">
      <h2 id="short" className="text-lg">
        {text.fromTo({
          evidence: EVIDENCE_NAMES[figures.evidence],
          from: formatDay(figures.from),
          to: formatDay(figures.to),
        })}
      </h2>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] items-center gap-6 md:grid-cols-2">
        <a href={`${props.path}?tab=performance#parts`} className="block no-underline">
          <Sparkline figures={figures.curve} className="h-24 w-full" />
          <span className="link text-sm">{text.theWholeRecord}</span>
        </a>
        <Waterfall steps={figures.steps} amountRupees={props.amountRupees} />
      </div>
      <EvidenceText
        classes={
          figures.live === null || figures.evidence === "live"
            ? [figures.evidence]
            : [figures.evidence, "live"]
        }
        isSimulated={figures.isSimulated}
      />
    </section>
  );
}
