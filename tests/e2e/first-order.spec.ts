// A new user's steps from the home page to a first order: links and buttons in the browser, copied text in a shell with
// an empty folder, and an assistant's program. Each test prints its duration.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Page } from "playwright/test";
import { pythonWithoutIndex } from "../support/python-install.ts";
import { ensurePythons } from "../support/system-tools.ts";
import { test as base, expect } from "./fixtures.ts";

const FILLED = /"orderStatus": ?"(?:TRADED|PART_TRADED|PENDING)"/;
const HEREDOC_END = "END_OF_SAMPLE";

/** Runs the lines one after the other, as if they were typed, and returns the output of the shell. */
type TypeInShell = (lines: readonly string[], env?: Record<string, string>) => Promise<string>;

const test = base.extend<{ shell: TypeInShell }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  shell: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "newcomer-"));
    await use(
      (lines, env = {}) =>
        new Promise((resolve, reject) => {
          const shell = spawn("bash", ["--norc", "-e"], {
            cwd: folder,
            env: { PATH: process.env.PATH, NODE_ENV: "test", HOME: folder, ...env },
          });
          let output = "";
          for (const stream of [shell.stdout, shell.stderr])
            stream.on("data", (text) => {
              output += text;
            });
          shell.on("close", (code) => (code === 0 ? resolve(output) : reject(new Error(output))));
          shell.stdin.end(`${lines.join("\n")}\n`);
        }),
    );
    rmSync(folder, { recursive: true, force: true });
  },
});

let startedAt = 0;
test.beforeEach(async ({ context, page }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  startedAt = performance.now();
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Docs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API documentation" })).toBeVisible();
});
test.afterEach(({ page: _ }, { title }) => {
  console.log(`${title}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
});

/** Clicks the copy button of the first visible code box with this text, and returns the content of the clipboard. */
async function copied(page: Page, text: string): Promise<string> {
  const box = page.locator(".code-box:visible").filter({ hasText: text }).first();
  const button = box.locator("xpath=following-sibling::button[1]");
  await button.click();
  await expect(button).toHaveText("Copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

const savedAs = (file: string, text: string) => `cat > ${file} <<'${HEREDOC_END}'\n${text}\n${HEREDOC_END}`;

test("a new user places a first order in TypeScript", async ({ page, shell }) => {
  const account = await copied(page, "portal/accounts");
  await page.getByText("TypeScript", { exact: true }).click();
  const install = await copied(page, "npm install");
  await expect(page.getByText("Save as order.mjs, then: node order.mjs")).toBeVisible();
  const program = await copied(page, "client.placeOrder(");
  const output = await shell([account, install, savedAs("order.mjs", program), "node order.mjs"]);
  expect(output).toMatch(FILLED);
});

test("a new user places a first order in Python", async ({ page, shell }, testInfo) => {
  const [python] = ensurePythons().flatMap((one) => pythonWithoutIndex(one) ?? []);
  testInfo.skip(python === undefined, "no Python here has httpx and can create virtual environments");
  const account = await copied(page, "portal/accounts");
  await page.getByText("Python", { exact: true }).click();
  const install = await copied(page, "pip install");
  await expect(page.getByText("Save as order.py, then: python order.py")).toBeVisible();
  const program = await copied(page, "client.place_order(");
  const output = await shell(
    [account, install, python?.useDependencies ?? "", savedAs("order.py", program), "python order.py"],
    python?.env,
  );
  expect(output).toMatch(FILLED);
});

test("a new user places a first order on the command line", async ({ page, shell }) => {
  await page.getByRole("main").getByRole("link", { name: "Command line" }).first().click();
  const install = await copied(page, "npm install");
  const login = await copied(page, "login --new");
  const calls = await copied(page, "call placeOrder");
  const order = calls.split("\n").find((line) => line.includes("call placeOrder")) ?? "";
  expect(await shell([install, login, order])).toMatch(FILLED);
});

test("a new user places a first order through an assistant", async ({ page, shell }) => {
  const account = await copied(page, "portal/accounts");
  await page.getByRole("main").getByRole("link", { name: "Assistants (MCP)" }).first().click();
  const endpoint = (await copied(page, "/sandbox/mcp")).trim();
  const token = (await shell([account, "echo", 'echo "token=$ACCESS_TOKEN"'])).match(/token=(\S+)/)?.[1];
  const assistant = new Client({ name: "newcomer", version: "1.0.0" }, { capabilities: { elicitation: {} } });
  assistant.setRequestHandler(ElicitRequestSchema, async () => ({
    action: "accept",
    content: { approve: true },
  }));
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  });
  // The SDK's class declares an optional session id differently from its interface.
  await assistant.connect(transport as Parameters<Client["connect"]>[0]);
  const call = async (name: string, input: Record<string, unknown>) =>
    (await assistant.callTool({ name, arguments: input })).structuredContent as Record<string, unknown>;
  const { confirmationId, summary } = await call("preview_order", {
    exchangeSegment: "NSE_EQ",
    securityId: "1333",
    transactionType: "BUY",
    productType: "INTRADAY",
    orderType: "MARKET",
    quantity: 5,
  });
  const placed = await call("place_order", { confirmationId, summary });
  await assistant.close();
  expect(JSON.stringify(placed)).toMatch(/"orderId":"\d+"/);
});
