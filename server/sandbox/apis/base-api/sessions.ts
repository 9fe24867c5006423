// Base API handlers for sessions: the calling client, its valid tokens, and their revocation.
import type { AccountSession, SessionList } from "../../../../app/contract/base-api/session.ts";
import { findAnyClient } from "../../accounts/api-accounts.ts";
import { endSignIns, endTokenById, listTokens } from "../../accounts/tokens.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

const iso = (ms: number) => new Date(ms).toISOString();

export function sessionHandlers({ db, now }: { db: SandboxDatabase; now: () => number }) {
  return {
    getSession: ({ token: { id, kind, clientId, createdAt, expiresAt } }): AccountSession => ({
      id,
      kind,
      clientId,
      name: findAnyClient(db, clientId)?.name ?? "",
      createdAt: iso(createdAt),
      endsAt: iso(expiresAt),
    }),
    endSession: ({ clientId, token }) => {
      endTokenById(db, clientId, token.id);
      return true;
    },
    listSessions: ({ clientId, token: own }): SessionList => ({
      items: listTokens(db, clientId, now()).map((token) => ({
        id: token.id,
        kind: token.kind,
        label: token.label,
        ...(token.kind === "app" ? { permissions: [...token.scopes] } : {}),
        createdAt: iso(token.createdAt),
        lastSeenAt: iso(token.lastSeenAt),
        endsAt: iso(token.expiresAt),
        isCurrent: token.id === own.id,
      })),
    }),
    endSessionById: ({ clientId, path }) =>
      requireFound(endTokenById(db, clientId, path.id) || null, "No session with this id was found."),
    endSessions: ({ token, query }) => {
      endSignIns(db, token.clientId, query.scope === "all" ? null : token.id);
      return true;
    },
  } satisfies Partial<Handlers>;
}
