// Questions and answers of the home and the support page; search and the chat find them too.
import type { Faq } from "../contract/base-api/strategy.ts";

export const HOME_FAQS: readonly Faq[] = [
  {
    id: "what-is-algo-trading",
    question: "What is algo trading?",
    answer:
      "Orders that follow written rules instead of a person's decision at the moment. The rules say when to buy, when to sell, how much, and when to stop. An algo does not know the future; it does the same thing every time.",
  },
  {
    id: "do-i-need-to-code",
    question: "Do I need to write code?",
    answer:
      "No. The algos here are ready-made: you choose one, set the amount and the limits, and consent. If you do write code, the trading APIs are there for you.",
  },
  {
    id: "monitor-and-control",
    question: "Can I watch and stop an algo while it runs?",
    answer:
      "Yes, in real time. You see its orders and positions as they change, and you can pause new entries, close positions, hand over to yourself or stop it, at any moment.",
  },
  {
    id: "api-for-fintechs",
    question: "Can a fintech or platform build on this?",
    answer:
      "Yes. The APIs cover orders, portfolio, funds, market data and order updates, with a consent login for your customers.",
  },
  {
    id: "who-provides-algos",
    question: "Who provides the algos?",
    answer:
      "Research analysts registered with the regulator and algo providers empanelled with an exchange. The exchange approves each algo and its orders carry the algo's id. The broker does not make the algos and does not promise results.",
  },
];

export const SUPPORT_FAQS: readonly Faq[] = [
  {
    id: "error-page",
    question: "A page showed an error. What should I send you?",
    answer:
      "The request id that stands on the page, and what you were about to do. The id finds the request in our logs.",
  },
  {
    id: "complain",
    question: "How do I complain about a manager?",
    answer:
      "Write to the manager first; the address is on the manager's page. If the answer does not satisfy you, write to us, and after that to the regulator's complaint system, linked in the footer.",
  },
  {
    id: "accessibility",
    question: "Something here does not work with my screen reader or keyboard.",
    answer: "That is a fault. Tell us the page and what you use; accessibility reports are handled first.",
  },
];
