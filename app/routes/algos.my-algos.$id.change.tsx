// Capital and risk limits of a deployment that runs, changed by a new consent: the new terms, then the difference line by line with the
// exact text, then the box that is not ticked. Suggested limits are the algo's own stops.
import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SiteContext } from "../context.ts";
import { ConsentSections } from "../deploying/consent-sections.tsx";
import { CONSENT_TEXT_VERSION, consentSections, consentText, digestOf } from "../deploying/consent-text.ts";
import { readTerms, type TermFaults } from "../deploying/deploy-terms.ts";
import { WORST_CASE_SENTENCES } from "../evidence/loss.ts";
import { formatRupees } from "../format/rupees.ts";
import { readProblem, unavailableWithoutProvider } from "../http/problem.ts";
import { deploymentPath } from "../portfolio/deployment-words.ts";
import { withDeployment } from "../portfolio/read-deployment.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary, FieldFault } from "../ui/error-summary.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { type DeploymentDetail, type DeploymentTerms, MULTIPLIER_MAX } from "../wire/deployment.ts";
import type { PageHandle } from "../wire/page-handle.ts";

const FIELDS = ["multiplier", "lossPerDay", "lossInAll", "tradesPerDay"] as const;
type Typed = Record<(typeof FIELDS)[number], string>;

export const handle: PageHandle = {
  query: ["multiplier", "lossPerDay", "lossInAll", "tradesPerDay", "step"],
};

/** The new terms as typed in the address or form; what is not named stays as it is. */
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
  const whole = { ...typed, amount: "", mode: terms.mode, startOn: terms.startOn, days: [...terms.days] };
  const unit = deployment.capitalRupees / terms.multiplier;
  const result = readTerms(whole, { minAmountRupees: unit }, terms.days, terms.startOn);
  return { typed, unit, result };
}

async function textFor(context: Partial<SiteContext>, deployment: DeploymentDetail, terms: DeploymentTerms) {
  if (!context.provider || !context.site) throw unavailableWithoutProvider();
  const strategy = await context.provider.fresh.getStrategy(deployment.strategyId);
  const unit = deployment.capitalRupees / deployment.terms.multiplier;
  const sections = consentSections({
    strategy: { ...strategy, version: deployment.version, minAmountRupees: unit },
    terms,
    brand: context.site.brand,
    worstCase: WORST_CASE_SENTENCES[strategy.lossLimits.worstCase],
  });
  const changes = differences(deployment.terms, terms, unit);
  sections.unshift({
    title: "What changes",
    lines: changes.map(({ what, before, after }) => `${what}: from ${before} to ${after}.`),
  });
  const text = consentText(sections);
  return { sections, text, digest: await digestOf(text), changes, strategy };
}

