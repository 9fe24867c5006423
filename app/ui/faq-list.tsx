// Collapsible questions. They are native disclosures, which work without scripts and in text browsers, and are expanded
// in print.
import { ChevronDown } from "./icons.tsx";

export function FaqList(props: {
  faqs: readonly { id: string; question: string; answer: string; isOpen?: boolean }[];
}) {
  return (
    <div className="faq">
      {props.faqs.map((faq) => (
        <details key={faq.id} id={faq.id} open={faq.isOpen}>
          <summary>
            <h3 className="text-base">{faq.question}</h3>
            <ChevronDown className="marker-turn size-4" />
          </summary>
          <p>{faq.answer}</p>
        </details>
      ))}
    </div>
  );
}
