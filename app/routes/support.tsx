// How to reach a person, and short answers. Needs no provider.
import type { MetaFunction } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import type { loader as rootLoader } from "../root.tsx";
import { FaqList } from "../ui/faq-list.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { DEFAULT_SITE } from "../wire/site.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Support",
    description:
      "Write or call us, raise a complaint, or read short answers about algos, amounts, stops and the APIs.",
    path: "/support",
  });

const FAQS = [
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

export default function Support() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { brand, links } = root?.site ?? DEFAULT_SITE;
  return (
    <>
      <PageHeader title="Support" lead="A person reads what you send." />
      <dl className="grid max-w-3xl gap-6 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-muted">Write</dt>
          <dd>
            <a href={`mailto:${brand.supportEmail}`} className="link">
              {brand.supportEmail}
            </a>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">Call</dt>
          <dd>
            <a href={`tel:${brand.supportPhone.replace(/[^+\d]/g, "")}`} className="link">
              {brand.supportPhone}
            </a>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">Compliance officer</dt>
          <dd>{brand.complianceOfficer}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">Regulator's complaint system</dt>
          <dd>
            <a href={links.complaints} rel="noopener external" className="link">
              SCORES
            </a>
          </dd>
        </div>
      </dl>
      <section aria-labelledby="faq" className="mt-12 max-w-[75ch]">
        <h2 id="faq" className="mb-4 text-xl">
          Questions
        </h2>
        <FaqList faqs={FAQS} />
      </section>
    </>
  );
}
