// Sentences about the site's faults. Pages show the brand's version; responses to programs contain this one.

export const faultText = {
  unreachable: "The service for this data is not responding. Try again in a few seconds.",
  broken: "The service for this data sent an invalid response.",
  refused: "The service refused the request.",
  held: "This algo is not available at present.",
  enquiryRefused: "The request service did not accept the request.",
  tooManyCalls: "Too many requests. This one was not executed. Try again in a few seconds.",
  noMoreAccounts: "Your address has reached its limit of new sandbox accounts.",
  noPage: "There is no page at this address.",
  unexpected: "Something failed on our side.",
  withoutProvider:
    "This server shows only pages that need no provider. Start the complete site to see this page.",
};

export const waitText = {
  tooManyCalls: (seconds: number) =>
    `Too many requests. This one was not executed. Try again in ${seconds} s.`,
};
