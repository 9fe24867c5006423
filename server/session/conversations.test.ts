// The conversation of a browser that several clients use one after the other, with a chat service in memory.
import { beforeEach, expect, it } from "vitest";
import type { Conversation } from "../../app/contract/base-api/chat.ts";
import { HOUR_MS } from "../../app/domain/time.ts";
import { createLimiter, toSharedLimiter } from "../rate-limits/limiter.ts";
import { createConversations } from "./conversations.ts";
import { createSeal } from "./seal.ts";

let conversations: ReturnType<typeof createConversations>;
let texts: Map<string, string[]>;
const conversation = (id: string) => ({ id }) as Conversation;

beforeEach(() => {
  texts = new Map();
  conversations = createConversations({
    seal: createSeal(["a-secret-of-this-test-alone-00000001"]),
    service: {
      open: async () => {
        const id = `c${texts.size + 1}`;
        texts.set(id, []);
        return conversation(id);
      },
      read: async (id) => conversation(id),
      post: async (id, text) => {
        texts.get(id)?.push(text);
        return conversation(id);
      },
    },
    limits: { conversationMs: 24 * HOUR_MS },
    messageLimit: toSharedLimiter(createLimiter({ atMost: 10, withinMs: 60_000, now: Date.now })),
    now: Date.now,
  });
});

const from = (clientId: string | null, cookies = "") => ({
  clientId,
  cookies,
  isHttps: true,
  address: "::1",
});
async function post(text: string, clientId: string | null, cookies = ""): Promise<string> {
  const [line] = (await conversations.post(text, 0, from(clientId, cookies)))?.cookies ?? [];
  return line?.split(";", 1)[0] ?? cookies;
}

it("shows a client's conversation to that client only", async () => {
  const cookies = await post("first", "1000000001");
  expect(await conversations.read(from("1000000001", cookies))).toEqual({ id: "c1" });
  expect(await conversations.read(from("1000000002", cookies))).toBeNull();
  expect(await conversations.read(from(null, cookies))).toBeNull();
  await post("second", "1000000002", cookies);
  expect([...texts.values()]).toEqual([["first"], ["second"]]);
});

it("binds a visitor's conversation to the client who continues it", async () => {
  const before = await post("first", null);
  const after = await post("second", "1000000001", before);
  expect(texts.get("c1")).toEqual(["first", "second"]);
  expect(await conversations.read(from("1000000001", after))).toEqual({ id: "c1" });
  expect(await conversations.read(from("1000000002", after))).toBeNull();
});
