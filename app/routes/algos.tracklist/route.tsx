// Tracklists: named lists of algos. Reading, adding, removing, renaming, sharing, deleting and taking a deletion back are
// forms; a change that is not accepted comes back with what was typed and why.

import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { z } from "zod";
import { loadStrips } from "../../evidence/evidence-strip.ts";
import { EvidenceWords } from "../../evidence/evidence-words.tsx";
import { isKept } from "../../evidence/load-evidence.ts";
import { loadSinceAdded } from "../../evidence/since-added.ts";
import { readProblem } from "../../http/problem.ts";
import { safeReturnPath } from "../../http/safe-redirect.ts";
import { asSignedIn, requireAccount } from "../../portfolio/require-account.ts";
import { SignedOut } from "../../portfolio/signed-out.tsx";
import { trackOnFirstList } from "../../portfolio/track.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import type { PageHandle } from "../../wire/page-handle.ts";
import { READER_AMOUNT_DEFAULT } from "../../wire/reader-amount.ts";
import { idSchema, type StrategySummary } from "../../wire/strategy.ts";
import { STRATEGY_STATES } from "../../wire/vocabulary.ts";
import { AddPanel } from "./add-panel.tsx";
import { ListSection } from "./list-section.tsx";
import { NewList } from "./new-list.tsx";

const PAGE = "/algos/tracklist";
const LIST_PAGE = 100;

export const handle: PageHandle = { cards: true, query: ["add", "tracked", "name", "deleted", "rename"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const adding = idSchema.safeParse(searchParams.get("add"));
  if (!context.session) {
    if (adding.success && context.signIn) throw redirect(`/login?track=${adding.data}`, 303);
    return { isSignedIn: false as const };
  }
  const { account, session } = requireAccount(context, PAGE);
  return asSignedIn(context, `${PAGE}${new URL(request.url).search}`, async () => {
    const lists = (await account.listTracklists()).items;
    const wanted = new Set(lists.flatMap((list) => list.strategyIds));
    const tracked = idSchema.safeParse(searchParams.get("tracked"));
    for (const id of [adding, tracked]) if (id.success) wanted.add(id.data);
    const strategies: StrategySummary[] = [];
    const ids = [...wanted];
    for (let from = 0; from < ids.length; from += LIST_PAGE) {
      const page = await context.provider?.listStrategies({
        id: ids.slice(from, from + LIST_PAGE),
        state: [...STRATEGY_STATES],
        limit: LIST_PAGE,
      });
      strategies.push(...(page?.items ?? []));
    }
    const byId = new Map(strategies.map((strategy) => [strategy.id, strategy]));
    const evidence = isKept(context) ? undefined : context.evidence;
    const [strips, since] = await Promise.all([
      loadStrips(evidence, strategies),
      Promise.all(
        lists.map((list) =>
          loadSinceAdded(
            evidence,
            list.strategyIds.flatMap((id) => byId.get(id) ?? []),
            list.addedAt ?? {},
          ),
        ),
      ),
    ]);
    const stripOf = new Map(strategies.map(({ id }, index) => [id, strips[index]]));
    const rename = z.uuid().safeParse(searchParams.get("rename"));
    return {
      isSignedIn: true as const,
      xsrf: session.xsrf,
      // Rendered into the form, so that sending it twice makes one list.
      newKey: context.requestId ?? "",
      newName: rename.success ? "" : (searchParams.get("name") ?? "").slice(0, 80),
      amount: context.amount ?? READER_AMOUNT_DEFAULT,
      // Typed before a sign-in that came in between.
      renaming: rename.success
        ? { list: rename.data, name: (searchParams.get("name") ?? "").slice(0, 80) }
        : null,
      lists: lists.map((list, index) => ({
        ...list,
        strategies: list.strategyIds.flatMap((id) => byId.get(id) ?? []),
        strips: Object.fromEntries(list.strategyIds.map((id) => [id, stripOf.get(id) ?? null])),
        since: since[index] ?? {},
        missing: list.strategyIds.filter((id) => !byId.has(id)).length,
      })),
      adding: adding.success ? (byId.get(adding.data) ?? null) : null,
      tracked: tracked.success ? (byId.get(tracked.data)?.name ?? null) : null,
      deleted: z.uuid().safeParse(searchParams.get("deleted")).data ?? null,
    };
  });
}

const listId = z.uuid("a tracklist of yours");
const intentSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    name: z.string(),
    key: z.string(),
    strategy: z.string().optional(),
  }),
  z.object({ intent: z.literal("rename"), list: listId, name: z.string() }),
  z.object({ intent: z.enum(["share", "unshare"]), list: listId }),
  z.object({ intent: z.enum(["delete", "restore"]), list: listId }),
  z.object({ intent: z.literal("track_first"), strategy: idSchema, back: z.string().optional() }),
  z.object({
    intent: z.enum(["track", "untrack"]),
    list: listId,
    strategy: idSchema,
    // From a card: the page that the card stands on.
    back: z.string().optional(),
  }),
]);

export type Refused = { list: string | null; intent: string; name: string; words: string };

