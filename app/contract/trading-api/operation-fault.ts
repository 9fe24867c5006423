// An error that an operation can return, with a request that causes it.
import type { RecipeStep } from "./code-recipes.ts";

export type OperationFault = {
  code: string;
  cause: string;
  fix: string;
  /** Changes to the operation's example that cause the error. */
  change: NonNullable<RecipeStep["change"]>;
};

export const fault = (
  code: string,
  cause: string,
  fix: string,
  change: OperationFault["change"] = {},
): OperationFault => ({ code, cause, fix, change });

export const body = (change: Record<string, unknown>): OperationFault["change"] => ({ body: change });
