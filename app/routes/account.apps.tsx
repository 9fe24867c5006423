// Apps that may access the user's account, each with its permissions and a button that revokes the access. Never
// cached.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { sessionIdSchema } from "../contract/base-api/session.ts";
import { formatDateTime } from "../format/dates.ts";
import { appsText as text } from "../frame/text.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { Blocks } from "../ui/icons.tsx";
import { LinkButton, SubmitButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";

const PAGE = "/account/apps";

export async function loader({ context }: LoaderFunctionArgs) {
  const { account, session } = requireAccount(context, PAGE);
  const sessions = (await runSignedIn(context, PAGE, () => account.listSessions())).items;
  return {
    apps: sessions.filter(({ kind }) => kind === "app"),
    xsrf: session.xsrf,
    who: { name: session.name, clientId: session.clientId },
  };
}

/** Revokes an app's access and returns to the page. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const id = sessionIdSchema.safeParse((await request.formData()).get("session"));
  if (!id.success) return redirect(PAGE, 303);
  return runSignedIn(context, PAGE, async () => {
    const sessions = (await account.listSessions()).items;
    // This page revokes only apps. Browsers are signed out on the sessions page.
    if (sessions.some((one) => one.id === id.data && one.kind === "app"))
      await account.endSessionById(id.data);
    return redirect(PAGE, {
      status: 303,
      headers: createCookieHeaders(context.signIn?.flash("app_revoked") ?? []),
    });
  });
}

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

const MAY: Record<"read" | "trade", string> = {
  read: text.mayRead,
  trade: text.mayTrade,
};

export default function ConnectedApps() {
  const { apps, xsrf, who } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead({ name: who.name, clientId: who.clientId })} />
      {apps.length === 0 ? (
        <section className="panel empty-state">
          <span className="glyph glyph-large">
            <Blocks className="size-7 text-ink-muted" />
          </span>
          <h2 className="panel-title">{text.noAppIsConnected}</h2>
          <p>{text.appearsOnceAuthorised}</p>
          <LinkButton to="/trading-apis" kind="quiet">
            {text.partnerPlatforms}
          </LinkButton>
        </section>
      ) : (
        <ul className="grid gap-4">
          {apps.map((app) => (
            <li key={app.id} className="panel app-row p-5">
              <div>
                <h2 className="text-lg">{app.label ?? text.anApp}</h2>
                <p className="mt-1">
                  {text.mayDo({
                    app: app.label ?? text.it,
                    permissions: (app.permissions ?? ["read"]).map((one) => MAY[one]).join("; "),
                  })}
                </p>
              </div>
              <dl className="text-sm text-ink-muted">
                {[
                  [text.authorised, app.createdAt],
                  [text.lastUsed, app.lastSeenAt],
                  [text.ends, app.endsAt],
                ].map(([term, at]) => (
                  <div key={term} className="flex flex-wrap gap-x-2">
                    <dt>{term}</dt>
                    <dd>{formatDateTime(new Date(at ?? 0))}</dd>
                  </div>
                ))}
              </dl>
              <form action={PAGE} method="post" className="self-center">
                <input type="hidden" name="xsrf" value={xsrf} />
                <input type="hidden" name="session" value={app.id} />
                <SubmitButton kind="quiet">
                  {text.revoke}
                  <span className="sr-only"> {app.label ?? text.thisApp}</span>
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
