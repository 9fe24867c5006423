// Text of the page of signing out.
export const text = {
  title: "Sign out",
  description: "Ends this sign-in here and at the account service.",

  signOutQuestion: "Sign out?",
  signedInAs: (name: string) => `You are signed in as ${name}.`,
} as const;
