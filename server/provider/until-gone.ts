// An answer that several wait for, as one of them sees it.
import { unreachable } from "./faults.ts";

/** What others may wait for too; it goes on without a reader who is gone or whose time is up. Throws 503 to him. */
export function untilGone<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(unreachable());
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
