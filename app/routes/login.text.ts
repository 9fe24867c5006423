// Text of the page for readers who cannot sign in now.
export const text = {
  title: "Sign in",
  description: "Where signing in with your trading account begins.",

  tooMany: "Too many sign-ins were begun from here within a minute. Wait a minute, then begin again.",
  notOpen:
    "Signing in is not open on this site. Everything that needs no account works: finding, comparing and reading algos, and the documentation.",
  unavailable:
    "Sign-in is not available now. Your algos, orders and stops are not affected. The status page shows when it works again.",
  status: "Status",
  goBack: "Go back",
  support: "Support",
} as const;
