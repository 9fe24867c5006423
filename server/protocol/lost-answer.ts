// Simulated fault `lost-answer` in calls from the site to the sandbox. The sandbox executes the call and marks its
// response, and the site treats the response as lost. A closed connection would count as a failure of the sandbox.
import { CallFailed, type ProviderAnswer, type ProviderCall, type ProviderCaller } from "./provider-call.ts";

/**
 * Name of a header. In a response of the sandbox, it marks the response as lost. In a request, it states that the
 * caller evaluates this mark, so the sandbox must not close the connection.
 */
export const LOST_ANSWER_HEADER = "x-lost-answer";

/** Calls the sandbox. Throws CallFailed, also for a response that a fault rule marks as lost. */
export async function callSandbox(caller: ProviderCaller, call: ProviderCall): Promise<ProviderAnswer> {
  const headers = { ...call.headers, [LOST_ANSWER_HEADER]: "mark" };
  const answer = await caller.call({ ...call, headers, returnsErrorStatus: true });
  if (answer.headers[LOST_ANSWER_HEADER] !== undefined) throw new CallFailed("unreachable", "response lost");
  return answer;
}
