// Conversations and enquiries for operators: calls to the chat service and the enquiry service with operator rights.
import type { z } from "zod";
import {
  type Conversation,
  type ConversationSummary,
  conversationListSchema,
  conversationSchema,
  OPERATOR_KEY_HEADER,
} from "../../app/contract/base-api/chat.ts";
import { type StoredEnquiry, storedEnquiryListSchema } from "../../app/contract/base-api/enquiry.ts";
import {
  CallFailed,
  createProviderCaller,
  jsonOf,
  type ProviderCallLimits,
} from "../protocol/provider-call.ts";
import { broken, faultOf, refusedBecause } from "./faults.ts";

export type OperatorInboxOptions = {
  /** Addresses without a trailing slash; null while there is none. */
  chatUrl: () => string | null;
  enquiryUrl: () => string | null;
  key: () => string | null;
  limits: ProviderCallLimits;
};

export function createOperatorInbox({ chatUrl, enquiryUrl, key, limits }: OperatorInboxOptions) {
  const callers = {
    chat: createProviderCaller({ name: "chat_operator", baseUrl: chatUrl, limits }),
    enquiries: createProviderCaller({ name: "enquiries_operator", baseUrl: enquiryUrl, limits }),
  };

  /** Calls a service. Throws a Response of faults.ts. */
  async function call<Schema extends z.ZodType>(
    service: keyof typeof callers,
    schema: Schema,
    path: string,
    post?: { body: object; idempotencyKey: string },
  ): Promise<z.output<Schema>> {
    try {
      const answer = await callers[service].call({
        method: post === undefined ? "GET" : "POST",
        path,
        headers: {
          accept: "application/json",
          [OPERATOR_KEY_HEADER]: key() ?? "",
          ...(post === undefined ? {} : { "idempotency-key": post.idempotencyKey }),
        },
        ...(post === undefined ? {} : { body: post.body }),
        isRepeatable: true,
      });
      if (answer.status >= 400) throw refusedBecause(answer.status, "refused");
      const parsed = schema.safeParse(jsonOf(answer));
      if (!parsed.success) throw broken();
      return parsed.data;
    } catch (fault) {
      if (fault instanceof CallFailed) throw faultOf(fault);
      throw fault;
    }
  }

  return {
    conversations: async (): Promise<ConversationSummary[]> =>
      (await call("chat", conversationListSchema, "/v1/operator/conversations")).items,
    conversation: (id: string): Promise<Conversation> =>
      call("chat", conversationSchema, `/v1/conversations/${encodeURIComponent(id)}`),
    answer: (id: string, text: string, idempotencyKey: string): Promise<Conversation> =>
      call("chat", conversationSchema, `/v1/operator/conversations/${encodeURIComponent(id)}/messages`, {
        body: { text },
        idempotencyKey,
      }),
    enquiries: async (): Promise<StoredEnquiry[]> =>
      (await call("enquiries", storedEnquiryListSchema, "/v1/operator/enquiries")).items,
    close: () => Promise.all(Object.values(callers).map((caller) => caller.close())),
  };
}
