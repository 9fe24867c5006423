// Calls that the user types, before they are sent.
import { expect, it } from "vitest";
import { call } from "./cli-calls.ts";
import { UsageError } from "./cli-session.ts";

it("rejects an empty value of a required parameter", async () => {
  const field = { name: "orderId", place: "path", isRequired: true, type: "text", description: "" } as const;
  const operation = {
    ...{ method: "GET", path: "/orders/{orderId}", summary: "", pathParameters: ["orderId"], query: [] },
    ...{ hasBody: false, needsClientId: false, isRepeatable: true, takesKey: false },
  };
  const help = { getOrder: { summary: "", fields: [field] } };
  const sent = call(["getOrder", "orderId="], {}, { getOrder: operation }, help);
  await expect(sent).rejects.toThrow("getOrder needs orderId.");
  await expect(sent).rejects.toBeInstanceOf(UsageError);
});
