// Changes capital and risk limits of a running deployment. After the form, a second page shows the changes. If they add
// risk, it also shows the consent text with an unticked box; otherwise the text is collapsed and states that no tick was
// needed. Suggested limits are the algo's own stops.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SiteContext } from "../../context.ts";
import type { DeploymentDetail, DeploymentTerms } from "../../contract/base-api/deployment.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { ConsentBox } from "../../deploying/consent-box.tsx";
import { ConsentSections } from "../../deploying/consent-sections.tsx";
import {
  consentSections,
  consentText,
  scaleToDeployedAmount,
  sha256Hex,
} from "../../deploying/consent-text.ts";
import { readTerms } from "../../deploying/deploy-terms.ts";
import { changeText as text } from "../../deploying/text.ts";
import { addsRisk } from "../../domain/adds-risk.ts";
import { WORST_CASE_SENTENCES } from "../../evidence/performance-texts.ts";
import { formatRupees } from "../../format/rupees.ts";
import { readRefusal, unavailableWithoutProvider } from "../../http/problem.ts";
import { deploymentPath } from "../../portfolio/deployment-texts.ts";
import { loadWithDeployment } from "../../portfolio/read-deployment.ts";
import { limitUses, RiskLimits } from "../../portfolio/risk-limits.tsx";
import { Breadcrumbs, portfolioCrumbs } from "../../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SubmitButton, TextLink } from "../../ui/link-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { clientMeta } from "../../ui/page-meta.ts";
import { Section } from "../../ui/section.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { ChangeForm, FIELDS, type Typed } from "./change-form.tsx";

export const handle: PageHandle = {
  query: ["multiplier", "lossPerDay", "lossInAll", "tradesPerDay", "step"],
};

/** Parses the new terms in an address or form. A term that is missing keeps its current value. */
function readChange(deployment: DeploymentDetail, values: URLSearchParams | FormData) {
  const { terms } = deployment;
  const { guards } = terms;
  const read = (name: (typeof FIELDS)[number], now: number | null) =>
    String(values.get(name) ?? now ?? "").slice(0, 30);
  const typed: Typed = {
    multiplier: read("multiplier", terms.multiplier),
    lossPerDay: read("lossPerDay", guards.lossPerDayRupees),
    lossInAll: read("lossInAll", guards.lossInAllRupees),
    tradesPerDay: read("tradesPerDay", guards.tradesPerDay),
  };
  const completeTerms = {
    ...typed,
    amount: "",
    mode: terms.mode,
    startOn: terms.startOn,
    days: [...terms.days],
  };
  const unit = deployment.capitalRupees / terms.multiplier;
  const result = readTerms(completeTerms, { minAmountRupees: unit }, terms.days, terms.startOn);
  return { typed, unit, result };
}

async function loadConsentText(
  context: Partial<SiteContext>,
  deployment: DeploymentDetail,
  terms: DeploymentTerms,
) {
  if (!context.provider || !context.site) throw unavailableWithoutProvider();
  const strategy = await context.provider.fresh.getStrategy(deployment.strategyId);
  // The provider describes only the latest version. Until the user consents to that version, they can only reduce the
  // risk, and the consent text contains only the changes.
  const isLatest = strategy.version === deployment.version;
  const needsConsent = addsRisk(deployment.terms, terms);
  if (!isLatest && needsConsent) throw redirect(`${deploymentPath(deployment.id)}/version`, 303);
  const unit = deployment.capitalRupees / deployment.terms.multiplier;
  const sections = !isLatest
    ? []
    : consentSections({
        strategy: scaleToDeployedAmount(strategy, deployment),
        terms,
        site: context.site,
        worstCase: WORST_CASE_SENTENCES[strategy.lossLimits.worstCase],
      });
  const changes = differences(deployment.terms, terms, unit);
  sections.unshift({
    title: text.whatChanges,
    lines: [
      ...changes.map(({ what, before, after }) => text.changedLine({ what, before, after })),
      // The stored text must not claim a consent that the user has not given.
      ...(needsConsent ? [] : [text.noConsentNeeded]),
    ],
  });
  const consented = consentText(sections);
  const textVersion = context.site.texts.consent.version;
  const { perDayPercent } = strategy.lossLimits;
  return {
    ...{ sections, consented, textVersion, digest: await sha256Hex(consented), changes, needsConsent },
    perDayPercent: isLatest ? perDayPercent : null,
  };
}

