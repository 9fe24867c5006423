// Text of a sign-in that was not completed.
export const text = {
  nobodySignsIn: "Nobody signs in on this site.",

  title: "Sign-in not completed",
  description: "This sign-in could not be completed; it can be begun again.",

  denied:
    "You denied it, so nothing was given to this site. Everything that needs no account works without signing in.",
  notBegunHere:
    "This sign-in was not begun in this browser, or it was begun more than ten minutes ago. To be safe it was not completed.",
  otherSignIn:
    "The link belongs to another sign-in than the one that was begun in this browser. Somebody may have sent it to you; to be safe it was not followed.",
  refused: "The account service did not accept this sign-in: it was used already, or it has expired.",

  notSignedIn: "You are not signed in",
  beginAgain: "Begin again",
  seeTheAlgos: "See the algos",
} as const;
