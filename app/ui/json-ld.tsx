// Structured data as a data block. `<` is escaped, so that no text can close the block.
import type { Site } from "../contract/site/site.ts";

export function JsonLd(props: { data: Record<string, unknown> }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...props.data }).replace(/</g, "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block requires raw HTML, and the text is escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

export function breadcrumbData(
  origin: string,
  crumbs: { title: string; path: string }[],
): Record<string, unknown> {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: crumb.title,
      item: `${origin}${crumb.path}`,
    })),
  };
}

export function faqData(faqs: readonly { question: string; answer: string }[]): Record<string, unknown> {
  return {
    "@type": "FAQPage",
    mainEntity: faqs.map((faq) => ({
      "@type": "Question",
      name: faq.question,
      acceptedAnswer: { "@type": "Answer", text: faq.answer },
    })),
  };
}

/** Returns the organisation that runs the site. Other blocks of the page refer to its id. */
export function organizationData(origin: string, { brand, social }: Site): Record<string, unknown> {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: brand.name,
    legalName: brand.legalName,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    address: brand.address,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email: brand.supportEmail,
      telephone: brand.supportPhone,
    },
    ...(social.length === 0 ? {} : { sameAs: social.map(({ url }) => url) }),
  };
}
