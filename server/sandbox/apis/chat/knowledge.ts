// What the sandbox's chat knows by itself: short answers, each with the page that says more. Content, one entry a subject.

export type Answer = {
  question: string;
  words: string;
  text: string;
  page: { path: string; title: string } | null;
};

export const ANSWERS: readonly Answer[] = [
  {
    question: "What is algo trading?",
    words: "algorithm automated rules meaning explain",
    text: "Orders that follow written rules instead of a decision at the moment. The rules say when to buy, when to sell, how much, and when to stop.",
    page: { path: "/#faq", title: "Questions on the start page" },
  },
  {
    question: "How do I choose an algo?",
    words: "find pick which recommend suitable stepper capital risk",
    text: "Answer three questions (capital, risk, instrument) and each result says why it fits and what it misses. Nothing here is advice.",
    page: { path: "/algos/find", title: "Find your algo" },
  },
  {
    question: "How much money do I need?",
    words: "minimum amount capital invest least margin buffer cost",
    text: "Each algo has a minimum amount, shown as a sum: what the broker blocks or pays, and a buffer for losses and margin rises. It begins at 5,000 rupees.",
    page: { path: "/algos?sort=min_amount", title: "Algos by minimum amount" },
  },
  {
    question: "What can I lose?",
    words: "loss risk worst case stop losing money",
    text: "Each algo's page states its stop for a trade and for a day in rupees for your own amount, and what happens at worst. Stops are orders, not promises.",
    page: { path: "/algos/by-risk-tolerance", title: "Algos by risk" },
  },
  {
    question: "What do the risk levels mean?",
    words: "low medium moderate moderately high level grade",
    text: "There are four: low, medium, moderately high and high. They are set by how much the rules can lose and how suddenly.",
    page: { path: "/algos/by-risk-tolerance", title: "Algos by risk" },
  },
  {
    question: "Can I deploy an algo here?",
    words: "deploy start run activate live paper begin trading",
    text: "Not on this site yet. You can find, compare and track algos, and watch the prices of what they trade.",
    page: { path: "/algos/tracklist", title: "Tracklists" },
  },
  {
    question: "How do I keep an eye on an algo?",
    words: "track tracklist watchlist favourite save list follow",
    text: "Choose “Track” on any algo. You can keep several lists, rename them, share one for reading, and take a deletion back.",
    page: { path: "/algos/tracklist", title: "Tracklists" },
  },
  {
    question: "How do I sign in?",
    words: "login account pin totp password client id consent sign",
    text: "With your trading account, at the broker's own login. This site never sees your PIN. In the sandbox the login page names a client to use.",
    page: { path: "/login", title: "Sign in" },
  },
  {
    question: "Why does a price say delayed or stale?",
    words: "price live delayed stale old frozen feed not moving closed market hours",
    text: "Live means that the newest price is at most two seconds old. Delayed and stale say that it is older and why; the time of the last trade stands beside it. After hours it says that the market is closed.",
    page: { path: "/algos", title: "All algos" },
  },
  {
    question: "Who runs the algos?",
    words: "manager provider research analyst registered empanelled partner who makes",
    text: "Research analysts registered with the regulator and algo providers empanelled with an exchange. Each has a page with its registration, its algos and those it withdrew.",
    page: { path: "/algos/managers", title: "Managers" },
  },
  {
    question: "How do I complain?",
    words: "complaint grievance problem manager regulator scores unhappy",
    text: "Write to the manager first; the address is on the manager's page. Then to us, and after that to the regulator's complaint system, which is linked in the footer.",
    page: { path: "/support", title: "Support" },
  },
  {
    question: "What do the APIs cost?",
    words: "api price free fee cost charges trading apis money",
    text: "Trading by API costs nothing extra, and the live market feed comes at no extra cost. Brokerage and taxes apply to trades.",
    page: { path: "/trading-apis", title: "Trading APIs" },
  },
  {
    question: "How do I get access to the APIs?",
    words: "api access request partner fintech bank platform integrate key token developer",
    text: "Send the request form on the page of your audience; you get a reference number at once and an answer by email.",
    page: { path: "/trading-apis", title: "Trading APIs" },
  },
  {
    question: "How many orders may I send?",
    words: "rate limit orders second day modifications api throttle ohlc",
    text: "25 orders a second, 5,000 orders a day, 25 modifications an order, and 10 OHLC requests a second.",
    page: { path: "/docs/v2/", title: "Documentation" },
  },
  {
    question: "How do I read the live feed?",
    words: "websocket live market feed binary depth twenty level socket stream api",
    text: "One socket for prices and one for twenty levels of depth, JSON up and binary down. The documentation lists the packets.",
    page: { path: "/docs/v2/live-market-feed", title: "Live market feed" },
  },
];
