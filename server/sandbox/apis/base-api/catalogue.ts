// Base API handlers of the catalogue: strategies by query and by id, their current instruments and margin, and
// managers.
import type { Instrument, Strategy } from "../../../../app/contract/base-api/strategy.ts";
import { CursorError, listStrategies } from "../../../search/strategy-list.ts";
import {
  listedStrategies,
  readManager,
  readManagers,
  readSimilar,
  readStrategy,
  suggestStrategies,
} from "../../algos/catalogue/strategy-rows.ts";
import { strategyMargin } from "../../algos/deployments/strategy-margin.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { Refusal } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

type CatalogueDependencies = { db: SandboxDatabase; market: SandboxMarket; now: () => Date };

export function catalogueHandlers({ db, market, now }: CatalogueDependencies) {
  const strategyOf = (id: string) => requireFound(readStrategy(db, id), "No strategy has this id.");
  return {
    listStrategies: ({ query }) => {
      try {
        return listStrategies(listedStrategies(db), query, now().getTime());
      } catch (fault) {
        if (!(fault instanceof CursorError)) throw fault;
        throw new Refusal(400, "The cursor is not valid.", [
          { field: "cursor", message: `a cursor from an earlier response; ${fault.message}` },
        ]);
      }
    },
    getStrategy: ({ path }) => strategyOf(path.id),
    listSimilarStrategies: ({ path }) => ({ items: readSimilar(db, strategyOf(path.id).id) }),
    listStrategyInstruments: ({ path }) => {
      const strategy = strategyOf(path.id);
      const at = now();
      return { items: currentInstruments(strategy, market, at.getTime()), asOf: at.toISOString() };
    },
    getStrategyMargin: ({ path }) => strategyMargin(db, market, strategyOf(path.id), now().getTime()),
    suggestStrategies: ({ query }) => ({ items: suggestStrategies(db, query.text) }),
    listManagers: () => ({ items: readManagers(db) }),
    getManager: ({ path }) => requireFound(readManager(db, path.id), "No manager has this id."),
  } satisfies Partial<Handlers>;
}

/** Returns the catalogue's instruments, and the nearest at-the-money contracts of options on an index. */
function currentInstruments(strategy: Strategy, market: SandboxMarket, atMs: number): Instrument[] {
  const isIndexOptions = strategy.instrument === "Index Options";
  return strategy.instruments.flatMap((instrument) =>
    isIndexOptions && instrument.role === "underlying"
      ? [instrument, ...market.nearestContracts(instrument.exchangeSegment, instrument.securityId, atMs)]
      : [instrument],
  );
}
