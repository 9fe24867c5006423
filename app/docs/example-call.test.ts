import { expect, it } from "vitest";
import { AUDIENCES } from "../trading-apis/audiences.ts";
import { exampleCall } from "./example-call.ts";
import { findRecordedCall } from "./recorded.ts";

it.each(AUDIENCES.map(({ id, exampleCall: operation }) => [id, operation] as const))(
  "the page for %s shows the recorded response of %s",
  (_, operationId) => {
    const recorded = findRecordedCall({ operationId })?.answer;
    const answer = Array.isArray(recorded) ? recorded.slice(0, 1) : recorded;
    expect(answer).toBeDefined();
    const [, shown = ""] = exampleCall(operationId).words.split("\n200\n");
    expect(JSON.parse(shown)).toEqual(answer);
  },
);
