// Tracklists: named lists of algos. Forms add and remove algos, rename, share and delete a list, and undo a deletion. A
// rejected form shows the entered text and the reason.

import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { z } from "zod";
import { idSchema } from "../../contract/base-api/strategy.ts";
import { TRACKLIST_NOTE_CHARS } from "../../contract/base-api/tracklist.ts";
import { type PageHandle, PRICE_QUERY } from "../../contract/site/page-handle.ts";
import { EvidenceText } from "../../evidence/evidence-notes.tsx";
import { readRefusal } from "../../http/problem.ts";
import { safeReturnPath } from "../../http/safe-redirect.ts";
import { saveJointPath } from "../../marketplace/strategy-path.ts";
import { requireAccount, runSignedIn } from "../../portfolio/require-account.ts";
import { SignedOut } from "../../portfolio/signed-out.tsx";
import { trackOnFirstList } from "../../portfolio/track.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { StrategyGlyph } from "../../ui/strategy-glyph.tsx";
import { AddPanel } from "./add-panel.tsx";
import { ListSection } from "./list-section.tsx";
import { loadTracklists } from "./load.ts";
import { NewList } from "./new-list.tsx";
import { readJoint, SaveJoint, saveJoint } from "./save-joint.tsx";
import { pageText as text } from "./text.ts";

const PAGE = "/algos/tracklist";

export const handle: PageHandle = {
  cards: true,
  styles: "records",
  query: ["add", "id", "lots", "tracked", "name", "deleted", "rename", "note", "order", ...PRICE_QUERY],
  live: () => [],
};

export function loader(args: LoaderFunctionArgs) {
  return loadTracklists(args);
}

const listId = z.uuid(text.aTracklistOfYours);
const intentSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create"),
    name: z.string(),
    key: z.string(),
    strategy: z.string().optional(),
  }),
  z.object({ intent: z.literal("save"), name: z.string(), key: z.string() }),
  z.object({ intent: z.literal("rename"), list: listId, name: z.string() }),
  z.object({ intent: z.literal("note"), list: listId, strategy: idSchema, note: z.string() }),
  z.object({ intent: z.enum(["share", "unshare"]), list: listId }),
  z.object({ intent: z.enum(["delete", "restore"]), list: listId }),
  z.object({ intent: z.literal("track_first"), strategy: idSchema, back: z.string().optional() }),
  z.object({
    intent: z.enum(["track", "untrack"]),
    list: listId,
    strategy: idSchema,
    // Path of the page that the user came from, for forms on algo cards.
    back: z.string().optional(),
  }),
]);

/** Response to a rejected form. `name` is the entered text: a list's name, or a note if `strategy` is set. */
export type Refused = {
  list: string | null;
  intent: string;
  name: string;
  strategy: string | null;
  words: string;
  /** Title and idempotency key of a save that failed midway. */
  title?: string;
  key?: string;
};

/**
 * Returns the page's address with the entered text (the name of a new list, a changed name, or a note) and the algo to
 * track.
 */
function returnPath({ intent, name, list, strategy, note }: Record<string, unknown>): string {
  const isNote = intent === "note";
  const typed = isNote ? note : name;
  const text = typeof typed === "string" ? typed.slice(0, TRACKLIST_NOTE_CHARS) : "";
  const on = idSchema.safeParse(strategy);
  if (intent === "create" || intent === "track" || intent === "track_first") {
    const query = { ...(text === "" ? {} : { name: text }), ...(on.success ? { add: on.data } : {}) };
    return `${PAGE}?${new URLSearchParams(query)}`.replace(/\?$/, "");
  }
  const id = z.uuid().safeParse(list);
  if (!id.success || text === "" || (intent !== "rename" && !isNote)) return PAGE;
  if (isNote && !on.success) return PAGE;
  const place = { rename: id.data, name: text, ...(isNote && on.success ? { note: on.data } : {}) };
  return `${PAGE}?${new URLSearchParams(place)}`;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = Object.fromEntries(await request.formData());
  const joint = readJoint(new URL(request.url).searchParams);
  // If the session has ended, the user returns after sign-in to an address with the entered text, or the algos to save.
  const returnTo = joint === null ? returnPath(fields) : saveJointPath(joint.ids, joint.lots);
  const { account } = requireAccount(context, returnTo);
  const parsed = intentSchema.safeParse(fields);
  if (!parsed.success || (parsed.data.intent === "save" && joint === null))
    return json<Refused>(
      {
        list: null,
        intent: "",
        name: "",
        strategy: null,
        words: text.formNotUnderstood,
      },
      { status: 422 },
    );
  const form = parsed.data;
  return runSignedIn(context, returnTo, async () => {
    try {
      switch (form.intent) {
        case "create": {
          const list = await account.createTracklist({ name: form.name }, form.key);
          if (form.strategy === undefined) return redirect(`${PAGE}#list-${list.id}`, 303);
          await account.trackStrategy(list.id, form.strategy);
          return redirect(`${PAGE}?tracked=${form.strategy}`, 303);
        }
        case "save":
          return joint === null ? redirect(PAGE, 303) : await saveJoint(account, joint, form.name, form.key);
        case "rename":
          await account.changeTracklist(form.list, { name: form.name });
          return redirect(`${PAGE}#list-${form.list}`, 303);
        case "note":
          await account.noteStrategy(form.list, form.strategy, { note: form.note });
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
      const { message, init } = await readRefusal(fault, [404, 409, 422]);
      return json<Refused>(
        {
          list: "list" in form ? form.list : null,
          intent: form.intent,
          name: form.intent === "note" ? form.note : "name" in form ? form.name : "",
          strategy: form.intent === "note" ? form.strategy : null,
          words: message,
        },
        init,
      );
    }
  });
}

export const meta = fixedMeta(text, PAGE, { isIndexed: false });

export default function Tracklists() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() as Refused | undefined;
  return (
    <>
      {data.isSignedIn ? (
        <Lists data={data} refused={refused} />
      ) : (
        <SignedOut title={text.title} sentence={text.signedOut} action={text.signIn} returnTo={PAGE} />
      )}
    </>
  );
}

