// The `Server-Timing` header: the parts of an answer's time, for the browser's developer tools.
import type { ServerResponse } from "node:http";
import { callsOfRequest } from "../protocol/trace.ts";

/** `Server-Timing`, as late as can be: how long until the headers went out, who answered, and what of it went by at the provider. */
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
