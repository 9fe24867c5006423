// What a developer has to know before the first order and finds in no list of fields: hours and square-off, the life of an order, freeze
// quantities, and how a sandbox account differs from a live one.
import { EXCHANGE_CALENDAR } from "../wire/market-sessions.ts";
import { list, type Section, type Step, section, table, text } from "./blocks.ts";

const PHASES: Record<string, string> = {
  pre_open: "Pre-open",
  open: "Trading",
  closing_auction: "Closing auction",
  post_close: "Post-close",
};

export function marketHours(): Section[] {
  const rows = EXCHANGE_CALENDAR.timetables.flatMap(({ from, segments, group, spans }) =>
    spans.map((span) => [
      segments.join(", "),
      group === "derivatives" ? "Shares with futures and options" : "All",
      from,
      PHASES[span.phase] ?? span.phase,
      `${span.from} to ${span.to}`,
    ]),
  );
  return [
    section(
      "sessions",
      "Sessions",
      text(
        "Indian time, Monday to Friday. A later row of a segment replaces the earlier one from its day on.",
      ),
      table("Hours by segment", ["Segments", "Instruments", "From", "Phase", "Hours"], rows),
      text(
        "The sandbox holds no auctions: before the opening and after the close orders are refused, and shares with futures and options trade on until the others close, where the exchanges hold their closing auction.",
      ),
      text("Holidays and special sessions stand on the sandbox page. Indian time has no summer time."),
    ),
    section(
      "outside",
      "Orders outside the session",
      list(
        "An order that is placed while the market is closed is REJECTED: read omsErrorDescription.",
        "With afterMarketOrder true it is PENDING until the opening, and is sent then. It can be changed and cancelled meanwhile.",
        "A DAY order that is not filled when the session ends is EXPIRED. An IOC order never rests: what is not filled at once is CANCELLED.",
        "A forever order waits beyond the day; what it sends when its trigger is seen is an ordinary order of that day.",
        "Where the sandbox's market never closes, a session ends at the end of its day, and orders are taken at any time.",
      ),
    ),
    section(
      "square-off",
      "Square-off",
      list(
        "INTRADAY positions are closed by the broker ten minutes before the session ends, at the market.",
        "From then on nothing new is opened in INTRADAY that day; closing stays possible.",
        "A square-off that is refused is tried again a minute later, three times at most.",
        "CNC shares become holdings on the next trading day. MARGIN contracts are carried until you close them or they expire.",
        "On its expiry day a contract is settled in cash against the close of its underlying: an option at what it is worth, a future at the close.",
      ),
    ),
  ];
}

/** Every state change of an order: the source of the table and the drawing. */
export const ORDER_STEPS: readonly Step[] = [
  ["–", "TRANSIT", "The order is on its way to the exchange", "Broker"],
  ["–", "PENDING", "It rests, or waits for its trigger or the opening", "Exchange"],
  ["–", "REJECTED", "Funds, kill switch, session, price band, freeze quantity or lot", "Broker or exchange"],
  ["TRANSIT", "PENDING", "It has arrived", "Exchange"],
  ["TRANSIT", "TRADED", "It has arrived and is filled at once", "Exchange"],
  ["TRANSIT", "CANCELLED", "You cancel it", "You"],
  ["PENDING", "PART_TRADED", "A part is filled", "Exchange"],
  ["PENDING", "TRADED", "All of it is filled", "Exchange"],
  [
    "PENDING",
    "CANCELLED",
    "You cancel it, square everything off, or an IOC order is not filled",
    "You or exchange",
  ],
  ["PENDING", "EXPIRED", "The session ends", "Exchange"],
  ["PENDING", "REJECTED", "Its trigger or the opening has come, and it cannot be carried any more", "Broker"],
  ["PART_TRADED", "TRADED", "The rest is filled", "Exchange"],
  ["PART_TRADED", "CANCELLED", "You cancel the rest; what has traded stays", "You"],
  ["PART_TRADED", "EXPIRED", "The session ends; what has traded stays", "Exchange"],
];

