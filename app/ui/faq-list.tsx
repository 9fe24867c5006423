// Collapsible questions. They are native disclosures, which work without scripts and in text browsers, and are expanded
// in print.
import { ChevronDown } from "./icons.tsx";

export function FaqList(props: {
  faqs: readonly { id: string; question: string; answer: string; isOpen?: boolean }[];
  /** True for two columns on wide screens. */
  isWide?: boolean;
}) {
  return (
    <div className={`border-t border-line ${props.isWide ? "grid items-start gap-x-8 lg:grid-cols-2" : ""}`}>
      {props.faqs.map((faq) => (
        <details key={faq.id} id={faq.id} open={faq.isOpen} className="border-b border-line">
          <summary className="flex min-h-11 items-start justify-between gap-4 py-3 font-semibold">
            <h3 className="text-base">{faq.question}</h3>
            <ChevronDown className="marker-turn mt-1 size-4 flex-none text-ink-muted" />
          </summary>
          <p className="max-w-[70ch] pb-4 text-ink-muted">{faq.answer}</p>
        </details>
      ))}
    </div>
  );
}
