import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("exports the sign-in and security event counters at zero after the start", async () => {
  const { body } = await createMetrics({ version: "test" }).text();
  for (const result of ["begun", "done", "refused"])
    expect(body).toContain(`\nsign_ins_total{result="${result}"} 0\n`);
  expect(body).toContain('\nsecurity_events_total{event="operator_refused"} 0\n');
});