export function orderStates(): Section[] {
  return [
    section(
      "steps",
      "From state to state",
      text(
        "TRADED, REJECTED, CANCELLED and EXPIRED are final: nothing follows them. A change (PUT) leaves the state as it is, and can have the order filled.",
      ),
      {
        kind: "steps",
        id: "steps-drawn",
        caption: "Order states, and who causes each step",
        steps: ORDER_STEPS,
      },
      table(
        "Steps of an order",
        ["From", "To", "Cause", "Who"],
        ORDER_STEPS.map((row) => [...row]),
        [0, 1],
      ),
    ),
    section(
      "following",
      "Following an order",
      list(
        "The answer to placing says the state at that moment; a market order is mostly TRADED by then.",
        "Each step is sent on the order-update socket and as a postback. Both can skip a state that lasted no time.",
        "filledQty and averageTradedPrice say how much is filled at which price, in every state.",
        "REJECTED is no fault of the call: the status is 200, and omsErrorDescription of the order says why.",
      ),
    ),
    section(
      "super-and-forever",
      "Super and forever orders",
      table(
        "States of their own",
        ["State", "Of", "Meaning", "Who"],
        [
          [
            "TRIGGERED",
            "super order, leg",
            "Its price was seen; the closing order is at the exchange",
            "Broker",
          ],
          ["CLOSED", "super order", "That order has closed the position", "Exchange"],
          ["CONFIRM", "forever order", "It waits for its trigger", "Broker"],
          ["TRIGGERED", "forever order", "Its trigger was seen; an ordinary order was sent", "Broker"],
        ],
      ),
    ),
  ];
}

export function freezeAndSlicing(): Section[] {
  return [
    section(
      "freeze",
      "Freeze quantity",
      text(
        "An exchange takes one order up to its freeze quantity, which it sets for each underlying. A larger one is REJECTED with a sentence that names the quantity. Derivatives count units, not lots: a freeze of 1,800 and a lot of 75 are 24 lots.",
      ),
    ),
    section(
      "slicing",
      "Slicing",
      list(
        "POST /orders/slicing takes the same body and splits the quantity: each slice is at most the freeze quantity, the last one the rest.",
        "At most 20 slices; a quantity that would take more answers DH-905.",
        "The answer is an array with one element for each slice, in the order they were placed. A quantity below the freeze gives an array of one.",
        "The first slice carries your correlation id. Each slice is an order of its own: change or cancel it by its own id.",
        "disclosedQuantity is used only where one slice is enough.",
        "A slice can be REJECTED while others are taken, as when funds run out: look at every element.",
        "One call counts as one of the limit, however many slices it takes.",
      ),
    ),
  ];
}

export function sandboxAndLive(): Section[] {
  return [
    section(
      "differences",
      "Differences",
      table(
        "Sandbox account and live account",
        ["Topic", "Sandbox", "Live"],
        [
          ["Money and prices", "simulated; nothing reaches an exchange", "real"],
          ["Paths, fields, codes, packets", "the same", "the same"],
          ["Token", "30 days from the portal, 24 hours by login", "24 hours"],
          [
            "200 levels of depth",
            "any token of the account",
            "reported: a token that its holder has made (SELF), not an app's",
          ],
          ["Static address", "kept, not insisted on", "needed for calls that write orders"],
          ["Data plan", "always active", "to be activated"],
          ["Market hours", "never closes unless its operator says otherwise", "the exchanges' hours"],
          ["Misbehaviour on purpose", "by header and quantity", "none"],
          ["Own clock and seed", "for each account", "none"],
          ["Postbacks", "signed, two further tries, a log", "one send"],
          ["Orders of algos and of the API", "one account", "one account"],
        ],
        [],
      ),
      text("A token of one is no token of the other. Move over by changing the addresses and the token."),
    ),
    section("not-served", "What the sandbox does not serve", {
      kind: "links",
      items: [
        { title: "Its market: what is not listed", to: "/docs/v2/sandbox#not-served" },
        { title: "Choices where sources disagree", to: "/docs/v2/sandbox#differences" },
      ],
    }),
    section(
      "calls",
      "Calls of the public reference that are not here",
      table(
        "Not served",
        ["What", "Instead"],
        [
          [
            "POST /alerts/multi/orders, several orders in one call",
            "One call for each; 25 a second are taken",
          ],
          ["Global stocks: /globalstocks/… and their feed", "Nothing"],
          ["Products CO and BO", "POST /super/orders"],
          ["Currency and commodity segments", "Nothing: DH-903"],
        ],
      ),
    ),
  ];
}
