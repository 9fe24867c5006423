// Text of the support page.
export const text = {
  noChat: "There is no chat on this site.",
  tooMany: "That was a lot in one minute. Wait a little and send it again.",

  title: "Support",
  description:
    "Write or call us, raise a complaint, or read short answers about algos, amounts, stops and the APIs.",

  lead: "A person reads what you send.",
  leadWithChat: "Ask below, write or call. A person answers what our pages do not.",
  write: "Write",
  call: "Call",
  complianceOfficer: "Compliance officer",
  complaintSystem: "Regulator's complaint system",
  scores: "SCORES",
  questions: "Questions",
} as const;
