// Parses the catalogue's table into rows. A cell that is not valid throws an error that names the algo and the column.
import { z } from "zod";
import { DISCLOSURE_BASES, PRODUCTS, type StrategyState } from "../../../../app/domain/vocabulary.ts";
import { INDICES, type StockKey } from "../../exchange/instruments.ts";
import type { Rules } from "../playbooks/playbook.ts";
import { getPlaybook } from "../playbooks/playbooks.ts";
import { ALGO_TABLE, STATES } from "./algo-table.ts";

/** Groups of shares that an algo trades, with their display names. */
export const UNIVERSES = {
  banks: { traded: "five large banks", stocks: ["hdfcBank", "iciciBank", "sbi", "axisBank", "kotakBank"] },
  technology: { traded: "four technology companies", stocks: ["tcs", "infosys", "wipro", "hclTech"] },
  leaders: {
    traded: "ten heavily traded companies",
    stocks: [
      "reliance",
      "hdfcBank",
      "iciciBank",
      "tcs",
      "infosys",
      "sbi",
      "larsen",
      "bhartiAirtel",
      "axisBank",
      "mahindra",
    ],
  },
  consumers: {
    traded: "six consumer companies",
    stocks: ["itc", "hindustanUnilever", "titan", "asianPaints", "maruti", "mahindra"],
  },
  defensives: {
    traded: "eight steady companies",
    stocks: [
      "itc",
      "hindustanUnilever",
      "sunPharma",
      "ntpc",
      "powerGrid",
      "tcs",
      "ultraTech",
      "bhartiAirtel",
    ],
  },
  wide: {
    traded: "twenty-three large companies",
    stocks: [
      "hdfcBank",
      "tcs",
      "reliance",
      "infosys",
      "iciciBank",
      "sbi",
      "axisBank",
      "kotakBank",
      "itc",
      "larsen",
      "hindustanUnilever",
      "bhartiAirtel",
      "maruti",
      "sunPharma",
      "titan",
      "asianPaints",
      "bajajFinance",
      "wipro",
      "hclTech",
      "mahindra",
      "ntpc",
      "powerGrid",
      "ultraTech",
    ],
  },
  indexFund: { traded: "a Nifty 50 fund", stocks: ["niftyBees"] },
  reliance: { traded: "Reliance Industries", stocks: ["reliance"] },
  hdfcBank: { traded: "HDFC Bank", stocks: ["hdfcBank"] },
  itc: { traded: "ITC", stocks: ["itc"] },
  infosys: { traded: "Infosys", stocks: ["infosys"] },
} as const satisfies Record<string, { traded: string; stocks: readonly StockKey[] }>;

const count = z.coerce.number().int().min(0);
const percent = z
  .union([z.literal("-").transform(() => null), z.coerce.number().positive()])
  .describe("percent of the capital, or - for none");
const indexName = z.enum(Object.keys(INDICES) as [keyof typeof INDICES]);
const universeName = z.enum(Object.keys(UNIVERSES) as [keyof typeof UNIVERSES]);

/** The table's columns. */
const cellsSchema = z.object({
  name: z.string().min(1),
  /** Name of the playbook, which a file in `playbooks/definitions` exports. */
  playbook: z.string().min(1),
  trades: z.union([
    indexName.transform((index) => ({ index })),
    universeName.transform((universe) => ({ universe })),
  ]),
  product: z.enum(PRODUCTS),
  /** Margin of the largest position. The remainder of `minAmountRupees` is a buffer. */
  marginRupees: count,
  minAmountRupees: count,
  deployed: count,
  tracked: count,
  liveSince: z.iso.date(),
  version: z.string().regex(/^\d+\.\d+$/),
  feeRupees: count,
  box: z.enum(["white", "black"]),
  /** Largest value of the underlying, divided by the capital. */
  leverage: z.coerce.number().positive(),
  stopPerTrade: percent,
  stopPerDay: percent,
  basis: z.enum(DISCLOSURE_BASES),
  rules: z.string(),
});
type Cells = z.infer<typeof cellsSchema>;

export type StrategyRow = Omit<Cells, "rules"> & {
  manager: string;
  rules: Partial<Rules>;
  state?: { state: StrategyState; since: string; reason: string };
};

const splitCells = (line: string) => line.split("|").map((cell) => cell.trim());

/** Parses "from=09:45 stopPercent=18". Throws for a name that is not a parameter of the playbook. */
function parseRules(text: string, { name, playbook }: Pick<Cells, "name" | "playbook">): Partial<Rules> {
  const known = [
    "from",
    "to",
    "exitFrom",
    "exitTo",
    "ranking",
    ...Object.keys(getPlaybook({ playbook }).defaults),
  ];
  return Object.fromEntries(
    text.split(" ").map((rule) => {
      const [key = "", value = ""] = rule.split("=");
      if (!known.includes(key)) throw new Error(`${name}: ${playbook} has no parameter ${key}`);
      return [key, /^[\d.]+$/.test(value) ? Number(value) : value];
    }),
  );
}

function parseRow(columns: readonly string[], line: string, manager: string): StrategyRow {
  const values = splitCells(line);
  const parsed = cellsSchema.safeParse(Object.fromEntries(columns.map((name, at) => [name, values[at]])));
  if (!parsed.success) throw new Error(`${values[0]}: ${z.prettifyError(parsed.error)}`);
  const cells = parsed.data;
  const state = STATES[cells.name];
  return { ...cells, manager, rules: parseRules(cells.rules, cells), ...(state && { state }) };
}

function parseTable(table: string): StrategyRow[] {
  const [header = "", ...lines] = table.trim().split("\n");
  const columns = splitCells(header);
  let manager = "";
  return lines.flatMap((line) => {
    if (line.includes("|")) return [parseRow(columns, line, manager)];
    manager = line.replace("#", "").trim();
    return [];
  });
}

export const STRATEGY_ROWS: readonly StrategyRow[] = parseTable(ALGO_TABLE);
