// Text of the answer of the stepper.
import { formatCount } from "../../format/rupees.ts";

export const text = {
  aLargerAmount: "a larger amount",
  anotherRiskLevel: "another risk level",
  anotherInstrument: "another instrument",

  noneSuits: "None suits you",
  oneSuits: "One algo suits you",
  manySuit: (count: string) => `${count} algos suit you`,
  noneFits:
    "No open algo fits all three answers. That is an answer too: keep the money where it is, or see below what would change it.",
  mostDeployed: ({ shown, count }: { shown: number; count: string }) =>
    `The ${shown} most deployed of ${count} are shown.`,
  moreWith: ({ count, change }: { count: number; change: string }) =>
    `${formatCount(count)} more with ${change}`,
  changeThatAnswer: "Change that answer",
  showIt: "Show it",
  showOfThem: (count: number) => `Show ${count} of them`,

  whyItFits: "Why it fits",
  showOneMore: "Show one more",
  showMore: (count: number) => `Show ${count} more`,

  whatItMisses: "What it misses",

  capital: "Capital",
  riskLevel: "Risk level",
  instrument: "Instrument",
  change: "Change",
  startOver: "Start over",

  fits: "Fits:",
  misses: "Misses:",

  recordReason: ({
    evidence,
    from,
    to,
    amount,
    fall,
    costs,
  }: {
    evidence: string;
    from: string;
    to: string;
    amount: string;
    fall: string;
    costs: string;
  }) =>
    `${evidence} ${from} to ${to}: of ${amount} it was down ${fall} at worst, and its costs were ${costs} a year.`,
} as const;
