// An error of an operation, with the change to the operation's example that causes the error.
import type { RecipeStep } from "./code-recipes.ts";

export type OperationFault = {
  code: string;
  cause: string;
  fix: string;
  /** Change to the operation's example that causes the error. */
  change: NonNullable<RecipeStep["change"]>;
};

export const fault = (
  code: string,
  cause: string,
  fix: string,
  change: OperationFault["change"] = {},
): OperationFault => ({ code, cause, fix, change });

export const body = (change: Record<string, unknown>): OperationFault["change"] => ({ body: change });
