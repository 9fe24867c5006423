// A conversation never has more messages than the contract allows, so that it can always be read.
import { expect, it } from "vitest";
import {
  CHAT_MESSAGES_MAX,
  conversationSchema,
  OPERATOR_KEY_HEADER,
} from "../../../../app/contract/base-api/chat.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { createChat } from "./chat.ts";

it("refuses an operator's second answer in a full conversation", async () => {
  const db = openMemoryDatabase();
  const reply = () => ({ text: "An answer.", page: null, isAnswered: true });
  const chat = createChat(db, reply, () => 0, "operator-secret");
  const { id } = await (await chat.request("/v1/conversations", { method: "POST" })).json();
  const post = (path: string, key: string) =>
    chat.request(path, {
      method: "POST",
      headers: { "idempotency-key": key, [OPERATOR_KEY_HEADER]: "operator-secret" },
      body: JSON.stringify({ text: "Text" }),
    });
  for (let count = 0; count < CHAT_MESSAGES_MAX / 2; count += 1)
    await post(`/v1/conversations/${id}/messages`, `question-${count}`);
  const answers = `/v1/operator/conversations/${id}/messages`;
  expect((await post(answers, "answer-one")).status).toBe(200);
  expect((await post(answers, "answer-two")).status).toBe(409);
  expect((await post(answers, "answer-one")).status, "a repeated request").toBe(200);
  const read = await (await chat.request(`/v1/conversations/${id}`)).json();
  expect(conversationSchema.safeParse(read).success).toBe(true);
  db.close();
});
