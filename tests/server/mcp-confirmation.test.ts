// An assistant can only execute trades that its user confirmed outside of the conversation, in a prompt of the program
// or in the portal. Dishonest programs are tested too: replies that are repeated or belong to another client, approvals
// without codes, and exceeded limits.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";
import { type Account, TradingClient } from "../support/trading-client.ts";

const PATH = "/sandbox/mcp";
const APPROVALS = "/sandbox/portal/assistants";
const BUY = {
  exchangeSegment: "NSE_EQ",
  securityId: "1333",
  transactionType: "BUY",
  productType: "INTRADAY",
  orderType: "MARKET",
  quantity: 5,
};
type Reply = { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> };
// biome-ignore lint/suspicious/noExplicitAny: the tests inspect the parsed answers
type Result = { isError?: boolean; content: { text: string }[]; structuredContent?: any };

let site: Site;
const open: Client[] = [];
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => {
  for (const one of open) await one.close();
  await site?.stop();
});

/**
 * Connects an account's program. With `reply` the program can prompt its user, and `reply` returns the user's answer.
 * `questions` contains the prompts.
 */
async function program(account: Account, reply?: () => Reply | Promise<Reply>) {
  const questions: string[] = [];
  const client = new Client(
    { name: "tests", version: "1.0.0" },
    { capabilities: reply === undefined ? {} : { elicitation: {} } },
  );
  if (reply !== undefined)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      questions.push(params.message);
      return reply();
    });
  const transport = new StreamableHTTPClientTransport(new URL(`${site.origin}${PATH}`), {
    requestInit: { headers: { Authorization: `Bearer ${account.accessToken}` } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  open.push(client);
  const call = async (name: string, input: object = {}) =>
    (await client.callTool({ name, arguments: input as Record<string, unknown> })) as Result;
  const preview = async (change: object = {}) => {
    const { structuredContent } = await call("preview_order", { ...BUY, ...change });
    const { confirmationId, summary } = structuredContent;
    return { confirmationId, summary };
  };
  const orders = async () => (await call("list_orders")).structuredContent.total as number;
  return { client, call, preview, orders, questions };
}
const account = async () => (await TradingClient.open(`${site.origin}/sandbox`)).account;
/** Opens the portal of an account with a token, or with PIN and TOTP code. */
async function portal(of: Account, way: "token" | "codes") {
  const reader = new TestUser(site);
  await reader.submit("/sandbox/portal/sign-in", {
    way,
    ...(way === "token"
      ? { token: of.accessToken }
      : { clientId: of.dhanClientId, ...TradingClient.codes(of) }),
  });
  return reader;
}
const textOf = ({ content }: Result) => content[0]?.text ?? "";

describe("a program that can prompt its user", () => {
  it("shows summary and costs in a prompt, and sends the order after the user accepts", async () => {
    const one = await program(await account(), () => ({ action: "accept", content: { approve: true } }));
    const confirmed = await one.preview();
    const placed = await one.call("place_order", confirmed);
    expect(placed.structuredContent).toMatchObject({
      status: "sent",
      results: [{ orderId: expect.any(String) }],
    });
    expect(one.questions).toHaveLength(1);
    expect(one.questions[0]).toMatch(
      /^BUY 5 HDFCBANK .*\nValue ₹[\d,.]+, margin ₹[\d,.]+, charges ₹[\d,.]+$/,
    );
    expect(await one.orders()).toBe(1);
    expect(textOf(await one.call("place_order", confirmed))).toContain("was used already");
    expect(await one.orders()).toBe(1);
  });

  it.each<[string, Reply]>([
    ["declines", { action: "decline" }],
    ["closes the prompt", { action: "cancel" }],
    ["leaves the checkbox empty", { action: "accept", content: { approve: false } }],
    ["submits an empty form", { action: "accept", content: {} }],
  ])("sends no order if the user %s, and discards the preview", async (_, reply) => {
    const one = await program(await account(), () => reply);
    const confirmed = await one.preview();
    const refused = await one.call("place_order", confirmed);
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining("declined")]);
    expect(textOf(await one.call("place_order", confirmed))).toContain("Unknown preview");
    expect(await one.orders()).toBe(0);
  });

  it("sends one order if the same preview is confirmed twice simultaneously", async () => {
    const one = await program(await account(), () => ({ action: "accept", content: { approve: true } }));
    const confirmed = await one.preview();
    const both = await Promise.all([one.call("place_order", confirmed), one.call("place_order", confirmed)]);
    expect(both.filter(({ isError }) => isError === true)).toHaveLength(1);
    expect(await one.orders()).toBe(1);
  });

  /** Calls a tool, and reads the prompt from the stream without the SDK. */
  async function callAndReadPrompt(of: Account, confirmed: object) {
    const headers = {
      authorization: `Bearer ${of.accessToken}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18",
    };
    const post = (message: object, more: Record<string, string> = {}) =>
      fetch(`${site.origin}${PATH}`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      });
    const begun = await post({
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: { elicitation: {} },
        clientInfo: { name: "by-hand", version: "1" },
      },
    });
    const session = { "mcp-session-id": begun.headers.get("mcp-session-id") ?? "" };
    const called = await post(
      { id: 2, method: "tools/call", params: { name: "place_order", arguments: confirmed } },
      session,
    );
    expect(called.headers.get("content-type")).toContain("text/event-stream");
    const reader = called.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const next = async () => {
      while (!text.includes("\n\n")) {
        const { done, value = "" } = (await reader?.read()) ?? { done: true };
        if (done) break;
        text += value;
      }
      const [event = "", ...rest] = text.split("\n\n");
      text = rest.join("\n\n");
      return JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null");
    };
    return { post, session, next, question: await next(), stop: () => reader?.cancel() };
  }

  it("can answer a prompt only once, and only for its own client", async () => {
    const mine = await account();
    const one = await program(mine, () => ({ action: "decline" }));
    const { question, post, next } = await callAndReadPrompt(mine, await one.preview());
    expect(question).toMatchObject({ method: "elicitation/create", params: { mode: "form" } });
    const yes = { id: question.id, result: { action: "accept", content: { approve: true } } };
    const other = await account();
    const foreign = await post(yes, { authorization: `Bearer ${other.accessToken}` });
    expect(foreign.status).toBe(404);
    expect((await post({ ...yes, id: "guessed" })).status).toBe(404);
    expect(await one.orders()).toBe(0);
    expect((await post(yes)).status).toBe(202);
    expect((await next()).result.structuredContent.status).toBe("sent");
    expect((await post(yes)).status).toBe(404);
    expect(await one.orders()).toBe(1);
  });

  it("cannot answer a prompt after it has disconnected", async () => {
    const mine = await account();
    const one = await program(mine, () => ({ action: "decline" }));
    const { question, post, stop } = await callAndReadPrompt(mine, await one.preview());
    await stop();
    await expect
      .poll(
        async () =>
          (await post({ id: question.id, result: { action: "accept", content: { approve: true } } })).status,
      )
      .toBe(404);
    expect(await one.orders()).toBe(0);
  });
});

describe("a program that cannot prompt its user", () => {
  it("receives an approval URL, and the order is sent after approval in the portal", async () => {
    const mine = await account();
    const one = await program(mine);
    const confirmed = await one.preview();
    const waiting = await one.call("place_order", confirmed);
    expect(waiting.structuredContent).toMatchObject({
      status: "approval_needed",
      approveAt: `${site.origin}${APPROVALS}`,
    });
    expect((await one.call("place_order", confirmed)).structuredContent.status).toBe("approval_needed");
    expect(await one.orders()).toBe(0);

    const reader = await portal(mine, "codes");
    const page = await reader.visit(APPROVALS);
    expect(page.text).toContain(confirmed.summary.replaceAll("&", "&amp;"));
    expect(page.text).toContain("Total charges");
    await reader.submit(APPROVALS, { intent: "approve", approval: confirmed.confirmationId });
    expect((await one.call("place_order", confirmed)).structuredContent.status).toBe("sent");
    expect(await one.orders()).toBe(1);
    expect(textOf(await one.call("place_order", confirmed))).toContain("Unknown preview");
    expect(await one.orders()).toBe(1);
    expect((await reader.visit(APPROVALS)).text).toContain("Sent");
  });

  it("places no order after its user has denied it in the portal", async () => {
    const mine = await account();
    const one = await program(mine);
    const confirmed = await one.preview();
    await one.call("place_order", confirmed);
    const reader = await portal(mine, "codes");
    await reader.submit(APPROVALS, { intent: "deny", approval: confirmed.confirmationId });
    await reader.submit(APPROVALS, { intent: "approve", approval: confirmed.confirmationId });
    expect(textOf(await one.call("place_order", confirmed))).toContain("denied it in the portal");
    expect(await one.orders()).toBe(0);
  });

  it("cannot approve in place of its user, because the portal requires PIN and TOTP", async () => {
    const mine = await account();
    const one = await program(mine);
    const confirmed = await one.preview();
    await one.call("place_order", confirmed);
    const withToken = await portal(mine, "token");
    const approve = { intent: "approve", approval: confirmed.confirmationId };
    expect((await withToken.submit(APPROVALS, approve)).status).toBe(422);
    expect((await withToken.submit(APPROVALS, { ...approve, pin: "000000", totp: "000000" })).status).toBe(
      401,
    );
    const loosened = { intent: "settings", confirm: "off", orders: "500", rupees: "50000000" };
    expect((await withToken.submit(APPROVALS, loosened)).status).toBe(422);
    expect((await one.call("place_order", confirmed)).structuredContent.status).toBe("approval_needed");
    // Another account cannot find the approval.
    const other = await portal(await account(), "codes");
    expect((await other.submit(APPROVALS, approve)).text).toContain("no longer awaits approval");
    expect((await one.call("place_order", confirmed)).structuredContent.status).toBe("approval_needed");
    expect((await withToken.submit(APPROVALS, { ...approve, ...TradingClient.codes(mine) })).text).toContain(
      "Approved",
    );
    expect((await one.call("place_order", confirmed)).structuredContent.status).toBe("sent");
  });
});

it("a new account requires portal approval for trades, up to ₹5,00,000 per day", {
  timeout: 60_000,
}, async () => {
  const mine = await account();
  const one = await program(mine);
  const reader = await portal(mine, "codes");
  const { lastPrice } = (await one.call("preview_order", BUY)).structuredContent;
  const place = async () => {
    const confirmed = await one.preview({ quantity: Math.floor(260_000 / lastPrice) });
    expect((await one.call("place_order", confirmed)).structuredContent.status).toBe("approval_needed");
    await reader.submit(APPROVALS, { intent: "approve", approval: confirmed.confirmationId });
    return one.call("place_order", confirmed);
  };
  expect((await place()).structuredContent.status).toBe("sent");
  expect(textOf(await place())).toContain("orders worth ₹5,00,000 a day");
});

describe("the account's settings for assistants", () => {
  async function withSettings(change: { confirm: string; orders: number; rupees: number }) {
    const mine = await account();
    const reader = await portal(mine, "codes");
    const saved = await reader.submit(APPROVALS, {
      intent: "settings",
      confirm: change.confirm,
      orders: String(change.orders),
      rupees: String(change.rupees),
      // The sign-in has already used the current time step's code.
      ...TradingClient.codes(mine, 1),
    });
    expect(saved.text).toContain("The settings are saved.");
    return mine;
  }

  it("cap the number and the value of orders a day, except to close a position", async () => {
    const mine = await withSettings({ confirm: "off", orders: 2, rupees: 50_000_000 });
    const one = await program(mine);
    for (let nth = 0; nth < 2; nth += 1)
      expect(
        (await one.call("place_order", await one.preview({ quantity: 1 }))).structuredContent.status,
      ).toBe("sent");
    const third = await one.call("place_order", await one.preview({ quantity: 1 }));
    expect(textOf(third)).toContain("allows assistants 2 orders a day; 2 were sent today");
    const closing = (await one.call("preview_square_off")).structuredContent;
    const { confirmationId, summary } = closing;
    expect((await one.call("square_off", { confirmationId, summary })).structuredContent.status).toBe("sent");

    const poor = await program(await withSettings({ confirm: "off", orders: 20, rupees: 1_000 }));
    expect(textOf(await poor.call("place_order", await poor.preview({ quantity: 5 })))).toContain(
      "₹1,000 a day",
    );
    expect(await poor.orders()).toBe(0);
  });

  it("allow simultaneous trades up to the limit", async () => {
    const one = await program(await withSettings({ confirm: "off", orders: 3, rupees: 50_000_000 }));
    const previews = await Promise.all(Array.from({ length: 6 }, () => one.preview({ quantity: 1 })));
    const sent = await Promise.all(previews.map((confirmed) => one.call("place_order", confirmed)));
    expect(sent.filter(({ structuredContent }) => structuredContent?.status === "sent")).toHaveLength(3);
    expect(await one.orders()).toBe(3);
  });

  it("can require approval in the portal even for programs that can prompt", async () => {
    const mine = await withSettings({ confirm: "portal", orders: 20, rupees: 500_000 });
    const one = await program(mine, () => ({ action: "accept", content: { approve: true } }));
    expect((await one.call("place_order", await one.preview())).structuredContent.status).toBe(
      "approval_needed",
    );
    expect(one.questions).toEqual([]);
  });
});

it("the endpoint for assistants offers prompts for three common tasks", async () => {
  const { client } = await program(await account());
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["place_an_order", "review_my_account", "compare_algos"]);
  const { messages } = await client.getPrompt({
    name: "place_an_order",
    arguments: { instrument: "HDFCBANK", quantity: "5" },
  });
  expect(messages[0]?.content).toMatchObject({
    type: "text",
    text: expect.stringContaining("BUY 5 of HDFCBANK"),
  });
});
