// The site's client of the chat service: open a conversation, read it, post to it.
import { Agent, request } from "undici";
import { problemSchema } from "../../app/wire/base-api.ts";
import { type Conversation, conversationSchema } from "../../app/wire/chat.ts";
import { broken, refused, unreachable } from "./faults.ts";

export type ChatClientOptions = {
  /** The service's address without a slash at the end; null while there is none. */
  baseUrl: () => string | null;
  answerWithinMs: number;
  answerBytes: number;
  onFault(fault: { operation: string; reason: string }): void;
};

export function createChatClient(options: ChatClientOptions) {
  const agent = new Agent({
    headersTimeout: options.answerWithinMs,
    bodyTimeout: options.answerWithinMs,
    connect: { timeout: options.answerWithinMs },
    maxResponseSize: options.answerBytes,
  });

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
    const baseUrl = options.baseUrl();
    if (baseUrl === null) throw fail("no address yet", unreachable());
    let status: number;
    let body: unknown;
    try {
      const answer = await request(`${baseUrl}${path}`, {
        method,
        dispatcher: agent,
        headers:
          post === undefined
            ? { accept: "application/json" }
            : { accept: "application/json", "content-type": "application/json", "idempotency-key": post.key },
        body: post === undefined ? null : JSON.stringify({ text: post.text }),
      });
      status = answer.statusCode;
      body = await answer.body.json();
    } catch {
      throw fail("no answer", unreachable());
    }
    if (status >= 500 || status === 429) throw fail(`answered ${status}`, unreachable());
    if (status >= 400) {
      const problem = problemSchema.safeParse(body);
      throw refused(status, problem.success ? problem.data.detail : "The chat service refused this.");
    }
    const parsed = conversationSchema.safeParse(body);
    if (!parsed.success) throw fail("answer breaks the contract", broken());
    return parsed.data;
  }

  return {
    open: () => call("open", "POST", "/v1/conversations"),
    read: (id: string) => call("read", "GET", `/v1/conversations/${encodeURIComponent(id)}`),
    post: (id: string, text: string, key: string) =>
      call("post", "POST", `/v1/conversations/${encodeURIComponent(id)}/messages`, { text, key }),
    close: () => agent.destroy(),
  };
}
