// Follows the documented first steps with the forms of portal and playground, with an assistant's client, and with the
// commands of the documentation's start page. The steps are read from the pages, so page and test must change together.
// tests/server/quick-start.test.ts runs the commands of the quick start.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, expect, it } from "vitest";
import { codeIn, readDocs, rowsIn } from "../support/docs-blocks.ts";
import { pythonWithoutIndex } from "../support/python-install.ts";
import { sharedSite } from "../support/shared-site.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Answer, type Site, until } from "../support/site.ts";
import { ensurePythons } from "../support/system-tools.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);
const [PYTHON = null] = ensurePythons().flatMap((python) => pythonWithoutIndex(python) ?? []);
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

/** Returns the form with this button; throws if the page has none. */
function formWith(page: HTMLElement, press: string): HTMLElement {
  const form = page
    .querySelectorAll("form")
    .find((one) => one.querySelectorAll("button").some((button) => button.text.trim() === press));
  if (form === undefined) throw new Error(`no form has the button ${press}`);
  return form;
}

/** Returns the fields that a browser would send with the button. */
function fieldsOf(form: HTMLElement, press: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of form.querySelectorAll("input, select, textarea")) {
    const name = field.getAttribute("name");
    const isChoice = ["checkbox", "radio"].includes(field.getAttribute("type") ?? "");
    if (name === undefined || (isChoice && !field.hasAttribute("checked"))) continue;
    const chosen = field.querySelector("option[selected]") ?? field.querySelector("option");
    fields[name] =
      field.tagName === "SELECT"
        ? (chosen?.getAttribute("value") ?? chosen?.text.trim() ?? "")
        : field.tagName === "TEXTAREA"
          ? field.text
          : (field.getAttribute("value") ?? "");
  }
  const button = form.querySelectorAll("button").find((one) => one.text.trim() === press);
  const name = button?.getAttribute("name");
  return name === undefined ? fields : { ...fields, [name]: button?.getAttribute("value") ?? "" };
}

/** Returns the name of the field with this label. */
function labelled(form: HTMLElement, label: string): string {
  const found = form.querySelectorAll("label").find((one) => one.text.trim().startsWith(label));
  const field = found === undefined ? null : form.querySelector(`[id="${found.getAttribute("for")}"]`);
  const name = field?.getAttribute("name");
  if (name === undefined) throw new Error(`no field is called ${label}`);
  return name;
}

it("the documented browser steps create an account, an order and a position", {
  timeout: 60_000,
}, async () => {
  const steps = rowsIn(await readDocs(site, "quick-start"), "Steps in the browser");
  expect(steps.length).toBeGreaterThan(4);
  const reader = new TestUser(site);
  for (const [path = "", fill = "", press = "", appears = ""] of steps) {
    const page = parse((await reader.visit(path)).text);
    const form = formWith(page, press);
    const fields = fieldsOf(form, press);
    for (const one of fill === "" ? [] : fill.split(", ")) {
      const [label = "", value = ""] = one.split(": ");
      fields[labelled(form, label)] = value;
    }
    const action = form.getAttribute("action") ?? path;
    const step = `${path}: ${press}`;
    // The fill may be delayed, so the last step is repeated.
    const refreshedPage: Answer = await until(
      () => reader.submit(action, fields),
      ({ text }) => !appears.includes("netQty") || mainTextOf(text).includes(appears),
      15_000,
    );
    expect([step, refreshedPage.status]).toEqual([step, 200]);
    expect(mainTextOf(refreshedPage.text), step).toContain(appears);
  }
});
/** Returns the text of the page. Without the option, the parser would not remove the tags of highlighted code. */
const mainTextOf = (html: string) =>
  parse(html, { blockTextElements: { script: true, style: true, noscript: true } })
    .querySelector("main")
    ?.textContent.replaceAll("&quot;", '"') ?? "";

