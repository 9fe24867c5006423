import { describe, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../contract/trading-api/operations.ts";
import { fillSample } from "../format/fill-sample.ts";
import { LANGUAGES } from "./blocks.ts";
import { renderSamples } from "./samples.ts";

const VALUES = { BASE_URL: "https://api.example/v2", ACCESS_TOKEN: "tok'en\"$1", CLIENT_ID: "2000000001" };
const PLACES = /\$(?:BASE_URL|ACCESS_TOKEN|CLIENT_ID)|environ|Getenv|process\.env/;

describe.each(LANGUAGES)("filled samples in %s", (language) => {
  it("contain values in place of all placeholders", () => {
    for (const operation of TRADING_OPERATION_LIST) {
      const filled = fillSample(
        language,
        renderSamples({ operation, example: operation.example })[language],
        VALUES,
      );
      expect(filled, operation.operationId).not.toMatch(PLACES);
      expect(filled, operation.operationId).toContain("https://api.example/v2");
      if (operation.isDataApi === true) expect(filled, operation.operationId).toContain("2000000001");
    }
  });
});

it("filled Go samples have no unused import", () => {
  const [operation] = TRADING_OPERATION_LIST;
  if (operation === undefined) throw new Error("no operations");
  expect(fillSample("go", renderSamples({ operation, example: operation.example }).go, VALUES)).not.toContain(
    '"os"',
  );
});
