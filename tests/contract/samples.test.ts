// Every sample of the documentation runs against the sandbox as it stands, and what it prints is the documented answer. A language whose
// interpreter is not there is named as skipped.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillExample } from "../../app/contract/trading-api/examples.ts";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { LANGUAGES, type Language } from "../../app/docs/blocks.ts";
import { callOf, samplesOf } from "../../app/docs/samples.ts";
import { openBaseApi } from "../support/base-api.ts";
import { HAS_GO, linkGo, NO_GO } from "../support/go-programs.ts";
import { output, RUNS, runSample } from "../support/run-sample.ts";
import { TradingClient } from "../support/trading-client.ts";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("samples", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsAnHour: 1_000 });
  });
  afterAll(() => api.close());

  /** The sample of a new account, which needs nothing beforehand. */
  async function prepared(operation: TradingOperation, language: Language) {
    const client = await TradingClient.open(api.url);
    const values = operation.operationId === "placeOrder" ? {} : await client.values();
    await client.prepare(operation);
    return { client, sample: samplesOf(callOf(operation, fillExample(operation.example, values)))[language] };
  }

  /** The three variables that samples read. */
  const variablesOf = ({ account }: TradingClient) => ({
    BASE_URL: `${api.url}/v2`,
    ACCESS_TOKEN: account.accessToken,
    CLIENT_ID: account.dhanClientId,
  });

  function expectAnswer({ answer }: TradingOperation, printed: string): void {
    if (answer === "csv") {
      expect(printed.split("\n")[0]).toContain("SECURITY_ID");
      return;
    }
    const parsed = answer.safeParse(JSON.parse(printed));
    expect(parsed.success, `${parsed.error}\n${printed.slice(0, 300)}`).toBe(true);
  }

  for (const language of LANGUAGES) {
    if (language === "go") continue;
    if (!RUNS[language]) {
      it.skipIf(true)(`${language}: its interpreter is not here, so its samples were not run`, () => {});
      continue;
    }
    it.concurrent.each(TRADING_OPERATION_LIST.map((one) => [one.operationId, one] as const))(
      `${language}: %s prints the documented answer`,
      async (_, operation) => {
        const { client, sample } = await prepared(operation, language);
        expectAnswer(operation, await runSample(language, sample, variablesOf(client)));
      },
      60_000,
    );
  }

  it.skipIf(!HAS_GO)(`go: ${NO_GO}, so its samples were not run`, () => {});
  describe.runIf(HAS_GO)("go", () => {
    const clients = new Map<string, TradingClient>();
    let binary: string;
    beforeAll(async () => {
      const programs = new Map<string, string>();
      for (const operation of TRADING_OPERATION_LIST) {
        const { client, sample } = await prepared(operation, "go");
        clients.set(operation.operationId, client);
        programs.set(operation.operationId, sample);
      }
      binary = await linkGo(programs);
    }, 300_000);

    it.each(TRADING_OPERATION_LIST.map((one) => [one.operationId, one] as const))(
      "go: %s prints the documented answer",
      async (id, operation) => {
        const client = clients.get(id);
        if (client === undefined) throw new Error(`nothing is prepared for ${id}`);
        expectAnswer(operation, await output([binary, [id]], variablesOf(client)));
      },
    );
  });
});
