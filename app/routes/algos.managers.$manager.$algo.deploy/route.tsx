// Deploys an algo. A paper deployment starts after the terms form. A live one then requires the consent to a text, and
// the provider's order window. The address of the consent page contains the terms, so that going back, reloading or a
// second tab loses nothing.
import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  redirect,
  type TypedResponse,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Account, SiteContext } from "../../context.ts";
import type {
  Basket,
  Deployment,
  DeploymentTerms,
  NewDeployment,
  ScheduleDay,
} from "../../contract/base-api/deployment.ts";
import { idSchema, type Strategy } from "../../contract/base-api/strategy.ts";
import { nullIfRefused, nullOn } from "../../contract/site/fault.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { type ConsentQuote, consentSections, consentText, sha256Hex } from "../../deploying/consent-text.ts";
import {
  capitalFor,
  daysOffered,
  holidaysAhead,
  readTerms,
  sentTerms,
  TERM_FIELDS,
  termsToParams,
  typedCapital,
  typedTerms,
} from "../../deploying/deploy-terms.ts";
import { isEnded, isRunning } from "../../domain/deployment-states.ts";
import { findSession } from "../../domain/market-sessions.ts";
import { parseRupees } from "../../domain/parse-rupees.ts";
import { READER_AMOUNT_DEFAULT } from "../../domain/reader-amount.ts";
import { isoDayOf, istDay } from "../../domain/time.ts";
import { loadHeadline } from "../../evidence/load-headline.ts";
import { WORST_CASE_SENTENCES } from "../../evidence/performance-texts.ts";
import { formatRupees } from "../../format/rupees.ts";
import { missing } from "../../frame/missing.ts";
import { readRefusal, unavailableWithoutProvider } from "../../http/problem.ts";
import { loadRelatedAlgos, RelatedAlgos } from "../../marketplace/related-algos.tsx";
import { strategyPath } from "../../marketplace/strategy-path.ts";
import { deploymentPath } from "../../portfolio/deployment-texts.ts";
import { requireAccount, runSignedIn } from "../../portfolio/require-account.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Notice } from "../../ui/notice.tsx";
import { clientMeta } from "../../ui/page-meta.ts";
import { CouldLose, StartBar } from "./could-lose.tsx";
import { AmountTooSmall, Blocked, DeployHeader, RunsAlready } from "./notices.tsx";
import { Review } from "./review.tsx";
import { recordLosses, suggestedLimits } from "./seen-losses.ts";
import { TermsFaults, TermsForm } from "./terms-form.tsx";
import { pageText as text } from "./text.ts";

async function loadAlgo(
  context: Partial<SiteContext>,
  request: Request,
  params: { manager?: string; algo?: string },
) {
  if (context.provider === undefined || context.calendar === undefined || context.site === undefined)
    throw unavailableWithoutProvider();
  const { provider, calendar, site } = context;
  const id = idSchema.safeParse(params.algo);
  const strategy = id.success
    ? // The user consents to current data of the provider, never to cached data.
      await provider.fresh.getStrategy(id.data).catch(nullOn(404))
    : null;
  if (strategy === null || strategy.manager.id !== params.manager)
    throw missing({ request, context }, text.noSuchAlgo);
  const now = Date.now();
  const days = daysOffered(strategy, calendar, now);
  const neverCloses = findSession(calendar, "NSE_EQ", now).until === null;
  return { strategy, site, calendar, days, now, today: isoDayOf(istDay(now)), neverCloses };
}

type LoadedAlgo = Awaited<ReturnType<typeof loadAlgo>>;

const quoteSchema = z.object({
  marginPaise: z.coerce.number().int().nonnegative(),
  chargesPaise: z.coerce.number().int().nonnegative(),
  at: z.coerce.number().int().positive(),
});
/** Largest relative change of margin and charges that is permitted between review and consent. */
const QUOTE_TOLERANCE = 0.1;
const QUOTE_VALID_MS = 60 * 60_000;

function consentQuote(basket: Basket): ConsentQuote {
  const { marginPaise, chargesPaise, asOf } = basket;
  return { marginPaise, chargesPaise, at: Date.parse(asOf) };
}

