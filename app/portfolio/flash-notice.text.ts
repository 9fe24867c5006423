// Messages after signing in and out.
export const text = {
  signedIn: ({ name, clientId }: { name: string; clientId: string }) => `Signed in as ${name} (${clientId}).`,
  sessionEnded: "That sign-in was ended.",
  othersEnded: "You are signed out everywhere else.",
  appRevoked: "The app is revoked: its token has ended.",
} as const;
