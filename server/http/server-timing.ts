// The `Server-Timing` header: durations within a response, which the browser's developer tools show.
import type { ServerResponse } from "node:http";
import { callsOfRequest } from "../protocol/trace.ts";

/**
 * Adds `Server-Timing` just before the headers are sent: total time, the source of the response, and the time spent in
 * calls to the provider.
 */
export function reportTimes(response: ServerResponse, startedAt: number, line: { from: string }): void {
  const writeHead = response.writeHead;
  response.writeHead = function reportAndWrite(...args: unknown[]) {
    const { calls, callMs } = callsOfRequest();
    const ms = (performance.now() - startedAt).toFixed(1);
    const provider = calls === 0 ? "" : `, provider;dur=${callMs};desc="${calls} calls"`;
    response.setHeader("Server-Timing", `total;dur=${ms};desc="${line.from}"${provider}`);
    return Reflect.apply(writeHead, response, args);
  } as typeof writeHead;
}
