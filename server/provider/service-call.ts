// Calls a JSON service and parses its responses. Refusals and faults are thrown as Responses of faults.ts.
import type { z } from "zod";
import { problemSchema } from "../../app/contract/base-api/operations.ts";
import { CallFailed, type ProviderCaller, parseJsonBody } from "../protocol/provider-call.ts";
import {
  invalidResponse,
  rateLimitResponse,
  refusalForReason,
  refusalResponse,
  toErrorResponse,
} from "./faults.ts";

type Options = {
  headers?: () => Record<string, string>;
  onFault?: (fault: { operation: string; reason: string }) => void;
};
/** Options of a POST. The service executes a POST with a key only once, so it can be retried. */
type Post = { body?: object; key?: string };

export function createServiceCall(caller: ProviderCaller, { headers, onFault }: Options) {
  return async function call<Schema extends z.ZodType>(
    operation: string,
    schema: Schema,
    path: string,
    post?: Post,
  ): Promise<z.output<Schema>> {
    const fail = (reason: string, response: Response) => {
      onFault?.({ operation, reason });
      return response;
    };
    try {
      const answer = await caller.call({
        method: post === undefined ? "GET" : "POST",
        path,
        headers: {
          accept: "application/json",
          ...headers?.(),
          ...(post?.key === undefined ? {} : { "idempotency-key": post.key }),
        },
        body: post?.body,
        isRepeatable: post === undefined || post.key !== undefined,
      });
      const body = parseJsonBody(answer);
      if (answer.status >= 400) {
        const problem = problemSchema.safeParse(body);
        throw problem.success
          ? refusalResponse(answer.status, problem.data.detail)
          : refusalForReason(answer.status, "refused");
      }
      const parsed = schema.safeParse(body);
      if (!parsed.success) throw fail("response violates the contract", invalidResponse());
      return parsed.data;
    } catch (fault) {
      if (fault instanceof CallFailed && fault.kind === "limited" && post !== undefined)
        throw fail(fault.message, rateLimitResponse("tooManyCalls", fault.retryAfter));
      if (fault instanceof CallFailed) throw fail(fault.message, toErrorResponse(fault));
      throw fault;
    }
  };
}