function differences(before: DeploymentTerms, after: DeploymentTerms, unit: number) {
  const sum = (value: number | null) => (value === null ? "no limit" : formatRupees(value));
  const count = (value: number | null) => (value === null ? "no limit" : String(value));
  return [
    {
      what: "Capital",
      before: formatRupees(before.multiplier * unit),
      after: formatRupees(after.multiplier * unit),
    },
    {
      what: "Daily loss limit",
      before: sum(before.guards.lossPerDayRupees),
      after: sum(after.guards.lossPerDayRupees),
    },
    {
      what: "Max loss",
      before: sum(before.guards.lossInAllRupees),
      after: sum(after.guards.lossInAllRupees),
    },
    {
      what: "Max trades a day",
      before: count(before.guards.tradesPerDay),
      after: count(after.guards.tradesPerDay),
    },
  ].filter((line) => line.before !== line.after);
}

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return withDeployment(context, request, params, async (deployment, { account, session }) => {
    if (deployment.state !== "active" && deployment.state !== "paused")
      throw redirect(deploymentPath(deployment.id), 303);
    const { searchParams } = new URL(request.url);
    const { typed, unit, result } = readChange(deployment, searchParams);
    const wantsReview = searchParams.get("step") === "review";
    const terms = "terms" in result ? result.terms : deployment.terms;
    const [{ sections, digest, changes, strategy }, funds] = await Promise.all([
      textFor(context, deployment, terms),
      account.getFunds(),
    ]);
    const moreRupees = (terms.multiplier - deployment.terms.multiplier) * unit;
    const { perDayPercent } = strategy.lossLimits;
    const isReview = wantsReview && "terms" in result && changes.length > 0;
    return {
      id: deployment.id,
      strategyName: deployment.strategyName,
      typed,
      unit,
      faults: wantsReview && "faults" in result ? result.faults : null,
      isUnchanged: wantsReview && "terms" in result && changes.length === 0,
      suggested: perDayPercent === null ? null : Math.ceil((deployment.capitalRupees * perDayPercent) / 100),
      perDayPercent,
      review: isReview ? { sections, digest, changes } : null,
      shortRupees:
        deployment.terms.mode === "live"
          ? Math.max(0, Math.ceil(moreRupees - funds.availablePaise / 100))
          : 0,
      holds: deployment.positions.length > 0,
      xsrf: session.xsrf,
      key: context.requestId ?? "",
    };
  });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  return withDeployment(context, request, params, async (deployment, { account }) => {
    const refuse = (words: string, status: number) => json({ words }, { status });
    const { result } = readChange(deployment, form);
    if ("faults" in result) return refuse("The terms are not complete. Go back to them.", 422);
    if (form.get("consent") !== "yes") return refuse("Tick the box to consent, or leave this page.", 422);
    const { terms } = result;
    const { text, digest } = await textFor(context, deployment, terms);
    if (form.get("seen") !== digest)
      return refuse(
        "The terms or the text have changed since you read them. Read them again, then consent.",
        409,
      );
    try {
      await account.changeTerms(
        deployment.id,
        {
          multiplier: terms.multiplier,
          guards: terms.guards,
          consent: { text, textVersion: CONSENT_TEXT_VERSION },
        },
        String(form.get("key") ?? ""),
      );
    } catch (fault) {
      if (!(fault instanceof Response) || ![409, 422].includes(fault.status)) throw fault;
      return refuse(readProblem(fault.status, await fault.json().catch(() => null)).detail, fault.status);
    }
    return redirect(`${deploymentPath(deployment.id)}?note=changed`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) =>
  pageMeta(matches, {
    title: data === undefined ? "Change" : `Change ${data.strategyName}`,
    description: "Capital and risk limits of a running algo, with the difference and a new consent.",
    path: location.pathname,
    isIndexed: false,
  });

export default function Change() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { words: string } | undefined;
  const path = `${deploymentPath(data.id)}/change`;
  const { review, typed } = data;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Portfolio", path: "/algos/my-algos" },
          { title: data.strategyName, path: deploymentPath(data.id) },
        ]}
        here="Change"
      />
      <PageHeader
        title={`Change ${data.strategyName}`}
        lead="Capital and risk limits take effect as soon as you consent. The algo keeps running."
      />
      {review === null ? (
        <ChangeForm
          path={path}
          typed={typed}
          faults={data.faults ?? {}}
          unit={data.unit}
          isUnchanged={data.isUnchanged}
          suggested={data.suggested}
          perDayPercent={data.perDayPercent}
          back={deploymentPath(data.id)}
        />
      ) : (
        <div className="max-w-3xl">
          <ErrorSummary
            title="Nothing was changed"
            faults={refused === undefined ? [] : [{ href: "#consent", words: refused.words }]}
          />
          <table className="table">
            <caption className="sr-only">What changes</caption>
            <thead>
              <tr>
                <th scope="col">What changes</th>
                <th scope="col">Now</th>
                <th scope="col">New</th>
              </tr>
            </thead>
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
          {data.holds ? (
            <p className="mt-3 text-sm text-ink-muted">
              Open positions keep their size; the next entry uses the new capital.
            </p>
          ) : null}
          {data.shortRupees > 0 ? (
            <p className="mt-3 font-semibold text-loss" id="short">
              Available margin is {formatRupees(data.shortRupees)} short of the new capital. Add funds or
              choose less.
            </p>
          ) : (
            <>
              <ConsentSections sections={review.sections} className="mt-6" />
              <form action={path} method="post" className="mt-6">
                <input type="hidden" name="xsrf" value={data.xsrf} />
                <input type="hidden" name="key" value={data.key} />
                <input type="hidden" name="seen" value={review.digest} />
                {FIELDS.map((name) => (
                  <input key={name} type="hidden" name={name} value={typed[name]} />
                ))}
                <label className="flex items-start gap-3">
                  <input
                    id="consent"
                    type="checkbox"
                    name="consent"
                    value="yes"
                    required
                    className="mt-1 size-5 shrink-0"
                  />
                  <span>I have read this text and consent to the change.</span>
                </label>
                <button type="submit" className="button button-main mt-5">
                  Consent and change
                </button>
              </form>
            </>
          )}
          <p className="mt-4">
            <a href={`${path}?${new URLSearchParams(typed)}`} className="link">
              Back to the terms
            </a>
          </p>
        </div>
      )}
    </>
  );
}

