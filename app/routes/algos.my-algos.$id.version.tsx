// Consent to a newer version of a deployed algo: the differences, the consent text, and an unticked box. Without
// consent, the older version opens no new positions.

import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SiteContext } from "../context.ts";
import type { DeploymentDetail } from "../contract/base-api/deployment.ts";
import { ConsentBox } from "../deploying/consent-box.tsx";
import { ConsentSections } from "../deploying/consent-sections.tsx";
import { consentSections, consentText, scaleToDeployedAmount, sha256Hex } from "../deploying/consent-text.ts";
import { versionText as text } from "../deploying/text.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { WORST_CASE_SENTENCES } from "../evidence/performance-texts.ts";
import { loadVersionRecord, VersionRecords } from "../evidence/version-records.tsx";
import { readRefusal, unavailableWithoutProvider } from "../http/problem.ts";
import { deploymentPath } from "../portfolio/deployment-texts.ts";
import { loadWithDeployment, noDeployment } from "../portfolio/read-deployment.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { SubmitButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { clientMeta } from "../ui/page-meta.ts";
import { Section } from "../ui/section.tsx";

async function loadConsentText(context: Partial<SiteContext>, deployment: DeploymentDetail) {
  if (!context.provider || !context.site) throw unavailableWithoutProvider();
  const strategy = await context.provider.fresh.getStrategy(deployment.strategyId);
  const sections = consentSections({
    strategy: scaleToDeployedAmount(strategy, deployment),
    terms: deployment.terms,
    site: context.site,
    worstCase: WORST_CASE_SENTENCES[strategy.lossLimits.worstCase],
  });
  const consented = consentText(sections);
  const textVersion = context.site.texts.consent.version;
  const digest = await sha256Hex(consented);
  return { strategy, sections, consented, textVersion, digest, version: strategy.version };
}

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, async (deployment, { account, session }) => {
    if (deployment.newVersion === null) throw redirect(deploymentPath(deployment.id), 303);
    const [difference, { strategy, sections, digest }] = await Promise.all([
      account.getVersionDifference(deployment.id),
      loadConsentText(context, deployment),
    ]);
    const records = await Promise.all(
      [difference.from, difference.to].map((version) =>
        loadVersionRecord(evidenceForReader(context, deployment.capitalRupees), strategy, version),
      ),
    );
    const { id, strategyName, capitalRupees } = deployment;
    return { id, strategyName, capitalRupees, difference, records, sections, digest, xsrf: session.xsrf };
  });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return loadWithDeployment(context, request, params, async (deployment, { account }) => {
    if (deployment.newVersion === null) throw noDeployment();
    const refuse = (message: string, init: number | ResponseInit) => json({ message }, init);
    if (form.get("consent") !== "yes") return refuse(text.tickToConsent, 422);
    const { consented, textVersion, digest, version } = await loadConsentText(context, deployment);
    if (form.get("seen") !== digest) return refuse(text.changedSinceRead, 409);
    try {
      await account.consentToVersion(deployment.id, {
        version,
        text: consented,
        textVersion,
      });
    } catch (fault) {
      const { message, init } = await readRefusal(fault, [409, 422]);
      return refuse(message, init);
    }
    return redirect(deploymentPath(deployment.id), 303);
  });
}

export const meta = clientMeta<typeof loader>(text, ({ difference, strategyName }) =>
  text.titleOf({ version: difference.to, algo: strategyName }),
);

export default function NewVersion() {
  const { id, strategyName, capitalRupees, difference, records, sections, digest, xsrf } =
    useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { message: string } | undefined;
  const path = deploymentPath(id);
  return (
    <>
      <Breadcrumbs
        crumbs={portfolioCrumbs({ title: strategyName, path })}
        here={text.versionOf(difference.to)}
      />
      <PageHeader
        title={text.algoVersion({ algo: strategyName, version: difference.to })}
        lead={text.lead(difference.from)}
      />
      <div className="max-w-3xl">
        <Section id="difference" title={text.whatIsDifferent}>
          {difference.changes.length === 0 ? (
            <p className="mt-2">{text.nothingShown}</p>
          ) : (
            difference.changes.map(({ what, before, after }) => (
              <section key={what} className="mt-5">
                <h3 className="font-semibold">{what}</h3>
                <div className="mt-1 grid gap-4 sm:grid-cols-2">
                  <Lines title={text.before(difference.from)} lines={before} other={after} />
                  <Lines title={text.now(difference.to)} lines={after} other={before} />
                </div>
              </section>
            ))
          )}
        </Section>
        <VersionRecords records={records} amount={capitalRupees} />
        <ConsentSections sections={sections} className="panel panel-body mt-8" />
        <form action={`${path}/version`} method="post" className="mt-6">
          <ErrorSummary
            title={text.nothingWasChanged}
            faults={refused === undefined ? [] : [{ href: "#consent", message: refused.message }]}
          />
          <input type="hidden" name="xsrf" value={xsrf} />
          <input type="hidden" name="seen" value={digest} />
          <ConsentBox words={text.iConsent(difference.to)} />
          <SubmitButton className="mt-5">{text.consentTo(difference.to)}</SubmitButton>
          <p className="mt-2 text-sm text-ink-muted">{text.staysPaused}</p>
        </form>
      </div>
    </>
  );
}

/** Renders the rules of one version. A label marks rules that the other version lacks. */
function Lines(props: { title: string; lines: string[]; other: string[] }) {
  return (
    <div>
      <p className="text-sm text-ink-muted">{props.title}</p>
      <ul className="mt-1 space-y-1">
        {props.lines.map((line) => (
          <li key={line}>
            {props.other.includes(line) ? line : <mark className="bg-warn-faint text-ink">{line}</mark>}
          </li>
        ))}
      </ul>
    </div>
  );
}
