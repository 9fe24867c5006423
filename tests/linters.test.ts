// Validates the machine-readable documents with third-party tools: the OpenAPI documents with the recommended rules of
// Redocly and Spectral, the AsyncAPI document with AsyncAPI's parser and Spectral. Warnings count as faults.
import { Parser } from "@asyncapi/parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import { asyncapi, oas } from "@stoplight/spectral-rulesets";
import { describe, expect, it } from "vitest";
import { baseOpenApi } from "../app/contract/base-api/openapi.ts";
import { tradingAsyncApi } from "../app/docs/asyncapi.ts";
import { tradingOpenApi } from "../app/docs/openapi.ts";
import { DOCS_PAGES } from "../app/docs/pages.server.ts";
import { type ApiPlace, sandboxPlace } from "../app/docs/place.ts";

const { Ruleset, Spectral } = spectralCore;

const SANDBOX = sandboxPlace("https://site.example");
const PROVIDER: ApiPlace = {
  origin: "https://site.example",
  rest: "https://api.broker.example/v2",
  auth: "https://auth.broker.example",
  feed: "wss://feed.broker.example",
  depth: "wss://depth.broker.example/twentydepth",
  depth200: "wss://depth.broker.example/twohundreddepth",
  orderUpdate: "wss://orders.broker.example",
  instruments: null,
  supportEmail: "support@broker.example",
  hasSandbox: false,
};

const DOCUMENTS: readonly (readonly [string, unknown])[] = [
  ["the sandbox's OpenAPI document of the trading API", tradingOpenApi(SANDBOX, DOCS_PAGES)],
  ["a provider's OpenAPI document of the trading API", tradingOpenApi(PROVIDER, DOCS_PAGES)],
  ["the OpenAPI document of the base API", baseOpenApi()],
];

const problem = ({
  code,
  message,
  path,
}: {
  code: string | number;
  message: string;
  path: (string | number)[];
}) => `${code} ${path.join("/")}: ${message}`;

async function spectralProblems(rules: typeof oas | typeof asyncapi, source: string): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset(new Ruleset({ extends: [rules] }));
  return (await spectral.run(source)).map(problem);
}

describe.each(DOCUMENTS)("%s", (_, document) => {
  const source = JSON.stringify(document);

  it("passes Redocly's strict recommended rules", { timeout: 300_000 }, async () => {
    const config = await createConfig({ extends: ["recommended-strict"] });
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    expect(
      problems.map(({ ruleId, message, location: [at] }) => `${ruleId} ${at?.pointer}: ${message}`),
    ).toEqual([]);
  });

  it("passes Spectral's OpenAPI rules", { timeout: 300_000 }, async () => {
    expect(await spectralProblems(oas, source)).toEqual([]);
  });
});

it.each([
  ["the sandbox's", SANDBOX],
  ["a provider's", PROVIDER],
] as const)(
  "%s AsyncAPI document passes the official parser and Spectral's rules",
  { timeout: 300_000 },
  async (_, place) => {
    const source = JSON.stringify(tradingAsyncApi(place));
    const { document, diagnostics } = await new Parser().parse(source);
    expect(diagnostics.map(problem)).toEqual([]);
    expect(await spectralProblems(asyncapi, source)).toEqual([]);
    expect(document?.channels().length).toBeGreaterThan(2);
  },
);
