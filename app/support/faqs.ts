// Questions and answers of the home and the support page; search and the chat find them too.
import type { Faq } from "../contract/base-api/strategy.ts";
import type { BrandTexts } from "../contract/site/site.ts";

/** Questions of the brand. The id is the question in lower case with hyphens. */
export function homeFaqs({ faq }: BrandTexts): Faq[] {
  return faq.map(({ heading, text }) => ({
    id: heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replace(/^-|-$/g, ""),
    question: heading,
    answer: text,
  }));
}

export const SUPPORT_FAQS: readonly Faq[] = [
  {
    id: "error-page",
    question: "A page showed an error. What should I send you?",
    answer:
      "The request id that stands on the page, and what you were about to do. The id finds the request in our logs.",
  },
  {
    id: "complain",
    question: "How do I complain about a manager?",
    answer:
      "Write to the manager first; the address is on the manager's page. If the answer does not satisfy you, write to us, and after that to the regulator's complaint system, linked in the footer.",
  },
  {
    id: "accessibility",
    question: "Something here does not work with my screen reader or keyboard.",
    answer: "That is a fault. Tell us the page and what you use; accessibility reports are handled first.",
  },
];
