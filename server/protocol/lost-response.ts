// Simulated fault `lost-answer` in calls from the site to the sandbox. The sandbox executes the call and marks its
// response, and the site treats the response as lost. A closed connection would count as a failure of the sandbox.
import {
  CallFailed,
  type ProviderCall,
  type ProviderCaller,
  type ProviderResponse,
} from "./provider-call.ts";

/**
 * Name of a header. In a response of the sandbox, it marks the response as lost. In a request, it states that the
 * caller evaluates this mark, so the sandbox must not close the connection.
 */
export const LOST_RESPONSE_HEADER = "x-lost-answer";

/** Calls the sandbox. Throws CallFailed, even for a response that a fault rule marks as lost. */
export async function callSandbox(caller: ProviderCaller, call: ProviderCall): Promise<ProviderResponse> {
  const headers = { ...call.headers, [LOST_RESPONSE_HEADER]: "mark" };
  const answer = await caller.call({ ...call, headers, returnsErrorStatus: true });
  if (answer.headers[LOST_RESPONSE_HEADER] !== undefined)
    throw new CallFailed("unreachable", "response lost");
  return answer;
}
