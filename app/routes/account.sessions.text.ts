// Text of the page of sign-ins.
export const text = {
  title: "Where you are signed in",
  description: "Every browser that is signed in to this account, and how to end each.",

  lead: ({ name, clientId }: { name: string; clientId: string }) =>
    `${name}, client ${clientId}. End what you do not know, then change your PIN at your broker.`,
  signIns: "Sign-ins",
  tableCaption: "Sign-ins of this account, newest first",
  device: "Device",
  endIt: "End it",
  apiToken: "Token of the trading API",
  aBrowser: "A browser",
  thisBrowser: "This browser",
  since: "Since",
  lastUsed: "Last used",
  endsBy: "Ends by",
  end: "End",
  signOut: "Sign out",
  here: "here",
  deviceSince: ({ device, moment }: { device: string; moment: string }) => `${device}, since ${moment}`,
  browserUnnamed: "a browser",
  signOutEverywhereElse: "Sign out everywhere else",
  signOutEverywhere: "Sign out everywhere",
  tokensAreEndedApart:
    "Signing out everywhere ends browsers. A token of the trading API is used by your own programs; end it in its row.",
} as const;
