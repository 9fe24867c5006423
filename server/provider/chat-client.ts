// The site's client of the chat service: opens, reads and writes conversations.

import { type Conversation, conversationSchema } from "../../app/contract/base-api/chat.ts";
import { problemSchema } from "../../app/contract/base-api/operations.ts";
import {
  CallFailed,
  createProviderCaller,
  jsonOf,
  type ProviderCallLimits,
} from "../protocol/provider-call.ts";
import { broken, faultOf, refused, refusedBecause } from "./faults.ts";

export type ChatClientOptions = {
  /** Address of the service without a trailing slash; null while there is none. */
  baseUrl: () => string | null;
  limits: ProviderCallLimits;
  onFault(fault: { operation: string; reason: string }): void;
};

export function createChatClient(options: ChatClientOptions) {
  const caller = createProviderCaller({ ...options, name: "chat" });

  async function call(
    operation: string,
    method: "GET" | "POST",
    path: string,
    post?: { text: string; key: string },
  ): Promise<Conversation> {
    const fail = (reason: string, response: Response) => {
      options.onFault({ operation, reason });
      return response;
    };
    let status: number;
    let body: unknown;
    try {
      const answer = await caller.call({
        method,
        path,
        headers: {
          accept: "application/json",
          ...(post === undefined ? {} : { "idempotency-key": post.key }),
        },
        ...(post === undefined ? {} : { body: { text: post.text } }),
        // Messages have a key and can be retried. Opening a conversation twice would create two.
        isRepeatable: method === "GET" || post !== undefined,
      });
      status = answer.status;
      body = jsonOf(answer);
    } catch (fault) {
      if (fault instanceof CallFailed) throw fail(fault.message, faultOf(fault));
      throw fault;
    }
    if (status >= 400) {
      const problem = problemSchema.safeParse(body);
      throw problem.success ? refused(status, problem.data.detail) : refusedBecause(status, "refused");
    }
    const parsed = conversationSchema.safeParse(body);
    if (!parsed.success) throw fail("response violates the contract", broken());
    return parsed.data;
  }

  return {
    open: () => call("open", "POST", "/v1/conversations"),
    read: (id: string) => call("read", "GET", `/v1/conversations/${encodeURIComponent(id)}`),
    post: (id: string, text: string, key: string) =>
      call("post", "POST", `/v1/conversations/${encodeURIComponent(id)}/messages`, { text, key }),
    status: () => caller.status(),
    close: () => caller.close(),
  };
}
