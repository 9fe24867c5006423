// Texts of the pages that the server renders without the app: refused requests, and forms of another sign-in. Programs
// receive the English reasons.

export const pageText = {
  notAccepted: "The request was not accepted",
  failed: "Something went wrong",
  notFound: "Page not found",
  formTooLarge: "The form is too large",
  addressTooLong: "The address is too long",
  tooManyRequests: "Too many requests",
  unavailable: "Temporarily unavailable",
  nothingChanged: "Nothing was changed. Go back in your browser: what you typed is still in the form.",
  tryAgain: "Try again",
  home: "Home",
  status: "Status",
  support: "Support",
};

export const reasonText = {
  addressTooLong: (bytes: number) => `The address is too long. The limit is ${bytes} bytes.`,
  notAPath: "The request target must be a path.",
  malformedAddress: "The address contains a malformed percent escape or a control character.",
  noPage: "This page does not exist.",
  noFile: "This file does not exist.",
  severalHosts: "The request has more than one Host header.",
  malformedHost: "The Host header is missing or malformed.",
  malformedHeader: "A request header is malformed.",
  otherHost: (origin: string) => `This site is served only at ${origin}.`,
  unknownHost:
    "The requested host is unknown. The operator must set PUBLIC_ORIGIN to the address that browsers use, such as https://www.example.com.",
  wrongMethod: (methods: string) => `The method must be one of ${methods}.`,
  formOfAnotherSite: "The form was sent from another site. Open the page here and send it again.",
  pricesOfAnotherSite: "Live prices are available only to this site's own pages.",
  wrongFormType: (type: string) => `The Content-Type of a form must be ${type}.`,
  formTooLarge: (bytes: number) => `The form is too large. The limit is ${bytes} bytes.`,
  fileTooLarge: (bytes: number) => `The file is too large. The limit is ${bytes} bytes.`,
  bodyTooLarge: (bytes: number) => `The body is too large. The limit is ${bytes} bytes.`,
  tooManyFields: (fields: number) => `The form has too many fields. The limit is ${fields}.`,
  bodyTooSlow: "The body was sent too slowly.",
  tooManyOfAccount: "Too many requests from your account. Wait a moment and try again.",
  tooManyOfAddress: "Too many requests from your address. Wait a moment and try again.",
  tooManyOfBrowser: "Too many requests from your browser. Wait a moment and try again.",
  inProgressOfAccount: "Too many requests from your account are in progress. Try again in a second.",
  inProgressOfAddress: "Too many requests from your address are in progress. Try again in a second.",
  tooManyBodies: "Too many request bodies are being received from your address. Try again in a second.",
  tooManyFiles: "Too many of your files are being received. Try again in a second.",
  manyFilesVerified: "Many files are being verified. Try again in a few seconds.",
  busy: "The site is very busy. Try again in a few seconds.",
  siteStarting: "The site is starting. Try again in a second.",
  sandboxStarting: "The sandbox is starting. Try again in a second.",
  sandboxSilent: "The sandbox is not responding. Try again in a second.",
  failed: (reference: string) => `An internal error occurred. Quote ${reference} when you report it.`,
};

export const formText = {
  title: "The form was not sent",
  otherSignIn:
    "The form belongs to another sign-in, or was loaded before you signed in. Nothing was changed. Open the page again and send it once more.",
  signedInAs: ({ name, clientId }: { name: string; clientId: string }) =>
    `You are signed in as ${name} (${clientId}).`,
  openAgain: "Open the page again",
  typed: "What you wrote",
  sendFromHere: "Or send it from here",
  sendAs: (name: string) => `Send it as ${name}`,
  sendNow: "Send it with the current sign-in",
};

/** Texts of one brand. */
export type RefusalTexts = { page: typeof pageText; reason: typeof reasonText; form: typeof formText };
