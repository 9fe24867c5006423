// Samples with the reader's own values: nothing of the places is left, and what is filled in is quoted by its language's rules.
import { describe, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { fillSample } from "../format/fill-sample.ts";
import { LANGUAGES } from "./blocks.ts";
import { callOf, samplesOf } from "./samples.ts";

const VALUES = { BASE_URL: "https://api.example/v2", ACCESS_TOKEN: "tok'en\"$1", CLIENT_ID: "2000000001" };
const PLACES = /\$(?:BASE_URL|ACCESS_TOKEN|CLIENT_ID)|environ|Getenv|process\.env/;

describe.each(LANGUAGES)("%s", (language) => {
  it("every operation's sample has its places filled", () => {
    for (const operation of TRADING_OPERATION_LIST) {
      const filled = fillSample(language, samplesOf(callOf(operation, operation.example))[language], VALUES);
      expect(filled, operation.operationId).not.toMatch(PLACES);
      expect(filled, operation.operationId).toContain("https://api.example/v2");
      if (operation.isData === true) expect(filled, operation.operationId).toContain("2000000001");
    }
  });
});

it("Go keeps no import that nothing uses", () => {
  const [operation] = TRADING_OPERATION_LIST;
  if (operation === undefined) throw new Error("no operations");
  expect(fillSample("go", samplesOf(callOf(operation, operation.example)).go, VALUES)).not.toContain('"os"');
});
