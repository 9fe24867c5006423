// Legal pages, made from the operator's own data. An operator with pages of its own points LINK_… at them instead.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { missing } from "../frame/missing.ts";
import { LEGAL_PAGES } from "../frame/site-map.ts";
import type { loader as rootLoader } from "../root.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import type { Brand } from "../wire/site.ts";
import { DEFAULT_SITE } from "../wire/site.ts";

export const handle: PageHandle = { shared: true };

export function loader({ params, request }: LoaderFunctionArgs) {
  const page = LEGAL_PAGES.find((candidate) => candidate.id === params.page);
  if (page === undefined)
    throw missing(
      request,
      "There is no such legal page.",
      LEGAL_PAGES.map((known) => ({ title: known.title, path: `/legal/${known.id}` })),
    );
  return { page };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: data.page.title,
        description: `${data.page.title}: what holds for the use of this site, its algos and its APIs.`,
        path: `/legal/${data.page.id}`,
      });

type LegalId = (typeof LEGAL_PAGES)[number]["id"];

const TEXTS: Record<LegalId, (brand: Brand) => { heading: string; text: string }[]> = {
  terms: (brand) => [
    {
      heading: "Who you deal with",
      text: `This site is run by ${brand.legalName}, ${brand.address}. Algos are run by the managers named on their pages; the broker executes their orders in your account on your consent.`,
    },
    {
      heading: "What an algo is not",
      text: "An algo is not advice made for you, and no promise of a result. You decide whether, with how much, and for how long it runs, and you may stop it at any time.",
    },
    {
      heading: "Charges",
      text: "Each algo's page names the manager's fee. Brokerage, taxes and exchange charges apply to each trade and are itemised in your contract notes.",
    },
  ],
  disclosures: (brand) => [
    {
      heading: "Market risk",
      text: "Investments in securities markets are subject to market risks; read all related documents carefully before investing.",
    },
    {
      heading: "Algos",
      text: "Registration with the regulator, empanelment with an exchange and approval of an algo assure neither performance nor returns. Orders of each algo carry the id that the exchange gave it.",
    },
    {
      heading: "Reporting a security weakness",
      text: `Write to ${brand.supportEmail} before you tell anybody else: what you found, how it shows, and how to reach you. Use your own account or the sandbox, leave other people's data alone, and do not put load on the site. We answer within three working days, say what we mean to do, and take no steps against anybody who keeps to this.`,
    },
    {
      heading: "Interest",
      text: `${brand.legalName} earns brokerage on trades that algos make. Lists are ordered by the rule printed above them; no place in a list can be paid for.`,
    },
  ],
  privacy: () => [
    {
      heading: "What this site keeps",
      text: "Reading needs no account and sets no cookie, but for one that remembers the colour scheme if you choose one. There is no analytics script and nothing is loaded from other hosts.",
    },
    {
      heading: "Logs",
      text: "For each request the server logs the time, the path without its query, the status, the duration and a random request id. Network addresses are not logged.",
    },
  ],
  regulatory: (brand) => [
    { heading: "Registration", text: `${brand.legalName}. ${brand.registration}` },
    { heading: "Registered address", text: brand.address },
    { heading: "Compliance officer", text: brand.complianceOfficer },
    {
      heading: "Complaints",
      text: `Write to ${brand.supportEmail} first. If you are not satisfied, use the regulator's complaint system, linked in the footer.`,
    },
  ],
};

export default function LegalPage() {
  const { page } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { brand } = root?.site ?? DEFAULT_SITE;
  return (
    <>
      <PageHeader title={page.title} />
      <div className="prose">
        {TEXTS[page.id](brand).map((section) => (
          <section key={section.heading}>
            <h2>{section.heading}</h2>
            <p>{section.text}</p>
          </section>
        ))}
      </div>
    </>
  );
}
