// Conversations and enquiries for operators: calls to the chat service and the enquiry service with operator rights.
import {
  type Conversation,
  type ConversationSummary,
  conversationListSchema,
  conversationSchema,
  OPERATOR_KEY_HEADER,
} from "../../app/contract/base-api/chat.ts";
import { type StoredEnquiry, storedEnquiryListSchema } from "../../app/contract/base-api/enquiry.ts";
import { createProviderCaller, type ProviderCallLimits } from "../protocol/provider-call.ts";
import { createServiceCall } from "./service-call.ts";

export type OperatorInboxOptions = {
  /** Addresses of the services without a trailing slash; null while there is none. */
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
  const headers = () => ({ [OPERATOR_KEY_HEADER]: key() ?? "" });
  const callChat = createServiceCall(callers.chat, { headers });
  const callEnquiries = createServiceCall(callers.enquiries, { headers });

  return {
    conversations: async (): Promise<ConversationSummary[]> =>
      (await callChat("list", conversationListSchema, "/v1/operator/conversations")).items,
    conversation: (id: string): Promise<Conversation> =>
      callChat("read", conversationSchema, `/v1/conversations/${encodeURIComponent(id)}`),
    answer: (id: string, text: string, idempotencyKey: string): Promise<Conversation> =>
      callChat(
        "answer",
        conversationSchema,
        `/v1/operator/conversations/${encodeURIComponent(id)}/messages`,
        {
          body: { text },
          key: idempotencyKey,
        },
      ),
    /** Returns enquiries, the newest first: those before a reference, or the newest. */
    enquiries: async (before: string | null): Promise<StoredEnquiry[]> => {
      const query = before === null ? "" : `?${new URLSearchParams({ before })}`;
      return (await callEnquiries("list", storedEnquiryListSchema, `/v1/operator/enquiries${query}`)).items;
    },
    close: () => Promise.all(Object.values(callers).map((caller) => caller.close())),
  };
}
