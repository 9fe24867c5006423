// An error that an operation can return, with a request that causes it.

/** More instruments than a quote request accepts. */
export const MANY_INSTRUMENTS = 1_001;
export const UNKNOWN_SECURITY = "999999999";
export const UNKNOWN_ORDER = "11200101000001";

export type OperationFault = {
  code: string;
  cause: string;
  fix: string;
  /**
   * Changes to the path, query and body of the operation's example that cause the error. `undefined` removes a field.
   */
  change: { path?: Record<string, string>; query?: Record<string, string>; body?: Record<string, unknown> };
};

export const fault = (
  code: string,
  cause: string,
  fix: string,
  change: OperationFault["change"] = {},
): OperationFault => ({ code, cause, fix, change });

export const body = (change: Record<string, unknown>): OperationFault["change"] => ({ body: change });
