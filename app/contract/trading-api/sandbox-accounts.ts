// Limits on the sandbox accounts that developers create. The sandbox enforces them; its portal and the documentation
// state them.
export const SANDBOX_ACCOUNT_LIMITS = {
  /** Days without use after which an account expires. SANDBOX_ACCOUNT_DAYS overrides this number. */
  unusedDays: 7,
  /** New accounts per IP address and hour. */
  perAddressAndHour: 100,
  /** Maximum number of accounts that exist at the same time. */
  total: 20_000,
} as const;
