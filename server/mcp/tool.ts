// What a tool of the assistants' endpoint is: a name, a schema, what it may touch, and its work for one caller.
import type { z } from "zod";
import type { EvidenceService, Provider } from "../../app/context.ts";
import type { Confirmations } from "./confirmations.ts";
import type { Documents } from "./documents.ts";
import type { Reply } from "./elicitations.ts";
import type { InstrumentIndex } from "./instrument-index.ts";
import type { TradeWork } from "./preview-tools.ts";
import type { TradingCaller } from "./trading-caller.ts";

/** Everything that a tool's work may ask, for one caller and one request. */
export type ToolContext = {
  clientId: string;
  trading: TradingCaller;
  provider: Provider;
  evidence: EvidenceService;
  documents: Documents;
  instruments: InstrumentIndex;
  confirmations: Confirmations<TradeWork>;
  /** Asks the user in the assistant's program; null if the program cannot ask. */
  askUser: ((question: { message: string; title: string }) => Promise<Reply>) | null;
  /** The site's address without a slash at the end. */
  origin: string;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  /** Scope that the token needs. `trade` tools change something and take a confirmed preview. */
  scope: "read" | "trade";
  input: z.ZodRawShape;
  /** Schema of the tool's output. */
  output: z.ZodObject;
  /** Answers an object; throws ToolRefusal. `input` has been read by the schema. */
  run(context: ToolContext, input: never): Promise<object>;
};

/** Keeps the input's type from its schema. */
export function tool<Shape extends z.ZodRawShape>(
  definition: Omit<Tool, "input" | "run"> & {
    input: Shape;
    run(context: ToolContext, input: z.infer<z.ZodObject<Shape>>): Promise<object>;
  },
): Tool {
  return definition as unknown as Tool;
}
