// Text of the page of the kill switch.
import { plural } from "../format/locale.ts";

export const text = {
  theFormWasNotUnderstood: "The form was not understood. Try it again from this page.",
  typeToConfirmFault: (word: string) => `Type ${word} to confirm.`,

  title: "Kill switch",
  description: "Stops all of your algos at once, closes their positions and lets nothing new begin today.",

  portfolio: "Portfolio",
  isOn: "The kill switch is on",
  leadWhileOn: (moment: string) =>
    `Since ${moment}. Nothing new is opened. Algos do not resume on their own, not even when it is lifted.`,
  lead: "Stops all of your algos at once: open orders are cancelled, positions are squared off at market, and nothing new starts for the rest of the day.",
  nothingWasChanged: "Nothing was changed",
  lift: "Lift the kill switch",
  canBeLiftedFrom: (when: string) => `It can be lifted from ${when}.`,
  tomorrow: "tomorrow",
  cannotBeLiftedToday:
    "It cannot be lifted before the next day. To stop one algo only, open it and choose “Stop”.",
  wouldStopNow: "What it would stop now",
  nothingIsRunning: "Nothing is running. It would only keep new deployments and entries from starting.",
  alsoSquaresOff: ({ count, symbols }: { count: number; symbols: string }) =>
    `It also squares off ${plural(count, { one: "the position", other: `the ${count} positions` })} you took over: ${symbols}.`,
  ownStayOpen: (count: number) =>
    plural(count, {
      one: "One position of your own orders stays open:",
      other: `${count} positions of your own orders stay open:`,
    }),
  squareOffThere: "square off there",
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  stopEverything: "Stop everything",
  leave: "Leave it as it is",
} as const;
