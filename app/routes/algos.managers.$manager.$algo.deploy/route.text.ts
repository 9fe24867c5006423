// Text of the page of deploying.
export const text = {
  noSuchAlgo: "There is no algo at this address.",

  termsNotComplete: "The terms are not complete. Go back to them.",
  tickToConsent: "Tick the box to consent, or leave this page.",
  formNotUnderstood: "The form was not understood. Load the page again.",
  changedSinceRead: "The algo or its terms have changed since you read this. Read it again, then consent.",
  sumsHaveMoved:
    "Margin or charges have moved since you read this. Load the page again and read the new sums.",
  brokerNotAnswering:
    "The broker does not answer just now. Send it again in a moment: it will be one deployment, however often you do.",

  title: "Deploy",
  titleOf: (algo: string) => `Deploy ${algo}`,
  description: "Amount, risk limits and days; the exact text that is consented to; then the order window.",

  algos: "Algos",
  stepOne: "Step 1 of 3: your terms.",
  stepTwo: "Step 2 of 3: read and consent. The order window is step 3.",
  cannotBeDeployed: "This algo cannot be deployed now",
  notOpenHere: "Deploying is not open on this site.",
  killSwitchIsOn: "Your kill switch is on",
  nothingNewBegins: "Nothing new starts until it is lifted.",
  lookAtTheKillSwitch: "Look at the kill switch",
  youHaveItAlready: (mode: string) => `You have it ${mode} already:`,
  oneOfEach: "{link}. There is one of each at a time.",
  live: "live",
  onPaper: "on paper",
  seeThatDeployment: "see that deployment",
  backToTheAlgo: "Back to the algo",
} as const;