function differences(before: DeploymentTerms, after: DeploymentTerms, unit: number) {
  const sum = (value: number | null) => (value === null ? text.noLimit : formatRupees(value));
  const count = (value: number | null) => (value === null ? text.noLimit : String(value));
  const rows: [string, (terms: DeploymentTerms) => string][] = [
    [text.capital, ({ multiplier }) => formatRupees(multiplier * unit)],
    [text.dailyLossLimit, ({ guards }) => sum(guards.lossPerDayRupees)],
    [text.maxLoss, ({ guards }) => sum(guards.lossInAllRupees)],
    [text.maxTradesPerDay, ({ guards }) => count(guards.tradesPerDay)],
  ];
  return rows
    .map(([what, format]) => ({ what, before: format(before), after: format(after) }))
    .filter((line) => line.before !== line.after);
}

/**
 * Returns a warning for each new risk limit that the current loss already reaches: the limit would apply at once. No
 * warning for the daily loss limit if the algo is paused and has no position.
 */
function limitsReached(deployment: DeploymentDetail, after: DeploymentTerms): string[] {
  const { result, terms: before, state, positions } = deployment;
  const isIdle = state === "paused" && positions.length === 0;
  const warnings = {
    lossPerDayRupees: isIdle ? null : text.dayLimitReached,
    lossInAllRupees: text.maxLossReached,
  };
  return limitUses(after.guards, result).flatMap(({ key, limit, share }) => {
    if (key === "tradesPerDay" || limit === before.guards[key] || (share ?? 0) < 1) return [];
    return warnings[key] ?? [];
  });
}

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return loadWithDeployment(context, request, params, async (deployment, { account, session }) => {
    if (deployment.state !== "active" && deployment.state !== "paused")
      throw redirect(deploymentPath(deployment.id), 303);
    const { searchParams } = new URL(request.url);
    const { typed, unit, result } = readChange(deployment, searchParams);
    const wantsReview = searchParams.get("step") === "review";
    const terms = "terms" in result ? result.terms : deployment.terms;
    const [{ sections, digest, changes, needsConsent, perDayPercent }, funds] = await Promise.all([
      loadConsentText(context, deployment, terms),
      account.getFunds(),
    ]);
    const moreRupees = (terms.multiplier - deployment.terms.multiplier) * unit;
    const isReview = wantsReview && "terms" in result && changes.length > 0;
    return {
      id: deployment.id,
      strategyName: deployment.strategyName,
      typed,
      unit,
      capitalRupees: deployment.capitalRupees,
      faults: wantsReview && "faults" in result ? result.faults : null,
      isUnchanged: wantsReview && "terms" in result && changes.length === 0,
      suggested: perDayPercent === null ? null : Math.ceil((deployment.capitalRupees * perDayPercent) / 100),
      perDayPercent,
      review: isReview
        ? { sections, digest, changes, needsConsent, reached: limitsReached(deployment, terms) }
        : null,
      shortRupees:
        deployment.terms.mode === "live"
          ? Math.max(0, Math.ceil(moreRupees - funds.availablePaise / 100))
          : 0,
      holds: deployment.positions.length > 0,
      guards: deployment.terms.guards,
      result: deployment.result,
      xsrf: session.xsrf,
      key: context.requestId ?? "",
    };
  });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return loadWithDeployment(context, request, params, async (deployment, { account }) => {
    const refuse = (message: string, init: number | ResponseInit) => json({ message }, init);
    const { result } = readChange(deployment, form);
    if ("faults" in result) return refuse(text.termsNotComplete, 422);
    if (form.get("consent") !== "yes") return refuse(text.tickToConsent, 422);
    const { terms } = result;
    const { consented, textVersion, digest } = await loadConsentText(context, deployment, terms);
    if (form.get("seen") !== digest) return refuse(text.changedSinceRead, 409);
    try {
      await account.changeTerms(
        deployment.id,
        {
          multiplier: terms.multiplier,
          guards: terms.guards,
          consent: { text: consented, textVersion },
        },
        String(form.get("key") ?? ""),
      );
    } catch (fault) {
      const { message, init } = await readRefusal(fault, [409, 422]);
      return refuse(message, init);
    }
    return redirect(`${deploymentPath(deployment.id)}?note=changed`, 303);
  });
}

