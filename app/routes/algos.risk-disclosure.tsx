// The regulator's risk disclosure on derivatives. Users must acknowledge it before they deploy an algo that trades
// derivatives. The provider stores the acknowledgement with the version of the text.
import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { riskDisclosureText as text } from "../deploying/text.ts";
import { formatDateTime } from "../format/dates.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { LinkButton, SubmitButton } from "../ui/link-button.tsx";
import { pageMeta } from "../ui/page-meta.ts";

const PAGE = "/algos/risk-disclosure";

/** The page is public, but only signed-in users can acknowledge the text. */
export const handle: PageHandle = { query: ["to"], shared: true };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const disclosure = (context.site ?? DEFAULT_SITE).texts.riskDisclosure;
  const returnTo = safeReturnPath(new URL(request.url).searchParams.get("to"), "/algos");
  if (!context.account || !context.session) return { disclosure, returnTo, xsrf: null, acknowledgedAt: null };
  const { account, session } = requireAccount(context, PAGE);
  return runSignedIn(context, PAGE, async () => {
    const known = await account.getRiskAcknowledgement();
    return {
      disclosure,
      returnTo,
      xsrf: session.xsrf,
      acknowledgedAt: known.version === disclosure.version ? known.at : null,
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const returnTo = safeReturnPath(String(form.get("to") ?? ""), "/algos");
  const here = `${PAGE}?${new URLSearchParams({ to: returnTo })}`;
  const { account } = requireAccount(context, here);
  const { version } = (context.site ?? DEFAULT_SITE).texts.riskDisclosure;
  if (form.get("version") !== version) return json({ message: text.textHasChanged }, { status: 409 });
  if (form.get("read") !== "yes") return json({ message: text.tickOnceRead }, { status: 422 });
  return runSignedIn(context, here, async () => {
    await account.acknowledgeRisk({ version });
    return redirect(returnTo, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.disclosure.title ?? "",
    description: text.description,
    path: PAGE,
  });

export default function RiskDisclosurePage() {
  const { disclosure, returnTo, xsrf, acknowledgedAt } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as { message: string } | undefined;
  return (
    <div className="mx-auto flex min-h-[60vh] max-w-3xl flex-col justify-center py-10">
      <h1 className="text-2xl sm:text-3xl">{disclosure.title}</h1>
      <ul className="mt-6 list-disc space-y-4 ps-6 text-lg">
        {disclosure.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="mt-6 text-sm text-ink-muted">{text.source(disclosure.source)}</p>
      <p className="mt-1 text-sm text-ink-muted">{text.version(disclosure.version)}</p>
      {xsrf === null ? (
        <p className="mt-6">
          <LinkButton to={returnTo} kind="quiet">
            {text.back}
          </LinkButton>
        </p>
      ) : (
        <form action={`${PAGE}?${new URLSearchParams({ to: returnTo })}`} method="post" className="mt-8">
          <ErrorSummary
            title={text.notAcknowledged}
            faults={refused === undefined ? [] : [{ href: "#read", message: refused.message }]}
          />
          <input type="hidden" name="xsrf" value={xsrf} />
          <input type="hidden" name="to" value={returnTo} />
          <input type="hidden" name="version" value={disclosure.version} />
          <label className="flex items-start gap-3">
            <input
              id="read"
              type="checkbox"
              name="read"
              value="yes"
              required
              className="mt-1 size-5 shrink-0"
            />
            <span>{text.iHaveRead}</span>
          </label>
          <p className="mt-5 flex flex-wrap gap-3">
            <SubmitButton>{text.acknowledge}</SubmitButton>
            <LinkButton to="/algos" kind="quiet">
              {text.leave}
            </LinkButton>
          </p>
          {acknowledgedAt === null ? null : (
            <p className="mt-3 text-sm text-ink-muted">
              {text.acknowledgedOn(formatDateTime(new Date(acknowledgedAt)))}
            </p>
          )}
        </form>
      )}
    </div>
  );
}
