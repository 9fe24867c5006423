// Time limit for a promise.

/** Returned if the time limit has passed. */
export const TIMED_OUT: unique symbol = Symbol("late");

/** Resolves with the result of `work`, or with `late` after the time limit. A later error is ignored. */
export async function withTimeLimit<T, L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  work.catch(() => {});
  try {
    return await Promise.race([
      work,
      new Promise<L>((resolve) => {
        timer = setTimeout(() => resolve(late), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
