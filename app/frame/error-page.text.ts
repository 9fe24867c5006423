// Text of the error page.
export const text = {
  unavailable: "This page cannot be filled just now",
  broken: "This page could not be rendered",
  refused: "That was not accepted",
  notFound: "There is no such page",
  failed: "Something failed here",

  error: (status: number) => `Error ${status}`,
  didYouMean: "Did you mean one of these?",
  seeAllAlgos: "See all algos",
  tryAgain: "Try again",
  downSince: (time: string) => `It has not answered since ${time}.`,
  goToStart: "Go to the start page",
  quoteRequestId: "If you report this, quote the request id {id}.",
} as const;
