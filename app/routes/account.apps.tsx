// Apps that the reader has authorised to use the account, each with what it may do and a way to revoke it. Private: never kept by anybody.
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { formatMoment } from "../format/dates.ts";
import { withCookies } from "../http/cookies.ts";
import { asSignedIn, requireAccount } from "../portfolio/require-account.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { sessionIdSchema } from "../wire/session.ts";

const PAGE = "/account/apps";

export async function loader({ context }: LoaderFunctionArgs) {
  const { account, session } = requireAccount(context, PAGE);
  const sessions = (await asSignedIn(context, PAGE, () => account.listSessions())).items;
  return {
    apps: sessions.filter(({ kind }) => kind === "app"),
    xsrf: session.xsrf,
    who: { name: session.name, clientId: session.clientId },
  };
}

/** Revokes one app and comes back. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const id = sessionIdSchema.safeParse((await request.formData()).get("session"));
  if (!id.success) return redirect(PAGE, 303);
  return asSignedIn(context, PAGE, async () => {
    const sessions = (await account.listSessions()).items;
    // Of an app alone: a browser is signed out on its own page.
    if (sessions.some((one) => one.id === id.data && one.kind === "app"))
      await account.endSessionById(id.data);
    return redirect(PAGE, { status: 303, headers: withCookies(context.signIn?.flash("app_revoked") ?? []) });
  });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Connected apps",
    description: "Apps and platforms that you authorised to use this account, and how to revoke each.",
    path: PAGE,
    isIndexed: false,
  });

const MAY: Record<"read" | "trade", string> = {
  read: "view your profile, funds, holdings, positions and orders",
  trade: "place, change and cancel orders, and close positions",
};

export default function ConnectedApps() {
  const { apps, xsrf, who } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Connected apps"
        lead={`${who.name}, client ${who.clientId}. Apps you authorised; revoking one ends its access at once. Orders it placed stay.`}
      />
      {apps.length === 0 ? (
        <div className="panel max-w-[65ch] p-5">
          <p className="font-semibold">No app is connected.</p>
          <p className="mt-1 text-ink-muted">
            An app appears here once you authorise it on the sign-in page. It never sees your PIN.
          </p>
          <p className="mt-3">
            <a href="/trading-apis" className="link py-1">
              Partner platforms
            </a>
          </p>
        </div>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2">
          {apps.map((app) => (
            <li key={app.id} className="panel flex flex-col p-5">
              <h2 className="text-lg">{app.label ?? "An app"}</h2>
              <p className="mt-1">
                {app.label ?? "It"} can {(app.permissions ?? ["read"]).map((one) => MAY[one]).join("; ")}.
              </p>
              <dl className="mt-3 text-sm text-ink-muted">
                {[
                  ["Authorised", app.createdAt],
                  ["Last used", app.lastSeenAt],
                  ["Ends by", app.endsAt],
                ].map(([term, at]) => (
                  <div key={term} className="flex flex-wrap gap-x-2">
                    <dt>{term}</dt>
                    <dd>{formatMoment(new Date(at ?? 0))}</dd>
                  </div>
                ))}
              </dl>
              <form action={PAGE} method="post" className="mt-auto pt-4">
                <input type="hidden" name="xsrf" value={xsrf} />
                <input type="hidden" name="session" value={app.id} />
                <button type="submit" className="button button-quiet">
                  Revoke<span className="sr-only"> {app.label ?? "this app"}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
