// The user's sessions: one per browser, and the API token of the user's programs, each with start, last use, and a
// button that ends it. Never cached.
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { sessionIdSchema } from "../contract/base-api/session.ts";
import { nullOn } from "../contract/site/fault.ts";
import { formatDateTime } from "../format/dates.ts";
import { localDeviceLabel } from "../frame/device-label.ts";
import { redirectSignedOut } from "../frame/sign-out.ts";
import { sessionsText as text } from "../frame/text.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { requireAccount, runSignedIn } from "../portfolio/require-account.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";

const PAGE = "/account/sessions";
const formSchema = z.union([
  z.object({ intent: z.literal("end"), session: sessionIdSchema }),
  z.object({ intent: z.enum(["end_others", "end_all"]) }),
]);

export async function loader({ context }: LoaderFunctionArgs) {
  const { account, session } = requireAccount(context, PAGE);
  const sessions = (await runSignedIn(context, PAGE, () => account.listSessions())).items;
  return {
    sessions: sessions.filter(({ kind }) => kind !== "app"),
    xsrf: session.xsrf,
    // This browser's session on the site ends before the provider's token expires.
    endsAt: session.endsAt,
    who: { name: session.name, clientId: session.clientId },
  };
}

/**
 * Ends the selected sessions and returns to the page. If the current session ends, the user is redirected to the home
 * page.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account } = requireAccount(context, PAGE);
  const form = formSchema.safeParse(Object.fromEntries(await request.formData()));
  if (!form.success) return redirect(PAGE, 303);
  const { data } = form;
  return runSignedIn(context, PAGE, async () => {
    if (data.intent === "end_all") {
      await account.endSessions({ scope: "all" });
      context.signIn?.recheckConnections();
      return redirectSignedOut(context);
    }
    if (data.intent === "end_others") await account.endSessions({ scope: "others" });
    if (data.intent === "end") {
      const { id } = await account.getSession();
      // A 404 means that the session has already ended.
      await account.endSessionById(data.session).catch(nullOn(404));
      if (id === data.session) return redirectSignedOut(context);
    }
    context.signIn?.recheckConnections();
    const flash = data.intent === "end_others" ? "others_ended" : "session_ended";
    return redirect(PAGE, { status: 303, headers: createCookieHeaders(context.signIn?.flash(flash) ?? []) });
  });
}

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

export default function Sessions() {
  const { sessions, xsrf, endsAt, who } = useLoaderData<typeof loader>();
  const hasTokens = sessions.some(({ kind }) => kind === "api_token");
  const hasOthers = sessions.some(({ kind, isCurrent }) => kind !== "api_token" && !isCurrent);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead({ name: who.name, clientId: who.clientId })}>
        <form action={PAGE} method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="xsrf" value={xsrf} />
          <button type="submit" name="intent" value="end_all" className="button button-quiet">
            {text.signOutEverywhere}
          </button>{" "}
          {hasOthers ? (
            <button type="submit" name="intent" value="end_others" className="button button-main">
              {text.signOutEverywhereElse}
            </button>
          ) : null}
        </form>
      </PageHeader>
      <TableScroll label={text.signIns} className="panel">
        <table className="table rows-table">
          <caption className="sr-only">{text.tableCaption}</caption>
          <TableHead
            columns={[
              text.device,
              text.since,
              text.lastUsed,
              text.endsBy,
              { name: text.endIt, isHidden: true },
            ]}
          />
          <tbody>
            {sessions.map((one) => (
              <SessionRow key={one.id} one={one} endsAt={endsAt} xsrf={xsrf} />
            ))}
          </tbody>
        </table>
      </TableScroll>
      {hasTokens ? (
        <p className="mt-4 max-w-[65ch] text-sm text-ink-muted">{text.tokensAreEndedApart}</p>
      ) : null}
    </>
  );
}

function SessionRow(props: { one: Data["sessions"][number]; endsAt: string; xsrf: string }) {
  const { one } = props;
  const formatTime = (at: string) => formatDateTime(new Date(at));
  return (
    <tr>
      <RowName>
        {one.kind === "api_token"
          ? text.apiToken
          : one.label === null
            ? text.aBrowser
            : localDeviceLabel(one.label)}{" "}
        {one.isCurrent ? <span className="row-under">{text.thisBrowser}</span> : null}
      </RowName>
      <td data-label={text.since}>{formatTime(one.createdAt)}</td>
      <td data-label={text.lastUsed}>{formatTime(one.lastSeenAt)}</td>
      <td data-label={text.endsBy}>{one.isCurrent ? props.endsAt : formatTime(one.endsAt)}</td>
      <td className="row-sum text-end">
        <form action={PAGE} method="post">
          <input type="hidden" name="xsrf" value={props.xsrf} />
          <input type="hidden" name="session" value={one.id} />
          <button type="submit" name="intent" value="end" className="button button-quiet">
            {one.kind === "api_token" ? text.end : text.signOut}
            <span className="sr-only">
              {" "}
              {one.isCurrent
                ? text.here
                : text.deviceSince({
                    device: one.label === null ? text.browserUnnamed : localDeviceLabel(one.label),
                    moment: formatTime(one.createdAt),
                  })}
            </span>
          </button>
        </form>
      </td>
    </tr>
  );
}
