// Routes for operators: conversations, those waiting for a person first, and answers written by a person.
import type { Hono } from "hono";
import {
  CHAT_MESSAGES_AT_MOST,
  type Conversation,
  OPERATOR_KEY_HEADER,
  operatorAnswerSchema,
} from "../../../../app/contract/base-api/chat.ts";
import { isSameSecret } from "../../../crypto/constant-time.ts";
import { Conflict, Refusal } from "../../refusal.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { problemResponse } from "../base-api/problems.ts";

const KEY = /^[\w-]{8,80}$/;
/** Maximum number of listed conversations. */
const LISTED_CONVERSATIONS_MAX = 200;

export const noConversation = () => new Refusal(404, "No conversation has this id.");

export function addOperatorRoutes(
  chat: Hono,
  options: {
    db: SandboxDatabase;
    now: () => number;
    read: (id: string) => Conversation | null;
    operatorKey: string;
  },
): void {
  const { db, now, read, operatorKey } = options;

  chat.use("/v1/operator/*", async (context, next) =>
    isSameSecret(context.req.header(OPERATOR_KEY_HEADER) ?? "", operatorKey)
      ? next()
      : problemResponse(new Refusal(403, "Invalid operator key.")),
  );

  chat.get("/v1/operator/conversations", (context) => {
    const rows = db
      .prepare(
        `SELECT c.id AS id, c.is_waiting AS is_waiting, max(m.at) AS at,
          (SELECT text FROM chat_messages WHERE conversation_id = c.id AND sender = 'reader' ORDER BY number DESC LIMIT 1) AS text
         FROM conversations c JOIN chat_messages m ON m.conversation_id = c.id
         GROUP BY c.id ORDER BY c.is_waiting DESC, at DESC LIMIT ${LISTED_CONVERSATIONS_MAX}`,
      )
      .all() as { id: string; is_waiting: number; at: number; text: string }[];
    return context.json({
      items: rows.map(({ id, is_waiting, at, text }) => ({
        id,
        lastAt: new Date(at).toISOString(),
        isWaiting: is_waiting === 1,
        text,
      })),
    });
  });

  chat.post("/v1/operator/conversations/:id/messages", async (context) => {
    const id = context.req.param("id");
    const key = context.req.header("idempotency-key") ?? "";
    const body = operatorAnswerSchema.safeParse(await context.req.json().catch(() => null));
    if (!body.success || !KEY.test(key))
      return problemResponse(new Refusal(422, "A text and the header Idempotency-Key are required."));
    return inTransaction(db, () => {
      const before = read(id);
      if (before === null) return problemResponse(noConversation());
      const isRepeated = db
        .prepare("SELECT 1 FROM chat_messages WHERE conversation_id = ? AND key = ?")
        .get(id, key);
      if (isRepeated !== undefined) return context.json(before);
      // One answer is possible in a conversation that is full for the user.
      if (before.messages.length > CHAT_MESSAGES_AT_MOST)
        return problemResponse(new Conflict("This conversation is full."));
      db.prepare(
        "INSERT INTO chat_messages (conversation_id, sender, text, page, key, at) VALUES (?, 'person', ?, NULL, ?, ?)",
      ).run(id, body.data.text, key, now());
      db.prepare("UPDATE conversations SET is_waiting = 0 WHERE id = ?").run(id);
      return context.json(read(id));
    });
  });
}
