// Texts of the notifications page.

export const pageText = {
  formNotUnderstood: "The form is not valid. Try again from this page.",

  noSubscription:
    "This browser did not allow messages. Choose “Send to this browser”, and allow messages when the browser asks.",

  title: "Notifications",
  titleWith: (fresh: number) => `${fresh} new · Notifications`,
  description: "Everything that happened to your algos and orders, newest first.",

  algo: "Algo",
  allAlgos: "All algos",
  mode: "Mode",
  liveAndPaper: "Live and paper",
  live: "Live",
  paper: "Paper",
  type: "Type",
  all: "All",
  classes: { order: "Orders", reject: "Rejects", limit: "Limits", manager: "Managers", state: "States" },
  filter: "Algo and mode",
  decisions: (count: number) => (count === 1 ? "1 needs a decision" : `${count} need a decision`),
  fresh: (count: number) => (count === 0 ? "Nothing new" : `${count} new`),
  alsoFresh: (count: number) => (count === 0 ? ", nothing new" : `, ${count} new`),
  show: "Show",
  clear: "Clear",
  noEventMatches: "No event matches. Clear the filter to see all of them.",
  nothingYet: "Deploy an algo, on paper first. Its orders, limits and stops appear here.",
  newest: "Newest",
  older: "Older",
} as const;

export const logText = {
  findAlgos: "Find algos",
  today: "Today",
  yesterday: "Yesterday",
  live: "live",
  paper: "paper",
  needsYou: "Needs your decision",
  bought: (value: string) => `Bought for ${value}`,
  sold: (value: string) => `Sold for ${value}`,
  eachOrder: "Each order",
  fills: (count: number) => `${count} orders filled`,
  steps: { orders: "Orders", limits: "Limits", version: "Compare", fees: "Statement", resume: "Resume" },
} as const;

export const messagesText = {
  saved: "Saved.",
  browserAdded: "This browser is added. Choose which messages it gets, and send a test message.",
  browserRemoved: "Removed. That browser gets no more messages.",
  testIsOnItsWay: "A test message has been sent.",
  noTestCouldBeSent: "The test message could not be sent. Try again later.",

  browser: "Browser",

  messages: "How you are notified",
  channels: "Channels",
  on: "On",
  thisBrowser: "This browser",
  noMessagesHere: "This site sends no messages.",
  chosenIsSent: "Messages state the event, never a profit or loss.",

  nothingWasChanged: "Nothing was changed",
  tableCaption: "Which events are sent, and how",
  event: "Event",
  quietHours: "Quiet hours",
  sendNothingInQuietHours: "Delay messages until quiet hours end, except messages about reached limits",
  from: "From",
  toIst: "To (IST)",
  save: "Save",

  addressOnFile: (address: string) => `${address}, on file with the broker`,
  email: "E-mail",
  webhook: "Webhook",
  webhookAddress: "Webhook, an https address",
  webhookNeeded: "Without an address, nothing is sent by webhook.",
  webhookStart: "https://",
  webhookFailed: (fault: string) => `The last delivery failed: ${fault}. It will be retried.`,
  webhookUnused: "Nothing sent yet.",
  webhookDelivered: (moment: string) => `Last delivery ${moment}.`,
  webhookSecret: "Signing key",
  webhookSigned: "Deliveries are signed {link}.",
  likePostbacks: "like the API's postbacks",
  lastMessage: ({ added, last }: { added: string; last: string }) => `Added ${added}; last message ${last}`,
  nothingSentYet: (added: string) => `Added ${added}; nothing sent yet`,
  remove: "Remove",
  sendToThisBrowser: "Send to this browser",
  scriptsAreNeeded: "Turn on JavaScript to add this browser. The browser then asks for your permission.",
  sendATestMessage: "Send a test",
} as const;
