// The catalogue's rows: the facts of each strategy, one file a manager. Everything that its page says in sentences comes from its playbook
// and these numbers (build-catalogue.ts). Spread so that every discover item, every pair of filters and every stepper answer has
// members; build-catalogue.test.ts checks that.
import { ARCLIGHT } from "./rows/arclight-systems.ts";
import { BANYAN } from "./rows/banyan-systematic.ts";
import { KESTREL } from "./rows/kestrel-ridge.ts";
import { LOTUS } from "./rows/lotus-loom.ts";
import { PALASH } from "./rows/palash-analytics.ts";
import { SAFFRON } from "./rows/saffron-quant.ts";
import { TIDEWATER } from "./rows/tidewater-algos.ts";
import { rowsOf, type StrategyRow } from "./written-rows.ts";

export const STRATEGY_ROWS: StrategyRow[] = [
  ...rowsOf("kestrel-ridge", KESTREL),
  ...rowsOf("saffron-quant", SAFFRON),
  ...rowsOf("tidewater-algos", TIDEWATER),
  ...rowsOf("palash-analytics", PALASH),
  ...rowsOf("banyan-systematic", BANYAN),
  ...rowsOf("lotus-loom", LOTUS),
  ...rowsOf("arclight-systems", ARCLIGHT),
];
