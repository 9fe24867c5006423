// The site's client of the chat service: opens, reads and writes conversations.

import { conversationSchema } from "../../app/contract/base-api/chat.ts";
import { createProviderCaller, type ProviderCallLimits } from "../protocol/provider-call.ts";
import { createServiceCall } from "./service-call.ts";

export type ChatClientOptions = {
  /** Address of the service without a trailing slash; null while there is none. */
  baseUrl: () => string | null;
  limits: ProviderCallLimits;
  onFault(fault: { operation: string; reason: string }): void;
};

export function createChatClient(options: ChatClientOptions) {
  const caller = createProviderCaller({ ...options, name: "chat" });
  const call = createServiceCall(caller, options);
  const pathOf = (id: string) => `/v1/conversations/${encodeURIComponent(id)}`;
  return {
    // A call that opens a conversation has no key and is not retried, because a retry would create a second
    // conversation.
    open: () => call("open", conversationSchema, "/v1/conversations", {}),
    read: (id: string) => call("read", conversationSchema, pathOf(id)),
    post: (id: string, text: string, key: string) =>
      call("post", conversationSchema, `${pathOf(id)}/messages`, { body: { text }, key }),
    status: () => caller.status(),
    close: () => caller.close(),
  };
}
