// The sandbox's chat service: stores conversations, answers by full-text search, and otherwise forwards the message to
// a person. It never invents an answer.
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import {
  CHAT_MESSAGES_MAX,
  type ChatMessage,
  type Conversation,
  chatTextSchema,
  OPERATOR_KEY_HEADER,
  operatorAnswerSchema,
} from "../../../../app/contract/base-api/chat.ts";
import { isSameSecret } from "../../../crypto/constant-time.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { Conflict, Refusal } from "../../refusal.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { problemResponse } from "../base-api/problems.ts";
import type { Reply } from "./answers.ts";

const KEY = /^[\w-]{8,80}$/;
const LISTED_CONVERSATIONS_MAX = 200;

const bodySchema = z.strictObject({ text: chatTextSchema });
type MessageRow = { sender: string; text: string; page: string | null; at: number };

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
      .all(id) as MessageRow[];
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
      if (before.messages.length + 2 > CHAT_MESSAGES_MAX)
        return problemResponse(new Conflict("This conversation is full. Start another one."));
      const answer: Reply = reply(body.data.text, createReference(id, before.messages.length));
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
function createReference(conversation: string, messages: number): string {
  const digest = sha256(conversation).slice(0, 6).toUpperCase();
  return `S-${digest}-${messages / 2 + 1}`;
}

const noConversation = () => new Refusal(404, "No conversation has this id.");

/** Routes for operators: conversations, those waiting for a person first, and answers written by a person. */
function addOperatorRoutes(
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
      if (before.messages.length > CHAT_MESSAGES_MAX)
        return problemResponse(new Conflict("This conversation is full."));
      db.prepare(
        "INSERT INTO chat_messages (conversation_id, sender, text, page, key, at) VALUES (?, 'person', ?, NULL, ?, ?)",
      ).run(id, body.data.text, key, now());
      db.prepare("UPDATE conversations SET is_waiting = 0 WHERE id = ?").run(id);
      return context.json(read(id));
    });
  });
}
