// Limits over all algos of one mode: a form for the daily loss limit and the trailing profit lock, and how much of each
// limit is used today. Saved limits apply immediately. A limit reached today blocks new positions until tomorrow.
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { DEPLOYMENT_MODES, type DeploymentMode } from "../contract/base-api/deployment.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { formatPaise, formatRupees } from "../format/rupees.ts";
import { readRefusal } from "../http/problem.ts";
import { ACCOUNT_LIMITS_PATH, AccountLimitsPanel, accountLimitsPath } from "../portfolio/account-limits.tsx";
import {
  type LimitFaults,
  type LimitField,
  readLimits,
  type TypedLimits,
  typedLimits,
} from "../portfolio/account-limits-form.ts";
import { BrokerDown, type UnansweredForm, unansweredForm } from "../portfolio/broker-down.tsx";
import { DecisionBanner } from "../portfolio/decision-banner.tsx";
import { accountHeaders, loadWithAccount } from "../portfolio/read-account.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { brokerDownText, limitsPageText as text } from "../portfolio/text.ts";
import { Breadcrumbs, portfolioCrumbs } from "../ui/breadcrumbs.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { LinkButton, SubmitButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { TextField } from "../ui/text-field.tsx";

const PORTFOLIO = "/algos/my-algos";

export const handle: PageHandle = { query: ["mode"] };
export const headers = accountHeaders;

function readMode(value: FormDataEntryValue | null): DeploymentMode {
  return value === "paper" ? "paper" : "live";
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const mode = readMode(new URL(request.url).searchParams.get("mode"));
  return loadWithAccount(context, accountLimitsPath(mode), async ({ account, session }) => {
    const limits = (await account.getAccountLimits())[mode];
    return { mode, limits, typed: typedLimits(limits), xsrf: session.xsrf };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const mode = readMode(form.get("mode"));
  const here = accountLimitsPath(mode);
  const { account } = requireAccount(context, here);
  const typed = readTypedLimits(form);
  const read = readLimits(typed);
  const refuse = (refused: Partial<Refused>, init: ResponseInit) =>
    json({ typed, faults: {}, message: null, unanswered: null, ...refused } satisfies Refused, init);
  if ("faults" in read) return refuse({ faults: read.faults }, { status: 422 });
  return runSignedIn(context, here, async () => {
    try {
      await account.setAccountLimits({ mode, ...read.limits });
      return redirect(`${PORTFOLIO}?mode=${mode}&limits=saved`, 303);
    } catch (fault) {
      const refusal = await readRefusal(fault, [409, 422], text.notKnownWhetherSaved);
      const { message, init } = refusal;
      return refuse({ message, unanswered: unansweredForm(refusal, here, form) }, init);
    }
  });
}

function readTypedLimits(form: FormData): TypedLimits {
  const read = (name: LimitField) => String(form.get(name) ?? "").slice(0, 30);
  return { lossPerDay: read("lossPerDay"), lockFrom: read("lockFrom"), giveBack: read("giveBack") };
}

export const meta = fixedMeta(text, ACCOUNT_LIMITS_PATH, { isIndexed: false });

type Refused = {
  typed: TypedLimits;
  faults: LimitFaults;
  message: string | null;
  unanswered: UnansweredForm | null;
};

export default function AccountLimitsPage() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused | undefined;
  const unanswered = refused?.unanswered ?? null;
  if (data.isDown)
    return (
      <BrokerDown title={text.title} path={ACCOUNT_LIMITS_PATH} brand={data.brand} unanswered={unanswered} />
    );
  const faults = refused?.faults ?? {};
  const summary = Object.entries(faults).map(([field, message]) => ({ href: `#${field}`, message }));
  if (refused?.message) summary.push({ href: "#lossPerDay", message: refused.message });
  return (
    <>
      <Breadcrumbs crumbs={portfolioCrumbs()} here={text.title} />
      <PageHeader title={text.title} lead={text.lead}>
        <nav aria-label={text.liveOrPaper} className="segmented no-print">
          {DEPLOYMENT_MODES.toReversed().map((mode) => (
            <Fragment key={mode}>
              <a href={accountLimitsPath(mode)} aria-current={mode === data.mode ? "true" : undefined}>
                {mode === "live" ? text.live : text.paper}
              </a>{" "}
            </Fragment>
          ))}
        </nav>
      </PageHeader>
      <ErrorSummary
        title={unanswered === null ? text.notSaved : brokerDownText.resultNotKnown}
        faults={summary}
      />
      {data.limits.reached === null ? null : (
        <DecisionBanner
          message={text.howToContinue}
          action={text.seeThePausedAlgos}
          to={`${PORTFOLIO}?mode=${data.mode}`}
        />
      )}
      <div className="split">
        <form action={accountLimitsPath(data.mode)} method="post" className="split-stack">
          <input type="hidden" name="xsrf" value={data.xsrf} />
          <input type="hidden" name="mode" value={data.mode} />
          <LossFields
            typed={refused?.typed ?? data.typed}
            faults={faults}
            todayPaise={data.limits.reached === null ? (data.limits.todayPaise ?? 0) : 0}
          />
          <LockFields typed={refused?.typed ?? data.typed} faults={faults} />
          <p className="flex flex-wrap gap-3">
            <SubmitButton>{text.save}</SubmitButton>{" "}
            <LinkButton to={`${PORTFOLIO}?mode=${data.mode}`} kind="quiet">
              {text.cancel}
            </LinkButton>
          </p>
        </form>
        <AccountLimitsPanel limits={data.limits} mode={data.mode} isBesideForm />
      </div>
    </>
  );
}

type FieldsProps = { typed: TypedLimits; faults: LimitFaults };

function LossFields({ todayPaise, ...props }: FieldsProps & { todayPaise: number }) {
  const hint = todayPaise < 0 ? text.lossNow(formatPaise(-todayPaise)) : text.dailyLossHint;
  return (
    <fieldset className="panel panel-body">
      <legend className="panel-title float-start mb-2 w-full">{text.dailyLoss}</legend>
      <LimitInput name="lossPerDay" label={text.dailyLossRupees} hint={hint} {...props} />
    </fieldset>
  );
}

function LockFields(props: FieldsProps) {
  return (
    <fieldset className="panel panel-body">
      <legend className="panel-title float-start mb-2 w-full">{text.profitLock}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        <LimitInput name="lockFrom" label={text.lockFromRupees} hint={text.lockFromHint} {...props} />
        <LimitInput name="giveBack" label={text.giveBackRupees} hint={text.giveBackHint} {...props} />
      </div>
      <p className="mt-3 text-sm text-ink-muted">
        {text.lockExample({
          from: formatRupees(5_000),
          back: formatRupees(2_000),
          peak: formatRupees(8_000),
          floor: formatRupees(6_000),
        })}
      </p>
    </fieldset>
  );
}

function LimitInput(props: FieldsProps & { name: LimitField; label: string; hint: string }) {
  const { name } = props;
  return (
    <TextField
      box="clear-both"
      id={name}
      name={name}
      label={props.label}
      hint={props.hint}
      fault={props.faults[name]}
      inputMode="numeric"
      autoComplete="off"
      maxLength={30}
      defaultValue={props.typed[name]}
    />
  );
}
