// Text of the header.
export const text = {
  skipToContent: "Skip to content",
  main: "Main",
  discover: "Discover",
  algos: "Algos",
  apis: "APIs",
  docs: "Docs",
  searchDocs: "Search docs",
  searchEverythingLabel: "Search algos, docs and errors",
  search: "Search",
  searchDocsPlaceholder: "Search the docs",
  searchEverything: "Search algos, docs, errors",
  killSwitch: "Kill switch",
  signIn: "Sign in",

  signedInAs: "Signed in as",
  clientUntil: ({ clientId, moment }: { clientId: string; moment: string }) =>
    `Client ${clientId}. Signed in until ${moment} at the latest, or until you have been away for half an hour.`,
  myAlgos: "My algos",
  tracklists: "Tracklists",
  whereSignedIn: "Where you are signed in",
  connectedApps: "Connected apps",
  signOut: "Sign out",

  notSure: "Not sure? Answer three questions",
  seeAllAlgos: "See all algos",
} as const;