type SignedIn = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isSignedIn: true }>;

function Lists(props: { data: SignedIn; refused: Refused | undefined }) {
  const { data, refused } = props;
  const { lists, xsrf, adding, newKey } = data;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const filledLists = lists.filter(({ items }) => items.length > 0);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        {lists.length === 0 ? null : <LinkButton to="/algos">{text.addAnAlgo}</LinkButton>}
      </PageHeader>
      {filledLists.length < 2 ? null : (
        <ul aria-label={text.title} className="no-print mb-4 flex flex-wrap gap-2">
          {filledLists.map(({ id, name, items }) => (
            <li key={id}>
              <a href={`#list-${id}`} className="chip">
                {name} {items.length}
              </a>
            </li>
          ))}
        </ul>
      )}
      <Notices data={data} refused={refused} />
      {data.joint === null ? null : (
        <SaveJoint
          joint={data.joint}
          names={data.joint.names}
          xsrf={xsrf}
          newKey={newKey}
          refused={refused?.intent === "save" ? refused : null}
        />
      )}
      {adding === null ? null : <AddPanel strategy={adding} lists={lists} xsrf={xsrf} />}
      {lists.length === 0 && adding === null && data.joint === null ? (
        <section className="panel empty-state">
          <StrategyGlyph kind="condor" size="large" />
          <h2 className="panel-title">{text.noneYet}</h2>
          <p>{text.noneYetMeans}</p>
          <LinkButton to="/algos">{text.findAlgos}</LinkButton>
        </section>
      ) : null}
      {[...lists].sort(emptyLast).map((list) => (
        <ListSection
          key={list.id}
          list={list}
          xsrf={xsrf}
          refused={refused?.list === list.id ? refused : null}
          amount={data.amount}
          order={data.order}
          typed={data.typed?.list === list.id ? data.typed : null}
          origin={root?.publicOrigin ?? ""}
        />
      ))}
      {data.joint === null ? (
        <NewList
          xsrf={xsrf}
          newKey={newKey}
          name={data.newName}
          isFirst={lists.length === 0}
          strategy={adding?.id ?? null}
          refused={refused?.intent === "create" ? refused : null}
        />
      ) : null}
      {lists.some(({ items }) => items.some(({ strip }) => strip?.kind === "shown")) ? (
        <EvidenceText classes={["backtest", "live"]} isSimulated={root?.site.isSimulated ?? false} />
      ) : null}
    </>
  );
}

/** Compares lists so that empty ones come last and the order is otherwise unchanged. */
const emptyLast = (one: { items: unknown[] }, other: { items: unknown[] }) =>
  Number(one.items.length === 0) - Number(other.items.length === 0);

const NAME_FIELDS: Record<string, string> = { create: "#new-name", save: "#save-name" };

/** Shows the result of the submitted form. */
function Notices(props: { data: SignedIn; refused: Refused | undefined }) {
  const { data, refused } = props;
  return (
    <>
      {refused === undefined ? null : (
        <div className="max-w-2xl">
          <ErrorSummary
            title={refused.title ?? text.nothingWasChanged}
            faults={[{ href: NAME_FIELDS[refused.intent] ?? null, message: refused.words }]}
          />
        </div>
      )}
      {data.tracked === null ? null : (
        <div className="mb-6 max-w-2xl">
          <Notice kind="info">
            <p>{text.isOnYourList(data.tracked)}</p>
          </Notice>
        </div>
      )}
      {data.deleted === null ? null : (
        <form action={PAGE} method="post" className="mb-6 max-w-2xl">
          <Notice kind="info" title={text.listDeleted}>
            <input type="hidden" name="xsrf" value={data.xsrf} />
            <input type="hidden" name="list" value={data.deleted} />
            <button type="submit" name="intent" value="restore" className="button button-quiet mt-2">
              {text.takeItBack}
            </button>
          </Notice>
        </form>
      )}
    </>
  );
}
