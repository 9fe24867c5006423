// Data of the tracklists page: the lists, their algos, permitted figures of the algos' records, and text that the user
// entered before signing in again.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import type { SiteContext } from "../../context.ts";
import { idSchema, type StrategySummary } from "../../contract/base-api/strategy.ts";
import { TRACKLIST_NOTE_CHARS } from "../../contract/base-api/tracklist.ts";
import { READER_AMOUNT_DEFAULT } from "../../domain/reader-amount.ts";
import { STRATEGY_STATES } from "../../domain/vocabulary.ts";
import { evidenceForReader } from "../../evidence/at-amount.ts";
import { loadStrips } from "../../evidence/evidence-strip.ts";
import { loadSinceAdded } from "../../evidence/since-added.ts";
import { requireAccount, runSignedIn } from "../../portfolio/require-account.ts";
import { readListOrder } from "./list-order.ts";
import { readJoint } from "./save-joint.tsx";
import type { Tracked } from "./tracked-item.tsx";

const PAGE = "/algos/tracklist";
const LIST_PAGE = 100;

/** Loads the lists with their algos. A signed-out user who followed “Track” is redirected to the sign-in. */
export async function loadTracklists({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const adding = idSchema.safeParse(searchParams.get("add"));
  const joint = readJoint(searchParams);
  if (!context.session) {
    if (joint !== null && context.signIn) requireAccount(context, `${PAGE}?${searchParams}`);
    if (adding.success && context.signIn) throw redirect(`/login?track=${adding.data}`, 303);
    return { isSignedIn: false as const };
  }
  const { account, session } = requireAccount(context, PAGE);
  return runSignedIn(context, `${PAGE}${new URL(request.url).search}`, async () => {
    const lists = (await account.listTracklists()).items;
    const requestedIds = new Set(lists.flatMap((list) => list.strategyIds));
    const tracked = idSchema.safeParse(searchParams.get("tracked"));
    for (const id of [adding, tracked]) if (id.success) requestedIds.add(id.data);
    for (const id of joint?.ids ?? []) requestedIds.add(id);
    const strategies = await readStrategies(context, [...requestedIds]);
    const byId = new Map(strategies.map((strategy) => [strategy.id, strategy]));
    const evidence = evidenceForReader(context);
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
    const indexOf = new Map(strategies.map(({ id }, index) => [id, index]));
    const itemOf = (strategy: StrategySummary, list: number): Tracked => {
      const index = indexOf.get(strategy.id) ?? -1;
      return {
        strategy,
        strip: strips[index] ?? null,
        since: since[list]?.[strategy.id] ?? null,
        note: lists[list]?.notes?.[strategy.id] ?? "",
      };
    };
    const rename = z.uuid().safeParse(searchParams.get("rename"));
    return {
      isSignedIn: true as const,
      xsrf: session.xsrf,
      // Idempotency key, so that a repeated submission creates one list.
      newKey: context.requestId ?? "",
      newName: rename.success ? "" : (searchParams.get("name") ?? "").slice(0, 80),
      order: readListOrder(searchParams.get("order")),
      amount: context.amount ?? READER_AMOUNT_DEFAULT,
      // Text that the user had entered when the session ended.
      typed: rename.success
        ? {
            list: rename.data,
            name: (searchParams.get("name") ?? "").slice(0, TRACKLIST_NOTE_CHARS),
            strategy: idSchema.safeParse(searchParams.get("note")).data ?? null,
          }
        : null,
      lists: lists.map((list, index) => ({
        ...list,
        items: list.strategyIds.flatMap((id) => {
          const strategy = byId.get(id);
          return strategy === undefined ? [] : [itemOf(strategy, index)];
        }),
        missing: list.strategyIds.filter((id) => !byId.has(id)).length,
      })),
      adding: adding.success ? (byId.get(adding.data) ?? null) : null,
      joint: joint?.ids.every((id) => byId.has(id))
        ? { ...joint, names: joint.ids.map((id) => byId.get(id)?.name ?? "") }
        : null,
      tracked: tracked.success ? (byId.get(tracked.data)?.name ?? null) : null,
      deleted: z.uuid().safeParse(searchParams.get("deleted")).data ?? null,
    };
  });
}

async function readStrategies(context: Partial<SiteContext>, ids: readonly string[]) {
  const strategies: StrategySummary[] = [];
  for (let from = 0; from < ids.length; from += LIST_PAGE) {
    const page = await context.provider?.listStrategies({
      id: ids.slice(from, from + LIST_PAGE),
      state: [...STRATEGY_STATES],
      limit: LIST_PAGE,
    });
    strategies.push(...(page?.items ?? []));
  }
  return strategies;
}
