// What many readers ask the provider for at the same moment is asked once: an answer under way, or a moment old, is everybody's. A page that
// is read with many amounts, schemes and sessions costs the provider, and the reading of its answer, what one page does.
import { LRUCache } from "lru-cache";

/** `name` says all that the answer depends on. A refusal or fault is told to all who wait for it, and forgotten. */
export type ShareAnswer = <Answer extends object>(
  name: string,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

/** Answers are shared for `freshMs` from the moment they were asked for, the last `most` names of them. With 0 none is. */
export function createSharedAnswers(options: {
  freshMs: number;
  most: number;
  /** Ms of any clock; of one that never jumps if left out. */
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
    const asked = known ?? ask();
    if (known === undefined) answers.set(name, asked);
    return asked.catch((fault: unknown) => {
      if (answers.peek(name) === asked) answers.delete(name);
      // A fault that is an answer can be read once: each gets his own.
      throw fault instanceof Response ? fault.clone() : fault;
    });
  };
}