const buildConsentSections = (
  { strategy, site }: Pick<LoadedAlgo, "strategy" | "site">,
  terms: DeploymentTerms,
  quote: ConsentQuote,
) =>
  consentSections({
    strategy,
    terms,
    site,
    worstCase: WORST_CASE_SENTENCES[strategy.lossLimits.worstCase],
    quote,
  });

/** Loads the basket with its margin and charges, and returns the text to consent to. */
async function loadReview(account: Account, algo: LoadedAlgo, terms: DeploymentTerms) {
  const { strategy, calendar, now } = algo;
  const basket = await account.previewDeployment({
    strategyId: strategy.id,
    version: strategy.version,
    terms,
  });
  const quote = consentQuote(basket);
  const sections = buildConsentSections(algo, terms, quote);
  const capitalPaise = terms.multiplier * strategy.minAmountRupees * 100;
  return {
    basket,
    quote,
    shortPaise: terms.mode === "live" ? Math.max(0, capitalPaise - basket.availablePaise) : 0,
    terms,
    sections,
    params: termsToParams(terms).toString(),
    digest: await sha256Hex(consentText(sections)),
    holidays: holidaysAhead(calendar, terms.days, now),
  };
}

/**
 * True if margin and charges have hardly changed since the user reviewed them, so that nobody consents to other
 * amounts.
 */
function isQuoteUnchanged(read: ConsentQuote, now: ConsentQuote): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= QUOTE_TOLERANCE * Math.max(a, b);
  const hasOrders = read.chargesPaise > 0 && now.chargesPaise > 0;
  return (
    Math.abs(now.at - read.at) <= QUOTE_VALID_MS &&
    near(read.marginPaise, now.marginPaise) &&
    (!hasOrders || near(read.chargesPaise, now.chargesPaise))
  );
}

/** Returns the form's initial values, the capital in rupees, and the losses of the record at this capital. */
async function startingTerms(
  context: Partial<SiteContext>,
  strategy: Strategy,
  params: URLSearchParams,
  days: ScheduleDay[],
  today: string,
) {
  const amount = capitalFor(strategy.minAmountRupees, context.amount ?? READER_AMOUNT_DEFAULT);
  const first = typedTerms(params, days, today, amount);
  const capitalRupees = typedCapital(
    first,
    strategy.minAmountRupees,
    Math.max(amount, strategy.minAmountRupees),
  );
  const seen = recordLosses(
    await loadHeadline(context, strategy, new URLSearchParams(), capitalRupees),
    capitalRupees,
  );
  const isSent = ["step", "multiplier"].some((name) => params.has(name));
  // Links to this form contain a plain number of rupees.
  const linked = isSent ? null : parseRupees(first.amount);
  const typed = {
    ...first,
    ...(linked === null ? {} : { amount: formatRupees(linked) }),
    ...(isSent || seen === null ? {} : suggestedLimits(seen)),
    // The form has a field for the amount, while an address may contain a multiple of the minimum amount instead.
    ...(first.amount === "" && first.multiplier !== "" ? { amount: formatRupees(capitalRupees) } : {}),
  };
  return { typed, capitalRupees, seen };
}

/** Loads similar algos that are open and whose minimum is within the amount, with their largest drawdown. */
async function loadSimilar(context: Partial<SiteContext>, id: string, amountRupees: number) {
  const found = await context.provider?.listSimilarStrategies(id).catch(nullIfRefused);
  const fitting = (found?.items ?? []).filter(
    ({ status, minAmountRupees }) => status.state === "open" && minAmountRupees <= amountRupees,
  );
  return loadRelatedAlgos(context, fitting, amountRupees);
}

function deployPath(strategy: Strategy): string {
  return `${strategyPath(strategy)}/deploy`;
}

