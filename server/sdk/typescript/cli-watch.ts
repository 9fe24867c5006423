// The two commands that run until they are stopped: `listen` forwards an account's postbacks to a local address, and
// `tail` prints its requests.
import { createHmac, randomBytes } from "node:crypto";
import { clientOf, fetchOutsideApi, RefusedError, rootOf, type Session } from "./cli-session.ts";
import { StreamError } from "./stream.ts";
import { OrderUpdates } from "./streams.ts";

type Event = { number: number; orderId: string; orderStatus: string; body: string };
type Call = {
  number: number;
  at: number;
  method: string;
  path: string;
  status: number;
  tookMs: number;
  requestId: string;
  request: string | null;
  response: string | null;
};
export type Say = (line: string) => void;

const CALL_POLL_MS = 1_000;
/** Interval in ms of the polls that find events without a notification on the socket. */
const EVENT_POLL_MS = 5_000;
const FORWARD_WITHIN_MS = 5_000;
/** Number of failed polls in a row after which a command ends. */
const FAILED_POLLS_MAX = 12;

/** Lets a function wait until it is woken up or a timeout passes. */
class WakeUp {
  #isTriggered = false;
  #resume: (() => void) | null = null;

  wake(): void {
    this.#isTriggered = true;
    this.#resume?.();
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isTriggered && !signal.aborted)
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", resume);
          resolve();
        };
        const timer = setTimeout(resume, ms);
        this.#resume = resume;
        signal.addEventListener("abort", resume);
      });
    this.#isTriggered = false;
    this.#resume = null;
  }
}

/** Returns the rows with a number above `after`, oldest first. Loads pages from the newest row backwards. */
async function rowsAfter<Row extends { number: number }>(
  after: number,
  page: (before: number | null) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let before: number | null = null; ; before = found.at(-1)?.number ?? null) {
    const rows = await page(before);
    const newer = rows.filter(({ number }) => number > after);
    found.push(...newer);
    if (newer.length === 0 || newer.length < rows.length) return found.reverse();
  }
}

/**
 * Retries a poll that fails, for example because the server restarts. Throws if the token is refused, or after
 * FAILED_POLLS_MAX failures in a row.
 */
function repeated<Row>(poll: () => Promise<Row[]>, pauseMs: number, signal: AbortSignal, say: Say) {
  return async (): Promise<Row[]> => {
    for (let failures = 1; ; failures += 1) {
      try {
        return await poll();
      } catch (fault) {
        const isToken = fault instanceof RefusedError && [401, 403].includes(fault.status);
        if (isToken || failures === FAILED_POLLS_MAX) throw fault;
        say(`${fault instanceof Error ? fault.message : String(fault)}; trying again`);
        await new WakeUp().wait(pauseMs, signal);
        if (signal.aborted) return [];
      }
    }
  };
}

function portalPage<Row>(session: Session, path: string, read: (answer: Record<string, Row[]>) => Row[]) {
  return async (before: number | null): Promise<Row[]> => {
    const url = `${rootOf(session.baseUrl)}/portal/${path}${before === null ? "" : `?before=${before}`}`;
    return read(await fetchOutsideApi(url, { headers: { "access-token": session.accessToken } }));
  };
}

/**
 * Creates the secret of `listen`, which signs the forwarded events. The account's own secret is available only in the
 * portal.
 */
export const newSigningSecret = (): string => randomBytes(24).toString("base64url");

export type ListenOptions = {
  forwardTo: string;
  signingSecret: string;
  /** Number of the first event. If omitted, only new events are forwarded. */
  from?: number;
  /** Stops after this number of events. */
  count?: number;
  signal: AbortSignal;
};

/** Posts each order event of the account to `forwardTo`, in order, with the headers of a postback. */
export async function listen(session: Session, options: ListenOptions, say: Say): Promise<void> {
  const page = portalPage<Event>(session, "postbacks", ({ events = [] }) => events);
  let last = options.from === undefined ? ((await page(null))[0]?.number ?? 0) : options.from - 1;
  let unforwarded = options.count ?? Number.POSITIVE_INFINITY;
  const wakeUp = new WakeUp();
  const updates = new OrderUpdates(clientOf(session), { signal: options.signal });
  let fault: unknown;
  const following = (async () => {
    for await (const update of updates) {
      if (update.kind === "connected" && !update.isReconnect)
        say(`Listening; posting to ${options.forwardTo}`);
      wakeUp.wake();
    }
  })().catch((thrown) => {
    fault = thrown;
    wakeUp.wake();
  });
  const poll = repeated(() => rowsAfter(last, page), EVENT_POLL_MS, options.signal, say);
  try {
    while (!options.signal.aborted && unforwarded > 0) {
      for (const event of await poll()) {
        say(await forward(event, options));
        last = event.number;
        unforwarded -= 1;
        if (unforwarded === 0) break;
      }
      if (fault instanceof StreamError) throw fault;
      if (unforwarded > 0) await wakeUp.wait(EVENT_POLL_MS, options.signal);
    }
  } finally {
    // An open socket would keep the process alive after an error.
    updates.close();
    await following;
  }
}

/** Delivers one event without retries and returns a one-line result. `listen --from` delivers earlier events again. */
async function forward(event: Event, { forwardTo, signingSecret }: ListenOptions): Promise<string> {
  const summary = `${event.number} ${event.orderStatus} ${event.orderId}`;
  const startedAt = performance.now();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signed = `${event.number}.${timestamp}.${event.body}`;
  try {
    const answer = await fetch(forwardTo, {
      method: "POST",
      body: event.body,
      headers: {
        "content-type": "application/json",
        "x-postback-delivery": String(event.number),
        "x-postback-timestamp": timestamp,
        "x-postback-signature": `v1=${createHmac("sha256", signingSecret).update(signed).digest("hex")}`,
      },
      // Redirects are not followed, as in the sandbox's postbacks.
      redirect: "manual",
      signal: AbortSignal.timeout(FORWARD_WITHIN_MS),
    });
    await answer.arrayBuffer();
    return `${summary} -> ${answer.status} in ${Math.round(performance.now() - startedAt)} ms`;
  } catch (fault) {
    const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault;
    return `${summary} -> not delivered: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

export type TailOptions = { isJson: boolean; hasBodies: boolean; count?: number; signal: AbortSignal };

/** Prints each new call of the account's programs. */
export async function tail(session: Session, options: TailOptions, writeOut: Say, say: Say): Promise<void> {
  const page = portalPage<Call>(session, "requests", ({ items = [] }) => items);
  let last = (await page(null))[0]?.number ?? 0;
  let remaining = options.count ?? Number.POSITIVE_INFINITY;
  const wakeUp = new WakeUp();
  say("Waiting for requests");
  const poll = repeated(() => rowsAfter(last, page), CALL_POLL_MS, options.signal, say);
  while (!options.signal.aborted) {
    for (const call of await poll()) {
      writeOut(options.isJson ? JSON.stringify(call) : lineOf(call, options.hasBodies));
      last = call.number;
      remaining -= 1;
      if (remaining === 0) return;
    }
    await wakeUp.wait(CALL_POLL_MS, options.signal);
  }
}

function lineOf(call: Call, hasBodies: boolean): string {
  const line = `${new Date(call.at).toISOString()} ${call.status} ${call.method} ${call.path} ${call.tookMs} ms ${call.requestId}`;
  if (!hasBodies) return line;
  return [line, `  > ${call.request ?? "no body"}`, `  < ${call.response ?? "no body"}`].join("\n");
}
