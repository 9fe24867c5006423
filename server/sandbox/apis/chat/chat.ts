// The sandbox's chat service: keeps conversations, answers from what it knows by full-text search, and otherwise takes the
// message for a person. It never makes an answer up.
import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import MiniSearch from "minisearch";
import { z } from "zod";
import {
  CHAT_MESSAGES_AT_MOST,
  type ChatMessage,
  type Conversation,
  chatTextSchema,
} from "../../../../app/wire/chat.ts";
import type { Catalogue } from "../../algos/catalogue/build-catalogue.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import { problem, refuse } from "../base-api/problems.ts";
import { ANSWERS, type Answer } from "./knowledge.ts";

/** Below this score the words have too little in common with anything known. */
const GOOD_ENOUGH = 6;
/** Words that every question has and no subject is told by. */
const EMPTY_WORDS = new Set(
  "a an and are at be by can do does for from get has have here how i in is it me my not of on one or should that the there this to up was what when where which who why will with you your".split(
    " ",
  ),
);
const KEY = /^[\w-]{8,80}$/;
const KEPT_FOR_MS = 30 * 24 * 60 * 60_000;

const bodySchema = z.strictObject({ text: chatTextSchema });
type Row = { sender: string; text: string; page: string | null; at: number };

export function createChat(db: SandboxDatabase, catalogue: Catalogue, now: () => number): Hono {
  const chat = new Hono();
  const answers: Answer[] = [
    ...ANSWERS,
    ...catalogue.strategies.map((strategy) => ({
      question: `What does ${strategy.name} do?`,
      words: `${strategy.name} ${strategy.manager.name}`,
      text: `${strategy.name}: ${strategy.summary} Minimum amount ${strategy.minAmountRupees.toLocaleString("en-IN")} rupees.`,
      page: { path: `/algos/managers/${strategy.manager.id}/${strategy.id}`, title: strategy.name },
    })),
  ];
  const index = new MiniSearch<Answer & { id: number }>({
    fields: ["question", "words", "text"],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return EMPTY_WORDS.has(word) ? null : word;
    },
    searchOptions: {
      boost: { question: 3, words: 2 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(answers.map((answer, id) => ({ id, ...answer })));

  function reply(text: string): { text: string; page: Answer["page"]; isKnown: boolean } {
    const best = index.search(text, { combineWith: "OR" })[0];
    const answer = best !== undefined && best.score >= GOOD_ENOUGH ? answers[best.id] : undefined;
    if (answer !== undefined) return { text: answer.text, page: answer.page, isKnown: true };
    return {
      text: "I have no answer to that. Your message is kept for a person; leave an email address in the next message if you want the answer there.",
      page: { path: "/support", title: "Other ways to reach us" },
      isKnown: false,
    };
  }

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
      }),
    );
    return { id, messages, isWaiting: row.is_waiting === 1 };
  }

  chat.post("/v1/conversations", (context) => {
    db.prepare("DELETE FROM conversations WHERE created_at < ?").run(now() - KEPT_FOR_MS);
    const id = randomBytes(24).toString("base64url");
    db.prepare("INSERT INTO conversations (id, created_at, is_waiting) VALUES (?, ?, 0)").run(id, now());
    return context.json(read(id));
  });

  chat.get("/v1/conversations/:id", (context) => {
    const conversation = read(context.req.param("id"));
    return conversation === null ? refuse(noConversation()) : context.json(conversation);
  });

  chat.post("/v1/conversations/:id/messages", async (context) => {
    const id = context.req.param("id");
    const key = context.req.header("idempotency-key") ?? "";
    const body = bodySchema.safeParse(await context.req.json().catch(() => null));
    if (!body.success || !KEY.test(key))
      return refuse(
        problem(
          422,
          "Not accepted",
          body.success ? "An Idempotency-Key is needed." : (body.error.issues[0]?.message ?? ""),
        ),
      );
    return inTransaction(db, () => {
      const before = read(id);
      if (before === null) return refuse(noConversation());
      const isThere = db
        .prepare("SELECT 1 FROM chat_messages WHERE conversation_id = ? AND key = ?")
        .get(id, key);
      if (isThere !== undefined) return context.json(before);
      if (before.messages.length + 2 > CHAT_MESSAGES_AT_MOST)
        return refuse(problem(409, "Conflict", "This conversation is full. Begin another one."));
      const answer = reply(body.data.text);
      const put = db.prepare(
        "INSERT INTO chat_messages (conversation_id, sender, text, page, key, at) VALUES (?, ?, ?, ?, ?, ?)",
      );
      put.run(id, "reader", body.data.text, null, key, now());
      put.run(
        id,
        "service",
        answer.text,
        answer.page === null ? null : JSON.stringify(answer.page),
        null,
        now(),
      );
      if (!answer.isKnown) db.prepare("UPDATE conversations SET is_waiting = 1 WHERE id = ?").run(id);
      return context.json(read(id));
    });
  });
  return chat;
}

function noConversation() {
  return problem(404, "Not found", "There is no such conversation.");
}
