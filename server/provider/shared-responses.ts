// Shares one call to the provider among requests. A request gets the response of a running call, or of a call within
// the last `freshMs`. A page that is rendered for many amounts, colour schemes and sessions causes one call to the
// provider.
import { LRUCache } from "lru-cache";
import { unreachableResponse } from "./faults.ts";

/**
 * `name` contains all values that determine the response. All waiting requests get a refusal or fault, but it is not
 * cached.
 */
export type ShareResponse = <Answer extends object>(
  name: string,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

/** Shares at most `most` responses, each for `freshMs` from the time of the call. With 0 none is shared. */
export function createSharedResponses(options: {
  freshMs: number;
  most: number;
  /** A clock in ms. Defaults to a monotonic clock. */
  now?: () => number;
}): ShareResponse {
  if (options.freshMs === 0) return (_name, ask) => ask();
  const answers = new LRUCache<string, Promise<object>>({
    max: options.most,
    ttl: options.freshMs,
    perf: { now: options.now ?? (() => performance.now()) },
    ttlResolution: 0,
  });
  return <Answer extends object>(name: string, ask: () => Promise<Answer>) => {
    const known = answers.get(name) as Promise<Answer> | undefined;
    const answer = known ?? ask();
    if (known === undefined) answers.set(name, answer);
    return answer.catch((fault: unknown) => {
      if (answers.peek(name) === answer) answers.delete(name);
      // The body of a fault can be read only once, so each request gets a copy.
      throw fault instanceof Response ? fault.clone() : fault;
    });
  };
}

/**
 * Resolves with the result of work that several requests share. Rejects with 503 if the signal of this request aborts;
 * the work then continues for the other requests.
 */
export function waitUntilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(unreachableResponse());
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
