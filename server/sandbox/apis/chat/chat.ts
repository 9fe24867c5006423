// The sandbox's chat service: stores conversations, answers by full-text search, and otherwise forwards the message to
// a person. It never invents an answer.
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import {
  CHAT_MESSAGES_AT_MOST,
  type ChatMessage,
  type Conversation,
  chatTextSchema,
} from "../../../../app/contract/base-api/chat.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { Conflict, Refusal } from "../../refusal.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { problemResponse } from "../base-api/problems.ts";
import type { Reply } from "./answers.ts";
import { addOperatorRoutes, noConversation } from "./operator-routes.ts";

const KEY = /^[\w-]{8,80}$/;

const bodySchema = z.strictObject({ text: chatTextSchema });
type Row = { sender: string; text: string; page: string | null; at: number };

export function createChat(
  db: SandboxDatabase,
  reply: (text: string, reference: string) => Reply,
  now: () => number,
  operatorKey: string,
): Hono {
  const chat = new Hono();

  function read(id: string): Conversation | null {
    const row = db.prepare("SELECT is_waiting FROM conversations WHERE id = ?").get(id) as
      | { is_waiting: number }
      | undefined;
    if (row === undefined) return null;
    const rows = db
      .prepare("SELECT sender, text, page, at FROM chat_messages WHERE conversation_id = ? ORDER BY number")
      .all(id) as Row[];
    const messages = rows.map(
      (message): ChatMessage => ({
        from: message.sender === "reader" ? "reader" : "service",
        text: message.text,
        page: message.page === null ? null : JSON.parse(message.page),
        at: new Date(message.at).toISOString(),
        ...(message.sender === "person" ? { isPerson: true } : {}),
      }),
    );
    return { id, messages, isWaiting: row.is_waiting === 1 };
  }

  chat.post("/v1/conversations", (context) => {
    const id = randomBytes(24).toString("base64url");
    db.prepare("INSERT INTO conversations (id, created_at, is_waiting) VALUES (?, ?, 0)").run(id, now());
    return context.json(read(id));
  });

  chat.get("/v1/conversations/:id", (context) => {
    const conversation = read(context.req.param("id"));
    return conversation === null ? problemResponse(noConversation()) : context.json(conversation);
  });

  chat.post("/v1/conversations/:id/messages", async (context) => {
    const id = context.req.param("id");
    const key = context.req.header("idempotency-key") ?? "";
    const body = bodySchema.safeParse(await context.req.json().catch(() => null));
    if (!body.success || !KEY.test(key))
      return problemResponse(
        new Refusal(
          422,
          body.success ? "The header Idempotency-Key is required." : (body.error.issues[0]?.message ?? ""),
        ),
      );
    return inTransaction(db, () => {
      const before = read(id);
      if (before === null) return problemResponse(noConversation());
      const isRepeated = db
        .prepare("SELECT 1 FROM chat_messages WHERE conversation_id = ? AND key = ?")
        .get(id, key);
      if (isRepeated !== undefined) return context.json(before);
      if (before.messages.length + 2 > CHAT_MESSAGES_AT_MOST)
        return problemResponse(new Conflict("This conversation is full. Start another one."));
      const answer: Reply = reply(body.data.text, referenceOf(id, before.messages.length));
      const insertMessage = db.prepare(
        "INSERT INTO chat_messages (conversation_id, sender, text, page, key, at) VALUES (?, ?, ?, ?, ?, ?)",
      );
      insertMessage.run(id, "reader", body.data.text, null, key, now());
      insertMessage.run(
        id,
        "service",
        answer.text,
        answer.page === null ? null : JSON.stringify(answer.page),
        null,
        now(),
      );
      if (!answer.isAnswered) db.prepare("UPDATE conversations SET is_waiting = 1 WHERE id = ?").run(id);
      return context.json(read(id));
    });
  });
  addOperatorRoutes(chat, { db, now, read, operatorKey });
  return chat;
}

/** Returns the reference of a message, which the user can quote to support. It grants no access to the conversation. */
function referenceOf(conversation: string, messages: number): string {
  const digest = sha256(conversation).slice(0, 6).toUpperCase();
  return `S-${digest}-${messages / 2 + 1}`;
}