/** The page with the name that was typed, for a new list or for one that was to be renamed. */
function returnPathOf({ intent, name, list }: Record<string, unknown>): string {
  const typed = typeof name === "string" ? name.slice(0, 80) : "";
  const id = z.uuid().safeParse(list);
  if (typed === "" || (intent !== "create" && intent !== "rename")) return PAGE;
  if (intent === "create") return `${PAGE}?${new URLSearchParams({ name: typed })}`;
  return id.success ? `${PAGE}?${new URLSearchParams({ rename: id.data, name: typed })}` : PAGE;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = Object.fromEntries(await request.formData());
  // A session that has ended in between: signed in again, the name that was typed is still there.
  const returnTo = returnPathOf(fields);
  const { account } = requireAccount(context, returnTo);
  const parsed = intentSchema.safeParse(fields);
  if (!parsed.success)
    return json<Refused>(
      {
        list: null,
        intent: "",
        name: "",
        words: "The form was not understood. Try it again from this page.",
      },
      { status: 422 },
    );
  const form = parsed.data;
  return asSignedIn(context, returnTo, async () => {
    try {
      switch (form.intent) {
        case "create": {
          const list = await account.createTracklist({ name: form.name }, form.key);
          if (form.strategy === undefined) return redirect(`${PAGE}#list-${list.id}`, 303);
          await account.trackStrategy(list.id, form.strategy);
          return redirect(`${PAGE}?tracked=${form.strategy}`, 303);
        }
        case "rename":
          await account.changeTracklist(form.list, { name: form.name });
          return redirect(`${PAGE}#list-${form.list}`, 303);
        case "share":
        case "unshare":
          await account.changeTracklist(form.list, { isShared: form.intent === "share" });
          return redirect(`${PAGE}#list-${form.list}`, 303);
        case "delete":
          await account.deleteTracklist(form.list);
          return redirect(`${PAGE}?deleted=${form.list}`, 303);
        case "restore":
          await account.restoreTracklist(form.list);
          return redirect(`${PAGE}#list-${form.list}`, 303);
        case "track_first": {
          const path = await trackOnFirstList(account, form.strategy);
          return redirect(path.includes("tracked=") ? safeReturnPath(form.back, path) : path, 303);
        }
        case "track":
          await account.trackStrategy(form.list, form.strategy);
          return redirect(`${PAGE}?tracked=${form.strategy}`, 303);
        case "untrack":
          await account.untrackStrategy(form.list, form.strategy);
          return redirect(safeReturnPath(form.back, `${PAGE}#list-${form.list}`), 303);
      }
    } catch (fault) {
      if (!(fault instanceof Response) || ![404, 409, 422].includes(fault.status)) throw fault;
      const words = readProblem(fault.status, await fault.json().catch(() => null)).detail;
      return json<Refused>(
        {
          list: "list" in form ? form.list : null,
          intent: form.intent,
          name: "name" in form ? form.name : "",
          words,
        },
        { status: fault.status },
      );
    }
  });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Tracklists",
    description: "Named lists of algos you keep an eye on, yours alone until you share one.",
    path: PAGE,
    isIndexed: false,
  });

export default function Tracklists() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused | undefined;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const crumbs = (
    <Breadcrumbs
      crumbs={[
        { title: "Home", path: "/" },
        { title: "Algos", path: "/algos" },
      ]}
      here="Tracklists"
    />
  );
  if (!data.isSignedIn)
    return (
      <>
        {crumbs}
        <SignedOut
          title="Tracklists"
          sentence="You are signed out. Tracklists belong to an account, so there is nothing to show yet."
          action="Sign in to see your tracklists"
          returnTo={PAGE}
        />
      </>
    );
  const { lists, xsrf, adding, newKey } = data;
  return (
    <>
      {crumbs}
      <PageHeader title="Tracklists" lead="Yours alone, until you share one." />
      {refused === undefined ? null : (
        <div className="mb-6 max-w-2xl">
          <Notice kind="warn" title="Nothing was changed" isAlert>
            <p>{refused.words}</p>
          </Notice>
        </div>
      )}
      {data.tracked === null ? null : (
        <div className="mb-6 max-w-2xl">
          <Notice kind="info">
            <p>{data.tracked} is on your list.</p>
          </Notice>
        </div>
      )}
      {data.deleted === null ? null : (
        <form action={PAGE} method="post" className="mb-6 max-w-2xl">
          <Notice kind="info" title="The tracklist is deleted">
            <input type="hidden" name="xsrf" value={xsrf} />
            <input type="hidden" name="list" value={data.deleted} />
            <button type="submit" name="intent" value="restore" className="button button-quiet mt-2">
              Take it back
            </button>
          </Notice>
        </form>
      )}
      {adding === null ? null : <AddPanel strategy={adding} lists={lists} xsrf={xsrf} />}
      {lists.length === 0 && adding === null ? (
        <p className="mb-6 max-w-[65ch]">
          You have no tracklist yet. Make one here, or choose “Track” on any algo.
        </p>
      ) : null}
      {lists.some(({ strips }) => Object.values(strips).some((strip) => strip?.kind === "shown")) ? (
        <div className="mb-6">
          <EvidenceWords classes={["backtest", "live"]} isSimulated={root?.site.isSimulated ?? false} />
        </div>
      ) : null}
      {lists.map((list) => (
        <ListSection
          key={list.id}
          list={list}
          xsrf={xsrf}
          refused={refused?.list === list.id ? refused : null}
          amount={data.amount}
          typedName={data.renaming?.list === list.id ? data.renaming.name : null}
          origin={root?.publicOrigin ?? ""}
        />
      ))}
      <NewList
        xsrf={xsrf}
        newKey={newKey}
        name={data.newName}
        strategy={adding?.id ?? null}
        refused={refused?.intent === "create" ? refused : null}
      />
    </>
  );
}