function ChangeForm(props: {
  path: string;
  back: string;
  typed: Typed;
  faults: TermFaults;
  unit: number;
  isUnchanged: boolean;
  suggested: number | null;
  perDayPercent: number | null;
}) {
  const { typed, faults } = props;
  const rows: [keyof Typed, string, string, "numeric" | "decimal"][] = [
    [
      "multiplier",
      `Capital, in multiples of ${formatRupees(props.unit)}`,
      `1 to ${MULTIPLIER_MAX}; now ${formatRupees(props.unit * (Number(typed.multiplier) || 0))}.`,
      "numeric",
    ],
    [
      "lossPerDay",
      "Daily loss limit, ₹",
      props.suggested === null
        ? "When reached, positions are squared off and the algo pauses. Empty for none."
        : `When reached, positions are squared off and the algo pauses. Suggested: ${formatRupees(props.suggested)}, the algo's own day stop of ${props.perDayPercent}%.`,
      "decimal",
    ],
    [
      "lossInAll",
      "Max loss, ₹",
      "When reached, positions are squared off and the algo stops. Empty for none.",
      "decimal",
    ],
    [
      "tradesPerDay",
      "Max trades a day",
      "When reached, it opens nothing more today. Empty for none.",
      "numeric",
    ],
  ];
  return (
    <form action={props.path} method="get" className="panel max-w-2xl p-5">
      <input type="hidden" name="step" value="review" />
      <ErrorSummary
        title={props.isUnchanged ? "Nothing is different" : "The terms are not complete"}
        faults={
          props.isUnchanged
            ? [{ href: "#multiplier", words: "Change the capital or a limit, or leave this page." }]
            : Object.entries(faults).map(([name, words]) => ({ href: `#${name}`, words }))
        }
      />
      {rows.map(([name, label, hint, inputMode]) => (
        <div key={name} className="mb-4">
          <label htmlFor={name} className="font-semibold">
            {label}
          </label>
          <input
            id={name}
            name={name}
            inputMode={inputMode}
            autoComplete="off"
            maxLength={30}
            defaultValue={typed[name]}
            aria-describedby={`${name}-hint`}
            aria-invalid={faults[name] === undefined ? undefined : true}
            className="field mt-1.5 max-w-60"
          />
          <p id={`${name}-hint`} className="mt-1 text-sm text-ink-muted">
            {hint}
          </p>
          <FieldFault id={`${name}-fault`} words={faults[name]} />
        </div>
      ))}
      <p className="flex flex-wrap gap-3">
        <button type="submit" className="button button-main">
          Review the change
        </button>
        <LinkButton to={props.back} kind="quiet">
          Cancel
        </LinkButton>
      </p>
    </form>
  );
}
