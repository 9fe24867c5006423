// Type of an MCP tool: name, schemas, required scope, and the function that runs it for one client.
import type { z } from "zod";
import type { EvidenceService, Provider } from "../../app/context.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Documents } from "./documents.ts";
import type { Reply } from "./elicitations.ts";
import type { InstrumentIndex } from "./instrument-index.ts";
import type { TradeRequests } from "./preview-tools.ts";
import type { TradingCaller } from "./trading-caller.ts";

/** Services and data for one tool call, bound to its caller. */
export type ToolContext = {
  clientId: string;
  trading: TradingCaller;
  provider: Provider;
  evidence: EvidenceService;
  documents: Documents;
  instruments: InstrumentIndex;
  confirmations: Confirmations<TradeRequests>;
  /** Prompts the user in the program that runs the assistant; null if the program does not support prompts. */
  askUser: ((question: { message: string; title: string }) => Promise<Reply>) | null;
  /** Origin of the site, without a trailing slash. */
  origin: string;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** Scope that the access token must have. Tools with `trade` change the account and require a confirmed preview. */
  scope: "read" | "trade";
  input: z.ZodRawShape;
  output: z.ZodObject;
  /** Returns the tool's result, or throws ToolRefusal. `input` is already validated. */
  run(context: ToolContext, input: never): Promise<object>;
};

/** Returns its argument. Infers the type of `run`'s input from the schema. */
export function tool<Shape extends z.ZodRawShape>(
  definition: Omit<Tool, "input" | "run"> & {
    input: Shape;
    run(context: ToolContext, input: z.infer<z.ZodObject<Shape>>): Promise<object>;
  },
): Tool {
  return definition as unknown as Tool;
}
