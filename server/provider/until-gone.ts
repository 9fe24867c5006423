// Lets a single reader of a shared answer stop waiting.
import { unreachable } from "./faults.ts";

/** Resolves with shared work, which continues if one reader aborts. Rejects with 503 for that reader. */
export function untilGone<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(unreachable());
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
