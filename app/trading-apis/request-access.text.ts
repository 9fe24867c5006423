// Text of the form that asks for access.
export const text = {
  yourName: "Your name",
  email: "Email",
  emailHint: "The answer goes there, and nothing else does.",
  organisation: "Organisation",
  organisationHint: "Leave it empty if you ask for yourself.",

  requestAccess: "Request access",
  keptHere: "Your request is kept here",
  arrived: "Your request has arrived",
  reference: "Reference {reference}",
  storedUntilSent:
    "The service that takes requests does not answer just now; yours is stored and is sent as soon as it does.",
  answerByEmail: "An answer comes by email.",
  notSent: "The request was not sent",
  whatToBuild: "What do you want to build?",
  leaveThisFieldEmpty: "Leave this field empty",
  weKeep: "We keep what you write here to answer you. If the form fails, write to {address}.",
  sendTheRequest: "Send the request",

  optional: "(optional)",
} as const;
