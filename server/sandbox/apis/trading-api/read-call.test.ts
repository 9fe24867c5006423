import { expect, it } from "vitest";
import { z } from "zod";
import { withPreprocessor } from "./read-call.ts";

const schema = withPreprocessor(z.object({ correlationId: z.string() }));
const read = (text: string) => schema.safeParse(JSON.parse(text));

it("accepts numbers as text", () => {
  expect(read('{ "correlationId": 9007199254740991 }').data).toEqual({ correlationId: "9007199254740991" });
  expect(read('{ "correlationId": 1650.25 }').data).toEqual({ correlationId: "1650.25" });
});

it("rejects whole numbers that the JSON parser rounds", () => {
  expect(read('{ "correlationId": 1795874036123456789 }').success).toBe(false);
  expect(read('{ "correlationId": 9007199254740993 }').success).toBe(false);
});
