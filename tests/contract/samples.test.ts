// Every sample of the documentation runs against the sandbox as it stands, and what it prints is the documented answer. A language whose
// interpreter is not there is named as skipped.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../app/docs/blocks.ts";
import { callOf, samplesOf } from "../../app/docs/samples.ts";
import { fillExample } from "../../app/wire/trading-api/examples.ts";
import type { TradingOperation } from "../../app/wire/trading-api/operation.ts";
import { TRADING_OPERATION_LIST } from "../../app/wire/trading-api/operations.ts";
import { openBaseApi } from "../support/base-api.ts";
import { HAS_GO, linkGo, NO_GO } from "../support/go-programs.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const has = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
type Interpreted = Exclude<Language, "go">;
const RUNNERS: Record<
  Interpreted,
  { file: string; isThere: boolean; command: (file: string) => [string, string[]] }
> = {
  curl: { file: "sample.sh", isThere: has("curl", "--version"), command: (file) => ["bash", ["-e", file]] },
  python: { file: "sample.py", isThere: has("python3", "--version"), command: (file) => ["python3", [file]] },
  typescript: {
    file: "sample.mts",
    isThere: true,
    command: (file) => [process.execPath, ["--import", "tsx", file]],
  },
};

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("samples", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  let folder: string;
  beforeAll(async () => {
    api = await openBaseApi({ accountsAnHour: 1_000 });
    folder = mkdtempSync(join(tmpdir(), "samples-"));
  });
  afterAll(() => {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The sample of a new account, for which all that it speaks of is there. */
  async function prepared(operation: TradingOperation, language: Language) {
    const client = await TradingClient.open(api.url);
    const values = operation.operationId === "placeOrder" ? {} : await client.values();
    await client.prepare(operation);
    return { client, sample: samplesOf(callOf(operation, fillExample(operation.example, values)))[language] };
  }

  /** What it prints, with the three variables set. */
  async function output(client: TradingClient, command: [string, string[]]): Promise<string> {
    const { stdout } = await run(...command, {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        BASE_URL: `${api.url}/v2`,
        ACCESS_TOKEN: client.account.accessToken,
        CLIENT_ID: client.account.dhanClientId,
      },
      timeout: 30_000,
      maxBuffer: 16 * 1_024 * 1_024,
    });
    return stdout;
  }

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
    if (!RUNNERS[language].isThere) {
      it.skipIf(true)(`${language}: its interpreter is not here, so its samples were not run`, () => {});
      continue;
    }
    it.concurrent.each(TRADING_OPERATION_LIST.map((one) => [one.operationId, one] as const))(
      `${language}: %s prints the documented answer`,
      async (_, operation) => {
        const { client, sample } = await prepared(operation, language);
        const { file, command } = RUNNERS[language];
        const own = join(folder, `${operation.operationId}-${language}`);
        mkdirSync(own);
        writeFileSync(join(own, file), sample);
        expectAnswer(operation, await output(client, command(join(own, file))));
      },
      60_000,
    );
  }

  if (!HAS_GO) it.skip(`go: ${NO_GO}, so its samples were not run`, () => {});
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
        expectAnswer(operation, await output(client, [binary, [id]]));
      },
    );
  });
});
