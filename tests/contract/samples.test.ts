// Runs every sample of the documentation against the sandbox, page by page in order on a new account, and validates
// the output against the documented schema. A language without an interpreter is reported as skipped.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TradingOperation } from "../../app/contract/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { LANGUAGES, type Language } from "../../app/docs/blocks.ts";
import { getContents } from "../../app/docs/contents.ts";
import { operationSamples } from "../../app/docs/operation-samples.ts";
import { sandboxPlace } from "../../app/docs/place.ts";
import { openBaseApi } from "../support/base-api.ts";
import { HAS_GO, linkGo, NO_GO } from "../support/go-programs.ts";
import {
  CAN_RUN,
  type InstalledClients,
  installClients,
  output,
  runSample,
  runSamples,
} from "../support/run-sample.ts";
import { ensurePythons } from "../support/system-tools.ts";
import { TradingClient } from "../support/trading-client.ts";

const PAGES = [...new Set(TRADING_OPERATION_LIST.map(({ page }) => page))];
const operationsOn = (page: string) => TRADING_OPERATION_LIST.filter((one) => one.page === page);
/** Expected output of the official client's sample on each page about a socket. */
const SOCKET_OUTPUTS = {
  "live-market-feed": /^(?:(?:NSE_EQ 1333|IDX_I 13) [\d.]+ \d+\n){5}$/,
  "order-update": /^(?:(\d+) (?:PENDING|PART_TRADED)\n)*(\d+) TRADED\n$/,
  "20-market-depth": /^(?:[\d.]+ \d+ \d+\n){20}$/,
  "200-market-depth": /^200 bids for \d+ shares\n$/,
};
const SOCKET_PAGES = Object.entries(SOCKET_OUTPUTS);
const PAGE_WITHIN_MS = 240_000;
const [PYTHON = null] = ensurePythons();

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("samples", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let clients: InstalledClients;
  let goBinary: string | null = null;
  beforeAll(async () => {
    // Compiling the client blocks the event loop, so it is done before sockets are opened.
    clients = await installClients(PYTHON);
    api = await openBaseApi({ accountsPerHour: 1_000 });
    if (HAS_GO)
      goBinary = await linkGo(
        new Map(TRADING_OPERATION_LIST.map((one) => [one.operationId, operationSamples(one).go])),
      );
  }, 300_000);
  afterAll(async () => {
    rmSync(clients.folder, { recursive: true, force: true });
    await api.close();
  });

  /** Returns the three variables that samples read. */
  const variablesOf = ({ account }: TradingClient) => ({
    BASE_URL: `${api.url}/v2`,
    ACCESS_TOKEN: account.accessToken,
    CLIENT_ID: account.dhanClientId,
  });

  async function runGo(
    operations: readonly TradingOperation[],
    variables: Record<string, string>,
  ): Promise<string[]> {
    const outputs: string[] = [];
    for (const { operationId } of operations)
      outputs.push(await output([goBinary ?? "", [operationId]], variables));
    return outputs;
  }

  function expectAnswer({ operationId, answer }: TradingOperation, printed: string): void {
    if (answer === "csv") {
      expect(printed.split("\n")[0]).toContain("SECURITY_ID");
      return;
    }
    const parsed = answer.safeParse(JSON.parse(printed));
    expect(parsed.success, `${operationId}: ${parsed.error}\n${printed.slice(0, 300)}`).toBe(true);
  }

  /** Returns the official client's sample from a page about a socket. */
  function clientSample(page: string, language: "typescript" | "python"): string {
    const socket = api.url.replace(/^http/, "ws");
    const place = {
      ...sandboxPlace(api.url),
      feed: `${socket}/feed`,
      depth: `${socket}/twentydepth`,
      depth200: `${socket}/twohundreddepth`,
      orderUpdate: `${socket}/order-update`,
    };
    const block = getContents({ id: page }, place)
      .sections.flatMap(({ blocks }) => blocks)
      .find(({ kind }) => kind === "samples");
    return block?.kind === "samples" ? block.samples[language] : "";
  }

  const skipped: Record<Language, string | null> = {
    curl: CAN_RUN.curl ? null : "curl is not installed",
    python: PYTHON === null ? "no Python with httpx is installed" : null,
    typescript: null,
    go: HAS_GO ? null : NO_GO,
  };
  for (const language of LANGUAGES) {
    const reason = skipped[language];
    if (reason !== null) {
      it.skipIf(true)(`${language}: ${reason}, so the samples in this language were not run`, () => {});
      continue;
    }
    it.each(PAGES)(
      `${language}: the samples of %s output responses that match their schemas`,
      async (page) => {
        const variables = variablesOf(await TradingClient.open(api.url));
        const operations = operationsOn(page);
        const outputs =
          language === "go"
            ? await runGo(operations, variables)
            : await runSamples(
                language,
                operations.map((operation) => operationSamples(operation)[language]),
                variables,
                clients,
              );
        expect(outputs).toHaveLength(operations.length);
        for (const [index, operation] of operations.entries()) expectAnswer(operation, outputs[index] ?? "");
      },
      PAGE_WITHIN_MS,
    );
    if (language !== "typescript" && language !== "python") continue;
    it.each(SOCKET_PAGES)(
      `${language}: the socket sample of the page %s outputs the expected lines`,
      async (page, expected) => {
        const variables = variablesOf(await TradingClient.open(api.url));
        expect(await runSample(language, clientSample(page, language), variables, clients)).toMatch(expected);
      },
      PAGE_WITHIN_MS,
    );
  }
});
