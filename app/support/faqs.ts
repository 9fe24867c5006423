// Questions and answers of the home page and the support page. The search and the chat use them too.
import type { Faq } from "../contract/base-api/strategy.ts";
import type { BrandTexts } from "../contract/site/site.ts";
import { SUPPORT_QUESTIONS } from "./help-texts.ts";

/** Returns the brand's questions. An id is the question in lower case with hyphens. */
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
  { id: "error-page", ...SUPPORT_QUESTIONS.errorPage },
  { id: "complain", ...SUPPORT_QUESTIONS.complain },
  { id: "accessibility", ...SUPPORT_QUESTIONS.accessibility },
];