export const meta = clientMeta<typeof loader>(text, ({ strategyName }) => text.titleOf(strategyName));

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Change() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { message: string } | undefined;
  const path = `${deploymentPath(data.id)}/change`;
  const { review, typed } = data;
  return (
    <>
      <Breadcrumbs
        crumbs={portfolioCrumbs({ title: data.strategyName, path: deploymentPath(data.id) })}
        here={text.title}
      />
      <PageHeader title={text.titleOf(data.strategyName)} lead={text.lead} />
      {review === null ? (
        <div className="order-columns">
          <ChangeForm
            path={path}
            typed={typed}
            faults={data.faults ?? {}}
            refused={refused?.message ?? null}
            unit={data.unit}
            capital={data.capitalRupees}
            isUnchanged={data.isUnchanged}
            suggested={data.suggested}
            perDayPercent={data.perDayPercent}
            back={deploymentPath(data.id)}
          />
          <Section id="used" title={text.usedNow} className="panel p-5" titleClass="text-lg">
            <div className="mt-3">
              <RiskLimits guards={data.guards} result={data.result} isRunning />
            </div>
          </Section>
        </div>
      ) : (
        <ChangeReview data={data} review={review} path={path} refused={refused?.message ?? null} />
      )}
    </>
  );
}

/** Renders new and current values of the changed terms, the complete consent text, and the form that confirms them. */
function ChangeReview(props: {
  data: Data;
  review: NonNullable<Data["review"]>;
  path: string;
  refused: string | null;
}) {
  const { data, review, path, refused } = props;
  const { typed } = data;
  return (
    <div className="max-w-3xl">
      <ErrorSummary
        title={text.nothingWasChanged}
        faults={
          refused === null ? [] : [{ href: review.needsConsent ? "#consent" : "#changes", message: refused }]
        }
      />
      <table id="changes" className="table">
        <caption className="sr-only">{text.whatChanges}</caption>
        <TableHead columns={[text.whatChanges, text.now, text.newTerms]} />
        <tbody>
          {review.changes.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="number text-start!">{before}</td>
              <td className="number text-start! font-semibold">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {review.reached.map((warning) => (
        <p key={warning} className="mt-3 font-semibold text-loss">
          {warning}
        </p>
      ))}
      {data.holds ? <p className="mt-3 text-sm text-ink-muted">{text.positionsKeepSize}</p> : null}
      {data.shortRupees > 0 ? (
        <p className="mt-3 font-semibold text-loss" id="short">
          {text.shortOfCapital(formatRupees(data.shortRupees))}
        </p>
      ) : (
        <>
          {review.needsConsent ? (
            <ConsentSections sections={review.sections} className="panel panel-body mt-6" />
          ) : review.sections.length === 1 ? null : (
            <details className="mt-6 text-sm">
              <summary className="link inline-flex min-h-8 items-center">{text.completeTerms}</summary>
              <ConsentSections sections={review.sections} className="panel panel-body mt-3" />
            </details>
          )}
          <form
            // After a rejection, the loader reads the terms from the form's address.
            action={`${path}?${new URLSearchParams({ ...typed, step: "review" })}`}
            method="post"
            className="mt-6"
          >
            <input type="hidden" name="xsrf" value={data.xsrf} />
            <input type="hidden" name="key" value={data.key} />
            <input type="hidden" name="seen" value={review.digest} />
            {FIELDS.map((name) => (
              <input key={name} type="hidden" name={name} value={typed[name]} />
            ))}
            {review.needsConsent ? (
              <ConsentBox words={text.iConsent} />
            ) : (
              <input type="hidden" name="consent" value="yes" />
            )}
            <SubmitButton className={review.needsConsent ? "mt-5" : ""}>
              {review.needsConsent ? text.consentAndChange : text.apply}
            </SubmitButton>
          </form>
        </>
      )}
      <p className="mt-4">
        <TextLink to={`${path}?${new URLSearchParams(typed)}`}>{text.backToTheTerms}</TextLink>
      </p>
    </div>
  );
}
