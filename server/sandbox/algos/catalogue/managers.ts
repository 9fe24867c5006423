// The seven managers of the sandbox's catalogue. Names and registrations are invented; numbers are of a form that the
// regulator does not hand out.
import type { Manager } from "../../../../app/wire/strategy.ts";

export type CatalogueManager = Omit<Manager, "strategyCount" | "withdrawnCount" | "deployedCount">;

export const MANAGERS: CatalogueManager[] = [
  {
    id: "kestrel-ridge",
    name: "Kestrel Ridge Research",
    kind: "research_analyst",
    registration: "INH990000101",
    about: [
      "Kestrel Ridge runs rule-based option strategies on the three liquid index chains. Every algo has a stop on each leg and one on the day, and none holds a naked short position overnight.",
      "The desk is four analysts and two engineers. Research notes for each algo are kept and can be asked for.",
    ],
    city: "Mumbai",
    activeSince: "2021-03-15",
    listed: true,
    complianceOfficer: "Meera Sethi",
    grievanceEmail: "grievance@kestrel-ridge.example",
  },
  {
    id: "saffron-quant",
    name: "Saffron Quant Advisors",
    kind: "research_analyst",
    registration: "INH990000117",
    about: [
      "Saffron Quant builds equity strategies: momentum and mean reversion over days, and baskets held for months. Nothing is leveraged beyond the margin that the exchange allows for the day.",
      "All of its algos are white box: the whole rule is on the page and can be followed by hand.",
    ],
    city: "Pune",
    activeSince: "2020-08-03",
    listed: false,
    complianceOfficer: "Rohan Kulkarni",
    grievanceEmail: "care@saffron-quant.example",
  },
  {
    id: "tidewater-algos",
    name: "Tidewater Algos",
    kind: "empanelled_provider",
    registration: "NSE-AP-990204 / BSE-AP-990088",
    about: [
      "Tidewater is an algo provider empanelled with both exchanges. It runs short-horizon strategies: scalps and day trades, with many small decisions and a hard limit on the day's loss.",
    ],
    city: "Bengaluru",
    activeSince: "2022-01-10",
    listed: false,
    complianceOfficer: "Farah Naqvi",
    grievanceEmail: "help@tidewater-algos.example",
  },
  {
    id: "palash-analytics",
    name: "Palash Analytics",
    kind: "research_analyst",
    registration: "INH990000133",
    about: [
      "Palash sells options that it has hedged first. Its spreads, condors and calendars all have a loss that is known when the trade is opened.",
      "Position sizes follow the margin after hedges, not the premium taken in.",
    ],
    city: "Ahmedabad",
    activeSince: "2021-11-22",
    listed: false,
    complianceOfficer: "Jignesh Dave",
    grievanceEmail: "desk@palash-analytics.example",
  },
  {
    id: "banyan-systematic",
    name: "Banyan Systematic",
    kind: "research_analyst",
    registration: "INH990000149",
    about: [
      "Banyan manages slow money: baskets of large companies, rebalanced once a month or less, and index funds with bought protection.",
      "It publishes the reason for each change of holding on the day after the change.",
    ],
    city: "Chennai",
    activeSince: "2019-06-17",
    listed: false,
    complianceOfficer: "Lakshmi Raman",
    grievanceEmail: "grievance@banyan-systematic.example",
  },
  {
    id: "lotus-loom",
    name: "Lotus & Loom Capital Research",
    kind: "research_analyst",
    registration: "INH990000158",
    about: [
      "Lotus & Loom trades options on single stocks: bought calls and puts on breakouts, spreads around results, and covered calls on shares that are held.",
    ],
    city: "Hyderabad",
    activeSince: "2022-05-02",
    listed: false,
    complianceOfficer: "Anita Reddy",
    grievanceEmail: "care@lotus-loom.example",
  },
  {
    id: "arclight-systems",
    name: "Arclight Trading Systems",
    kind: "empanelled_provider",
    registration: "NSE-AP-990219",
    about: [
      "Arclight is an algo provider empanelled with the exchange. Its strategies follow price alone: ranges, breakouts and pullbacks in index options and large shares.",
      "Some of its algos are black box. For those a research report is kept for each version, as the rules ask.",
    ],
    city: "Gurugram",
    activeSince: "2023-02-06",
    listed: false,
    complianceOfficer: "Vikram Bedi",
    grievanceEmail: "support@arclight-systems.example",
  },
];
