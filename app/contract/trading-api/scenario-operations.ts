// Operations on scenarios: the list of named scenarios, the account's current scenario, and changes of its market
// prices.
import { z } from "zod";
import { clockResponse } from "./clock.ts";
import { tradingOperations } from "./operation.ts";
import {
  marketEvents,
  namedScenarioSchema,
  SCENARIO_NAMES,
  scenarioDocumentSchema,
  scenarioSchema,
} from "./scenario.ts";
import { count, exchangeSegment, securityId, tradingSymbol } from "./vocabulary.ts";

const scenarioState = z
  .object({
    name: z.enum(SCENARIO_NAMES).nullable().meta({
      description: "Name of the predefined scenario. Null for your own document and without a scenario",
      example: "gap-down",
    }),
    scenario: scenarioDocumentSchema.nullable().meta({
      description: "The complete document, with added events. Null on the common market",
    }),
    instruments: z
      .array(
        z.object({
          exchangeSegment: exchangeSegment
            .or(z.literal("IDX_I"))
            .meta({ description: "Exchange and segment of the instrument", example: "NSE_FNO" }),
          securityId,
          tradingSymbol,
          lotSize: count("Units of a lot; 1 for shares", 65),
        }),
      )
      .meta({ description: "Instruments in the document, each once, with options resolved" }),
    clock: clockResponse.meta({ description: "The account's clock, as in GET /sandbox/clock" }),
  })
  .meta({ id: "ScenarioState" });

export const SCENARIO_OPERATIONS = tradingOperations("scenarios", {
  listScenarios: {
    path: "/scenarios",
    summary: "List the named scenarios",
    purpose: "Returns the predefined scenarios with their documents.",
    answer: z
      .object({
        scenarios: z
          .array(namedScenarioSchema)
          .meta({ description: "All scenarios, in the order of the page about scenarios" }),
      })
      .meta({ id: "ScenarioList" }),
  },
  getScenario: {
    path: "/scenario",
    summary: "Read the account's scenario",
    purpose:
      "Returns the document of the current scenario and its clock. Store the document to run it again.",
    answer: scenarioState,
  },
  setScenario: {
    method: "put",
    path: "/scenario",
    summary: "Start a scenario on the account",
    purpose:
      "The account starts with the document's market, clock, funds, positions and faults. The same document and the same calls give the same orders, fills and amounts. A second call restarts it. Orders and funds of the common market are separate; a restart of the sandbox ends the scenario.",
    body: scenarioSchema,
    answer: scenarioState,
    example: { body: { name: "gap-down", speed: 0 } },
  },
  addMarketEvents: {
    method: "post",
    path: "/scenario/events",
    summary: "Set a price, a halt, a circuit or a gap",
    purpose:
      "Adds events to the account's own market while it is in a scenario or on its own clock. They become part of the document. Events must not be earlier than the clock's time.",
    body: z
      .strictObject({ market: marketEvents.min(1).meta({ description: "Events to add, 1 to 50" }) })
      .meta({ id: "AddMarketEvents" }),
    answer: scenarioState,
    example: {
      body: {
        market: [
          {
            event: "price",
            instrument: { exchangeSegment: "NSE_EQ", securityId: "1333" },
            price: "{lowPrice}",
          },
        ],
      },
    },
  },
  endScenario: {
    method: "delete",
    path: "/scenario",
    summary: "Leave the scenario",
    purpose:
      "Returns to the common market, with its orders, positions and funds unchanged. The scenario's faults end with it.",
    answer: scenarioState,
  },
});
