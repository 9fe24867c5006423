// Limits on accounts that developers create in the sandbox. The sandbox enforces them; its portal and the documentation state them.
export const SANDBOX_ACCOUNT_LIMITS = {
  /** Days without use after which an account expires, unless SANDBOX_ACCOUNT_DAYS sets another number. */
  unusedDays: 7,
  /** New accounts per address and hour. */
  anHourPerAddress: 100,
  /** Accounts that exist at the same time. */
  inAll: 20_000,
} as const;