export const handle: PageHandle = {
  query: [...TERM_FIELDS, "days", "step"],
  hasOwnAmount: true,
  deploy: true,
  styles: "profit",
};

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const algo = await loadAlgo(context, request, params);
  const { strategy, site, days, today } = algo;
  const url = new URL(request.url);
  const here = `${url.pathname}${url.search}`;
  const { account, session } = requireAccount(context, here);
  return runSignedIn(context, here, async () => {
    const [{ items }, killSwitch, funds, risk] = await Promise.all([
      account.listDeployments(),
      account.getKillSwitch(),
      account.getFunds(),
      account.getRiskAcknowledgement(),
    ]);
    const needsDisclosure =
      strategy.instrument !== "Equity" && risk.version !== site.texts.riskDisclosure.version;
    if (needsDisclosure) throw redirect(`/algos/risk-disclosure?${new URLSearchParams({ to: here })}`, 303);
    const { typed, capitalRupees, seen } = await startingTerms(
      context,
      strategy,
      url.searchParams,
      days,
      today,
    );
    const wantsReview = url.searchParams.get("step") === "review";
    const read = readTerms(typed, strategy, days, today);
    const faults = wantsReview && "faults" in read ? read.faults : null;
    const terms = wantsReview && "terms" in read ? read.terms : null;
    const living = items.filter(({ strategyId, state }) => strategyId === strategy.id && !isEnded(state));
    // A deployment that waits for the order window has the same form, which leads to its order window.
    const running = living.find((one) => one.terms.mode === terms?.mode && isRunning(one.state));
    const idAndMode = ({ id, terms: { mode } }: Deployment) => ({ id, mode });
    const isOpen = context.orderWindow !== null && strategy.status.state === "open";
    const readerRupees = context.amount ?? READER_AMOUNT_DEFAULT;
    return json(
      {
        strategy,
        typed,
        // The page states the losses at this capital.
        capitalRupees,
        seen,
        readerRupees,
        faults,
        days,
        today,
        neverCloses: algo.neverCloses,
        availablePaise: funds.availablePaise,
        isKilled: killSwitch.isActive,
        isOpen,
        running: running === undefined ? null : idAndMode(running),
        similar: isOpen ? [] : await loadSimilar(context, strategy.id, readerRupees),
        living: living.map(idAndMode),
        review: terms === null || running ? null : await loadReview(account, algo, terms),
        xsrf: session.xsrf,
        key: context.requestId ?? "",
      },
      { status: faults === null ? 200 : 422 },
    );
  });
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { strategy, site, days, today } = await loadAlgo(context, request, params);
  const url = new URL(request.url);
  const form = await request.formData();
  const isReview = url.searchParams.get("step") === "review";
  const typed = isReview ? url.searchParams : sentTerms(form);
  const entered = typedTerms(typed, days, today);
  const read = readTerms(entered, strategy, days, today);
  // After a new sign-in, this address shows the submitted page again, with the entered terms.
  const here = `${deployPath(strategy)}?${isReview || "faults" in read ? typed : termsToParams(read.terms)}`;
  const { account } = requireAccount(context, here);
  const key = String(form.get("key") ?? "");
  // The response repeats the key, so that submitting the form again cannot create a second deployment. The address of a
  // refused form contains no terms, so the losses are those of the entered amount.
  const refuse: Refuse = async (message, init) => {
    const { capitalRupees, seen } = await startingTerms(context, strategy, typed, days, today);
    return json({ message, key, entered, capitalRupees, seen }, init);
  };
  if (!isReview && ("faults" in read || read.terms.mode === "live"))
    return redirect(`${deployPath(strategy)}?${typed}`, 303);
  if ("faults" in read) return refuse(text.termsNotComplete, 422);
  const deploymentRequest = { strategyId: strategy.id, version: strategy.version, terms: read.terms };
  if (!isReview)
    return runSignedIn(context, here, () =>
      create(account, { ...deploymentRequest, consent: null }, key, refuse),
    );
  if (form.get("consent") !== "yes") return refuse(text.tickToConsent, 422);
  const quote = quoteSchema.safeParse(Object.fromEntries(form)).data;
  if (quote === undefined) return refuse(text.formNotUnderstood, 422);
  const consented = consentText(buildConsentSections({ strategy, site }, read.terms, quote));
  if (form.get("seen") !== (await sha256Hex(consented))) return refuse(text.changedSinceRead, 409);
  const consent = {
    text: consented,
    textVersion: site.texts.consent.version,
    riskDisclosureVersion: strategy.instrument === "Equity" ? null : site.texts.riskDisclosure.version,
  };
  return runSignedIn(context, here, async () => {
    if (!isQuoteUnchanged(quote, consentQuote(await account.previewDeployment(deploymentRequest))))
      return refuse(text.sumsHaveMoved, 409);
    return create(account, { ...deploymentRequest, consent }, key, refuse);
  });
}

