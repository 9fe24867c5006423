// Lets readers share one call to the provider: a call in progress, or an answer of the last second, serves all of them. A page that is
// rendered for many amounts, schemes and sessions costs the provider one call.
import { LRUCache } from "lru-cache";

/** `name` contains everything that the answer depends on. A refusal or fault reaches all waiting readers and is not stored. */
export type ShareAnswer = <Answer extends object>(
  name: string,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

/** Answers are shared for `freshMs` from the time of the call, at most `most` of them. With 0 none is shared. */
export function createSharedAnswers(options: {
  freshMs: number;
  most: number;
  /** A clock in ms. Defaults to a monotonic clock. */
  now?: () => number;
}): ShareAnswer {
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
      // The body of a fault can be read only once, so each reader gets a copy.
      throw fault instanceof Response ? fault.clone() : fault;
    });
  };
}
