// Prompts the user during a tool call, in the program that runs the assistant (MCP elicitation). The call's response
// becomes a stream that contains the question. The program posts the user's reply as a separate message, without
// involving the language model.
import { randomBytes } from "node:crypto";

export const ELICITATION_LIMITS = {
  /** Time limit for the user's reply. */
  forMs: 2 * 60_000,
  perClient: 2,
  total: 500,
  /** Interval of the comments that are sent in an idle stream, so that no proxy closes it. */
  aliveEveryMs: 15_000,
} as const;

/** Session ids with this prefix belong to programs that can prompt their user. The id does not authenticate anyone. */
const SESSION_PREFIX = "asks-";
export const newPromptingSession = (): string => `${SESSION_PREFIX}${randomBytes(12).toString("base64url")}`;
export const canPrompt = (headers: Headers): boolean =>
  headers.get("mcp-session-id")?.startsWith(SESSION_PREFIX) === true &&
  (headers.get("accept") ?? "").includes("text/event-stream");

/** `declined`: any reply other than acceptance. `unanswered`: no reply in time. */
export type Reply = "accepted" | "declined" | "unanswered";
type Waiting = { clientId: string; settle: (reply: Reply) => void };

/** Questions to users, of all clients, that await a reply. */
export class Elicitations {
  readonly #waiting = new Map<string, Waiting>();

  /** True if neither the client nor all clients together have reached the limit of open questions. */
  hasCapacity(clientId: string): boolean {
    let own = 0;
    for (const one of this.#waiting.values()) if (one.clientId === clientId) own += 1;
    return own < ELICITATION_LIMITS.perClient && this.#waiting.size < ELICITATION_LIMITS.total;
  }

  /** Registers a question. `reply` resolves once, with "unanswered" after the time limit or when `cancel` is called. */
  open(clientId: string): { id: string; reply: Promise<Reply>; cancel: () => void } {
    const id = randomBytes(18).toString("base64url");
    let cancel = () => {};
    const reply = new Promise<Reply>((resolve) => {
      const settle = (answer: Reply) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle("unanswered"), ELICITATION_LIMITS.forMs).unref();
      this.#waiting.set(id, { clientId, settle });
      cancel = () => settle("unanswered");
    });
    return { id, reply, cancel };
  }

  /** Accepts a reply to a question of this client. Returns false if the question is unknown or already answered. */
  settle(clientId: string, id: string, result: unknown): boolean {
    const found = this.#waiting.get(id);
    if (found === undefined || found.clientId !== clientId) return false;
    const { action, content } = (result ?? {}) as { action?: unknown; content?: { approve?: unknown } };
    found.settle(action === "accept" && content?.approve === true ? "accepted" : "declined");
    return true;
  }
}

/** Response of one tool call as a stream of server-sent events. */
export class PromptStream {
  readonly stream: ReadableStream<Uint8Array>;
  /** Resolves when the first question is sent, which turns the response into a stream. */
  readonly begun: Promise<void>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #begin = () => {};
  #onGone: () => void = () => {};
  readonly #alive: NodeJS.Timeout;

  constructor() {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#controller = null;
        this.#onGone();
      },
    });
    this.#alive = setInterval(
      () => this.#write(": waiting for the user\n\n"),
      ELICITATION_LIMITS.aliveEveryMs,
    ).unref();
  }

  /** Sends a question with one checkbox and returns the reply. */
  async ask(
    elicitations: Elicitations,
    clientId: string,
    question: { message: string; title: string },
  ): Promise<Reply> {
    const { id, reply, cancel } = elicitations.open(clientId);
    this.#onGone = cancel;
    this.send({
      jsonrpc: "2.0",
      id,
      method: "elicitation/create",
      params: {
        mode: "form",
        message: question.message,
        requestedSchema: {
          type: "object",
          properties: { approve: { type: "boolean", title: question.title, default: false } },
          required: ["approve"],
        },
      },
    });
    this.#begin();
    return reply;
  }

  send(message: object): void {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  end(): void {
    clearInterval(this.#alive);
    this.#controller?.close();
    this.#controller = null;
  }

  #write(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }
}
