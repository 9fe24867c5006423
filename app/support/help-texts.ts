// Answers for the search and the chat (help.ts), and questions of the support page (faqs.ts).

/** `words` are additional search terms, `page` is the title of the page with details. */
export const HELP_TEXTS = {
  choose: {
    question: "How do I choose an algo?",
    words: "find pick recommend suitable best beginner three questions",
    text: "Answer three questions (capital, risk, instrument). Each result states why it fits and what it misses. Nothing here is advice.",
    page: "Find your algo",
  },
  money: {
    question: "How much money do I need?",
    words: "minimum amount margin buffer start with smallest",
    text: "Each algo has a minimum amount: the margin or purchase value the broker blocks, and a buffer for losses and higher margins. You can sort lists by minimum amount.",
    page: "Algos by minimum amount",
  },
  lose: {
    question: "What can I lose?",
    words: "loss worst case stop drawdown max losing",
    text: "Each algo's page states, for your own amount, its stop-loss per trade and per day, the largest loss of one position, and the max drawdown. A stop-loss is an order, not a guarantee.",
    page: "Algos by risk",
  },
  levels: {
    question: "What do the risk levels mean?",
    words: "low medium moderately high level label rating grade risk",
    text: "There are four: Low, Medium, Moderately high and High. A published rule computes the level from possible losses of a position and from the record.",
    page: "Algos by risk",
  },
  deploy: {
    question: "Can I deploy an algo here?",
    words: "deploy start run activate live paper begin trading how",
    text: "Yes. Open the algo, choose Deploy, set the amount and your risk limits, and approve the consent. Paper trading uses no money; live trading places orders in your account.",
    page: "All algos",
  },
  stop: {
    question: "How do I stop an algo?",
    words: "stop pause resume square off exit close positions end kill switch emergency",
    text: "Open My algos. Pause stops new entries, Square off closes its positions, Stop ends it. The kill switch stops everything at once.",
    page: "My algos",
  },
  killSwitch: {
    question: "What does the kill switch do?",
    words: "kill switch emergency stop everything all algos",
    text: "It stops every algo you run, cancels their pending orders and closes their positions. New deployments are refused until you lift it.",
    page: "Kill switch",
  },
  track: {
    question: "How do I track an algo?",
    words: "track tracklist watchlist favourite save list follow share",
    text: "Choose Track on any algo. You can have several lists, rename them, share them as read-only, and undo a deletion.",
    page: "Tracklists",
  },
  signIn: {
    question: "How do I sign in (log in)?",
    words: "login account pin totp password client id sign forgot",
    text: "Sign in with your trading account on the broker's own login page. This site never sees your PIN.",
    page: "Sign in",
  },
  sessions: {
    question: "Where am I signed in, and how do I sign out everywhere?",
    words: "session sessions device devices sign out everywhere logout phone lost",
    text: "Your account lists every session with its browser and time. You can end one of them or all.",
    page: "Where you are signed in",
  },
  delayed: {
    question: "Why does a price say delayed or stale?",
    words: "price live delayed stale old frozen feed not moving closed market hours",
    text: "Live means the newest price is at most two seconds old. Delayed and Stale mean that it is older; the reason and the time of the last trade are shown. After hours the label is “Market closed”.",
    page: "All algos",
  },
  managers: {
    question: "Who runs the algos?",
    words: "manager provider research analyst registered empanelled partner who makes registration",
    text: "Research analysts registered with the regulator, and algo providers empanelled with an exchange. Each has a page with its registration and its algos, including withdrawn algos.",
    page: "Managers",
  },
  cost: {
    question: "What does an algo cost, and what fee does it charge?",
    words: "fee fees charge charges brokerage tax cost monthly manager subscription price algo",
    text: "The algo's page states the manager's monthly fee, and brokerage and statutory charges for a year. Results are net of fees and charges.",
    page: "All algos",
  },
  real: {
    question: "Are the results real?",
    words: "backtest paper live real simulated performance past results genuine proof verified",
    text: "Backtest, paper and live results are separate records and are never joined. Each states its kind, period and costs. A backtest applies the rules to past prices; nobody earned that money.",
    page: "All algos",
  },
  complain: {
    question: "How do I complain?",
    words: "complaint grievance problem manager regulator scores unhappy ombudsman",
    text: "Write to the manager first; the address is on the manager's page. Then write to us. If the answer does not satisfy you, use the regulator's complaint system (SCORES), linked in the footer.",
    page: "Support",
  },
  apiCost: {
    question: "What do the APIs cost?",
    words: "api price free fee cost charges trading apis subscription",
    text: "The trading APIs and the live market feed are available at no extra cost. Brokerage and taxes apply to trades.",
    page: "Trading APIs",
  },
  apiAccess: {
    question: "How do I get access to the APIs?",
    words: "api access request partner fintech bank platform integrate key token developer account",
    text: "The quick start shows how to get a token. For your own product, send the form on the API page for your audience; you get a reference number.",
    page: "Quick start",
  },
  orders: {
    question: "How many orders may I send?",
    words: "rate limit orders second day modifications api throttle ohlc many requests",
    text: "You may send 25 orders a second, 5,000 orders a day, 25 modifications per order, and 10 OHLC requests a second.",
    page: "API documentation",
  },
  livePrices: {
    question: "How do I read live prices over the API?",
    words: "websocket live market feed binary depth twenty level socket stream api prices",
    text: "Open one socket for prices and one for 20-level depth. You send JSON and receive binary packets; the documentation describes their format.",
    page: "Live market feed",
  },
};

export const HELP_PAGES = { home: "Home", support: "Support", errors: "Errors" };

export const SUPPORT_QUESTIONS = {
  errorPage: {
    question: "A page showed an error. What should I send you?",
    answer:
      "Send the request id on the page, and tell us what you were doing. We find the request in our logs by its id.",
  },
  complain: {
    question: "How do I complain about a manager?",
    answer:
      "Write to the manager first; the address is on the manager's page. If the answer does not satisfy you, write to us, and after that to the regulator's complaint system, linked in the footer.",
  },
  accessibility: {
    question: "Something here does not work with my screen reader or keyboard.",
    answer:
      "Please report it: tell us the page and your browser or screen reader. Accessibility reports are handled first.",
  },
};