it("an assistant previews, confirms, places and squares off a trade as documented", {
  timeout: 60_000,
}, async () => {
  const blocks = await readDocs(site, "assistants");
  const [endpoint = ""] = codeIn(blocks, "Endpoint", "text");
  const { account } = await TradingClient.open(`${site.origin}/sandbox`);
  const assistant = new Client(
    { name: "first-steps", version: "1.0.0" },
    { capabilities: { elicitation: {} } },
  );
  assistant.setRequestHandler(ElicitRequestSchema, async () => ({
    action: "accept",
    content: { approve: true },
  }));
  const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
    requestInit: { headers: { Authorization: `Bearer ${account.accessToken}` } },
  });
  // The SDK's class declares an optional session id differently from its interface.
  await assistant.connect(transport as Parameters<Client["connect"]>[0]);
  const call = async (name: string, input: Record<string, unknown>) => {
    const result = await assistant.callTool({ name, arguments: input });
    expect([name, result.isError ?? false], JSON.stringify(result.content).slice(0, 300)).toEqual([
      name,
      false,
    ]);
    return result.structuredContent as Record<string, unknown>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the test inspects the parsed answer
  let preview: any = {};
  const quantities: number[] = [];
  for (const [tool = "", input = "", has = ""] of rowsIn(blocks, "Calls of a first trade")) {
    const fields = JSON.parse(input) as Record<string, unknown>;
    if (fields.confirmationId !== undefined)
      Object.assign(fields, { confirmationId: preview.confirmationId, summary: preview.summary });
    const before = quantities.at(-1);
    const answer = await until(
      () => call(tool, fields),
      (one) => tool !== "get_positions" || netOf(one) !== (before ?? 0),
      15_000,
    );
    expect(JSON.stringify(answer), tool).toContain(`"${has}"`);
    if (tool.startsWith("preview")) preview = answer;
    if (tool === "preview_order") {
      // The page shows the error message that the API returns.
      const [shown = ""] = codeIn(blocks, "How a trade is confirmed", "json");
      expect(preview.summary).toBe(JSON.parse(shown).arguments.summary);
    }
    if (tool === "get_positions") quantities.push(netOf(answer));
  }
  await assistant.close();
  expect(quantities).toEqual([5, 0]);
});
const netOf = ({ positions }: Record<string, unknown>): number =>
  (positions as { netQty: number }[] | undefined)?.reduce((sum, { netQty }) => sum + netQty, 0) ?? 0;

it("the portal shows the first use of a token without delay", async () => {
  const client = await TradingClient.open(`${site.origin}/sandbox`);
  const reader = new TestUser(site);
  await reader.submit("/sandbox/portal/sign-in", { way: "token", token: client.account.accessToken });
  const lastUse = async () =>
    parse((await reader.get("/sandbox/portal/tokens")).text).querySelector('td[data-label^="Last use"]')
      ?.text;
  expect(await lastUse()).toBe("Not yet");
  expect((await client.send("get", "/fundlimit")).status).toBe(200);
  expect(await lastUse()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

it("the shell commands on the documentation's start page place orders", {
  timeout: 180_000,
}, async () => {
  const page = parse((await site.get("/docs/v2/")).text);
  const boxes = page.querySelectorAll(".docs-steps .code-box").map((box) => ({
    label: box.getAttribute("aria-label") ?? "",
    text: parse(box.querySelector("pre")?.innerHTML.replace(/<[^>]+>/g, "") ?? "").textContent,
  }));
  const box = (label: string) => boxes.find((one) => one.label === label)?.text ?? "";
  // Official clients are listed first, then plain HTTP.
  expect(boxes.flatMap(({ label }) => /^First call, (.*)/.exec(label)?.[1] ?? [])).toEqual([
    "TypeScript",
    "Python",
    "curl",
    "Go",
  ]);
  const folder = mkdtempSync(join(tmpdir(), "start-page-"));
  const languages = PYTHON === null ? ["TypeScript"] : ["TypeScript", "Python"];
  try {
    const commands = [box("Get a key"), box("First call, curl"), "echo"];
    for (const language of languages) {
      const [, file = "", start = ""] =
        /Save as (\S+), then: ([^<]+)</.exec(
          page.querySelector(`[aria-label="First call, ${language}"]`)?.parentNode?.innerHTML ?? "",
        ) ?? [];
      // An account accepts each correlation id only once.
      const program = box(`First call, ${language}`).replace("first-order", `${language}-order`);
      writeFileSync(join(folder, file), program);
      commands.push(box(`Install, ${language}`));
      if (language === "Python") commands.push(PYTHON?.useDependencies ?? "");
      commands.push(start);
    }
    const { stdout } = await run("bash", ["-e", "-c", commands.join("\n")], {
      cwd: folder,
      timeout: 150_000,
      env: { ...process.env, ...PYTHON?.env },
    });
    expect(stdout.match(/"orderStatus": ?"(?:TRADED|PART_TRADED|PENDING)"/g)).toHaveLength(
      1 + languages.length,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
