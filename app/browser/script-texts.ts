// Texts that browser scripts add to a page.

export const SCRIPT_TEXTS = {
  pause: "Pause updates",
  resume: "Resume updates",
  paused: "Updates are paused.",
  resumed: "Updates are resumed.",
  fullScreen: "Full screen",
  close: "Close",
  setTo: "Set to",
  orMore: (amount: string) => `${amount} or more`,
  chart: "Chart:",
  notSent: "No response arrived. Your text is unchanged: send it again.",
};

export const ORDER_SCRIPT_TEXTS = {
  live: (asOf: string) => `Live · ${asOf}`,
  unanswered: (asOf: string) => `Delayed. Last updated ${asOf}`,
  interrupted: (asOf: string) => `Delayed. Order updates interrupted, last updated ${asOf}`,
  stale: ({ asOf, seconds }: { asOf: string; seconds: number }) =>
    `Stale · as of ${asOf}, ${seconds} s ago. The broker has not responded since.`,
  buy: ({ quantity, symbol, state }: { quantity: number; symbol: string; state: string }) =>
    `Buy ${quantity} ${symbol}: ${state}`,
  sell: ({ quantity, symbol, state }: { quantity: number; symbol: string; state: string }) =>
    `Sell ${quantity} ${symbol}: ${state}`,
  at: (price: string) => ` at ${price}`,
  changes: ({ count, last }: { count: number; last: string }) => `${count} order updates. Last: ${last}`,
  signedOut: "You are signed out. Reload the page to sign in.",
};

export const VERIFY_TEXTS = {
  lastHash: "Last hash",
  daysChecked: "Days checked",
  checking: "Checking…",
  checkedIn: (seconds: string) => `Checked in ${seconds} s.`,
  tooLarge: "The file is too large",
  atMost: "At most 4 MB.",
};

export const FORM_TEXTS = {
  waiting: "Sent. Waiting for the response.",
  late: "Still waiting for the response. Do not send the form again.",
  loading: "Loading…",
};

export const CHART_SCRIPT_TEXTS = {
  hint: "Chart with a crosshair. Arrow keys move one day, with Shift 20 days; Home and End go to the first and last day. Press Enter on two days to zoom in.",
};

export const COPY_TEXTS = {
  copy: "Copy",
  copyOf: (code: string) => `Copy: ${code}`,
  copied: "Copied",
  marked: "Selected",
  copyByKeyboard: "Selected: copy with your keyboard",
};

export const PUSH_TEXTS = {
  denied: "This browser blocks messages from this site. Allow them in its settings for this site.",
  noAnswer: "This browser’s push service did not respond. Try again later.",
  unsupported: "This browser cannot receive messages by Web Push.",
};
