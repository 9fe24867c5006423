// Text of the page of notifications.
export const text = {
  formNotUnderstood: "The form was not understood. Try it again from this page.",

  noSubscription:
    "This browser gave no subscription for messages. Use the button “Send to this browser” on this page, and allow messages when the browser asks.",

  title: "Notifications",
  description: "Everything that happened to your algos and orders, newest first.",

  algo: "Algo",
  allAlgos: "All algos",
  mode: "Mode",
  liveAndPaper: "Live and paper",
  live: "Live",
  paper: "Paper",
  type: "Type",
  allTypes: "All types",
  show: "Show",
  clear: "Clear",
  noEventMatches: "No event matches. Clear the filter to see all of them.",
  nothingYet: "Nothing has happened yet. Deploy an algo, on paper first, and its orders appear here.",
  newest: "Newest",
  older: "Older",
} as const;
