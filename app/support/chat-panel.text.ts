// Text of the chat other than its messages.
export const text = {
  chat: "Chat",
  whoAnswers:
    "Answers come from our questions and pages by search; what they do not answer goes to a person.",
  notAnswering: "The chat does not answer just now. Write or call instead.",
  you: "You",
  answer: "Answer",
  yourQuestion: "Your question",
  goOn: "Go on",
  send: "Send",
} as const;
