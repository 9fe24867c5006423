// Text of the page of an audience.
export const text = {
  noSuchPage: "There is no API page for this audience.",
  apisFor: (audience: string) => `APIs for ${audience}`,

  noForm: "There is no form at this address.",
  hiddenFieldFilled: "The field that people do not see was filled in.",
  tooMany: (seconds: number) => `Too many requests from your address. Try again in ${seconds} seconds.`,

  home: "Home",
  tradingApis: "Trading APIs",
  startReading: "Start reading",
  requestAccess: "Request access",
  whatYouGet: "What you get",
  whatYouNeed: "What you need",
  whereToBegin: "Where to begin",
  timeToIntegrate: "Time to integrate:",
  otherAudiences: "Other audiences",
  tradingApisFor: (audience: string) => `Trading APIs for ${audience}`,
} as const;