/**
 * Response to a rejected form: the reason, the idempotency key for the next attempt, the entered values, their capital
 * in rupees, and the losses of the record at this capital.
 */
type Refused = {
  message: string;
  key: string;
  entered: ReturnType<typeof typedTerms>;
} & Pick<Awaited<ReturnType<typeof startingTerms>>, "capitalRupees" | "seen">;
type Refuse = (message: string, init: number | ResponseInit) => Promise<TypedResponse<Refused>>;

/** Creates the deployment and redirects to it. A form that is submitted twice redirects to the same deployment. */
async function create(account: Account, deployment: NewDeployment, key: string, refuse: Refuse) {
  try {
    const made = await account.createDeployment(deployment, key);
    const path = deploymentPath(made.id);
    return redirect(made.basket === null ? `${path}?outcome=confirmed` : `${path}/order-window`, 303);
  } catch (fault) {
    const { message, init } = await readRefusal(fault, [409, 422], text.brokerNotAnswering);
    if (init.status === 409) {
      const { items } = await account.listDeployments();
      const there = items.find(
        ({ strategyId, state, terms }) =>
          strategyId === deployment.strategyId && terms.mode === deployment.terms.mode && !isEnded(state),
      );
      if (there !== undefined) return redirect(`${deploymentPath(there.id)}?note=already`, 303);
    }
    return refuse(message, init);
  }
}

export const meta = clientMeta<typeof loader>(text, ({ strategy }) => text.titleOf(strategy.name));

export default function Deploy() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused | undefined;
  const { strategy, review } = data;
  const { capitalRupees, seen } = refused ?? data;
  const canDeploy = data.isOpen && !data.isKilled;
  return (
    <>
      <Breadcrumbs crumbs={[{ title: strategy.name, path: strategyPath(strategy) }]} here={text.title} />
      <DeployHeader strategy={strategy} isReview={review !== null} />
      {canDeploy && data.running !== null ? null : <RunsAlready living={data.living} />}
      {canDeploy && data.running === null ? (
        review === null ? (
          <>
            <TermsFaults faults={data.faults ?? {}} />
            {refused === undefined ? null : <Notice kind="warn">{refused.message}</Notice>}
            {refused === undefined && data.faults === null ? (
              <AmountTooSmall strategy={strategy} amountRupees={data.readerRupees} />
            ) : null}
            <div className="split">
              <TermsForm
                path={deployPath(strategy as Strategy)}
                strategy={strategy}
                typed={refused?.entered ?? data.typed}
                faults={data.faults ?? {}}
                days={data.days}
                today={data.today}
                neverCloses={data.neverCloses}
                availablePaise={data.availablePaise}
                capitalRupees={capitalRupees}
                seen={seen}
                xsrf={data.xsrf}
                requestKey={refused?.key || data.key}
              />
              <CouldLose strategy={strategy} capitalRupees={capitalRupees} seen={seen} />
              <StartBar strategy={strategy} capitalRupees={capitalRupees} seen={seen} />
            </div>
          </>
        ) : (
          <Review
            path={deployPath(strategy as Strategy)}
            strategy={strategy}
            review={{ ...review, key: refused?.key || data.key }}
            xsrf={data.xsrf}
            refused={refused?.message ?? null}
            seen={seen}
          />
        )
      ) : (
        <Blocked data={data} path={strategyPath(strategy)}>
          <RelatedAlgos
            id="similar"
            title={text.similarThatFit(formatRupees(data.readerRupees))}
            algos={data.similar}
            amount={data.readerRupees}
          />
        </Blocked>
      )}
    </>
  );
}
