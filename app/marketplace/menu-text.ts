// Titles of the groups of the Discover menu.
import { plural } from "../format/locale.ts";

export const menuText = {
  byInstrument: "By instrument",
  byTradingStyle: "By trading style",
  byInvestment: "By investment",
  byRisk: "By risk tolerance",
  popular: "Popular algos",
  managers: "Popular managers",
  algos: (count: number) => `${count} ${plural(count, { one: "algo", other: "algos" })}`,
};
