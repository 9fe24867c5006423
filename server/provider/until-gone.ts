// Lets one request stop waiting for a shared call.
import { unreachable } from "./faults.ts";

/**
 * Resolves with the result of shared work. Rejects with 503 if the signal aborts; the work then continues for other
 * requests.
 */
export function waitUntilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(unreachable());
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
