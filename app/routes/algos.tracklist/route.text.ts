// Text of the page of tracklists.
export const text = {
  aTracklistOfYours: "a tracklist of yours",

  formNotUnderstood: "The form was not understood. Try it again from this page.",

  title: "Tracklists",
  description: "Named lists of algos you keep an eye on, yours alone until you share one.",

  home: "Home",
  algos: "Algos",
  signIn: "Sign in to see your tracklists",
  signedOut: "You are signed out. Tracklists belong to an account, so there is nothing to show yet.",

  lead: "Yours alone, until you share one.",
  noneYet: "You have no tracklist yet. Make one here, or choose “Track” on any algo.",

  nothingWasChanged: "Nothing was changed",
  isOnYourList: (algo: string) => `${algo} is on your list.`,
  listDeleted: "The tracklist is deleted",
  takeItBack: "Take it back",
} as const;
