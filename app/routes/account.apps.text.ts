// Text of the page of connected apps.
export const text = {
  title: "Connected apps",
  description: "Apps and platforms that you authorised to use this account, and how to revoke each.",

  mayRead: "view your profile, funds, holdings, positions and orders",
  mayTrade: "place, change and cancel orders, and close positions",

  lead: ({ name, clientId }: { name: string; clientId: string }) =>
    `${name}, client ${clientId}. Apps you authorised; revoking one ends its access at once. Orders it placed stay.`,
  noAppIsConnected: "No app is connected.",
  appearsOnceAuthorised:
    "An app appears here once you authorise it on the sign-in page. It never sees your PIN.",
  partnerPlatforms: "Partner platforms",
  anApp: "An app",
  mayDo: ({ app, permissions }: { app: string; permissions: string }) => `${app} can ${permissions}.`,
  it: "It",
  authorised: "Authorised",
  lastUsed: "Last used",
  ends: "Ends by",
  revoke: "Revoke",
  thisApp: "this app",
} as const;
