// Receipt of a consent: the exact text, its hash, the time, and the versions of text and algo. The text can be
// downloaded.
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { receiptText as text } from "../deploying/text.ts";
import { formatDateTime } from "../format/dates.ts";
import { deploymentPath } from "../portfolio/deployment-texts.ts";
import { loadWithDeployment } from "../portfolio/read-deployment.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { Fact } from "../ui/figure.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { clientMeta } from "../ui/page-meta.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(
    context,
    request,
    params,
    ({ id, strategyName, consent, consentText }, { session }) => ({
      id,
      strategyName,
      consent,
      consentText,
      clientId: session.clientId,
    }),
  );
}

export const meta = clientMeta<typeof loader>(text, ({ strategyName }) => text.titleOf(strategyName));

export default function Receipt() {
  const { id, strategyName, consent, consentText, clientId } = useLoaderData<typeof loader>();
  const path = deploymentPath(id);
  return (
    <>
      <Breadcrumbs crumbs={portfolioCrumbs({ title: strategyName, path })} here={text.title} />
      <PageHeader
        title={text.receiptOfYourConsent}
        lead={text.algoAndVersion({ algo: strategyName, version: consent.version })}
      />
      <div className="receipt-columns">
        <aside aria-label={text.facts} className="panel panel-body">
          <dl className="facts">
            <Fact label={text.given}>{formatDateTime(new Date(consent.acceptedAt))}</Fact>
            <Fact label={text.byClient}>{clientId}</Fact>
            <Fact label={text.deployment}>
              <span className="break-all">{id}</span>
            </Fact>
            <Fact label={text.wordingVersion}>{consent.textVersion}</Fact>
            {consent.riskDisclosureVersion === null ? null : (
              <Fact label={text.riskDisclosure}>{consent.riskDisclosureVersion}</Fact>
            )}
          </dl>
          <p className="border-t border-line pt-3 text-sm">
            {text.hashOfTheText} <code className="number break-all">{consent.sha256}</code>
          </p>
          <p className="no-print mt-5 flex flex-wrap gap-3">
            <LinkButton to={`${path}/receipt.txt`}>{text.downloadTheText}</LinkButton>{" "}
            <LinkButton to={path} kind="quiet">
              {text.toTheDeployment}
            </LinkButton>
          </p>
        </aside>
        <pre className="panel max-w-3xl p-5 whitespace-pre-wrap [font:inherit]">{consentText}</pre>
      </div>
    </>
  );
}
