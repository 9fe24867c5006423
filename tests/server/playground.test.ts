// The playground with the user's account: ownership, repeated forms, and socket messages as they arrive. No page shows
// the token.

import { rmSync } from "node:fs";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LANGUAGE_NAMES, LANGUAGES } from "../../app/docs/blocks.ts";
import { fillSample, type SampleValues } from "../../app/format/fill-sample.ts";
import { mainText as text } from "../support/page-facts.ts";
import { CAN_RUN, type InstalledClients, installClients, runSample } from "../support/run-sample.ts";
import { sharedSite } from "../support/shared-site.ts";
import { TestUser } from "../support/sign-in.ts";
import type { Site } from "../support/site.ts";
import { ensurePythons } from "../support/system-tools.ts";
import { TradingClient } from "../support/trading-client.ts";

const PORTAL = "/sandbox/portal";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

const open = () => TradingClient.open(`${site.origin}/sandbox`);

describe("the playground with the user's account", () => {
  const PLAYGROUND = "/docs/v2/playground";
  const clientOn = (html: string) => parse(html).querySelector("#account code")?.text;

  it("receives the portal's token, which no URL, page or readable cookie contains", async () => {
    const reader = new TestUser(site);
    await reader.post(`${PORTAL}/accounts`, {});
    const clientId = /client id (\d{10})/.exec(text((await reader.get(`${PORTAL}/tokens`)).text))?.[1];
    const created = await reader.post(`${PORTAL}/playground`, {});
    const address = created.headers.location ?? "";
    expect(address).toMatch(/^\/docs\/v2\/playground\/account\?code=[\w-]{32}$/);
    const page = await reader.visit(address);
    expect(page.path).toBe(PLAYGROUND);
    expect(clientOn(page.text)).toBe(clientId);
    const values = JSON.parse((await reader.post(`${PLAYGROUND}/values`, {})).text);
    expect(values).toMatchObject({ CLIENT_ID: clientId, BASE_URL: `${site.origin}/sandbox/v2` });
    expect(page.text).not.toContain(values.ACCESS_TOKEN);
    expect(reader.cookie).not.toContain(values.ACCESS_TOKEN);
    expect(reader.cookies.get("playground")).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.stringify(site.log)).not.toContain(values.ACCESS_TOKEN);
    // The code works only once, and not from a link on another site.
    expect((await new TestUser(site).get(address)).headers.location).toContain("token=refused");
    const again = (await reader.post(`${PORTAL}/playground`, { once: "x" })).headers.location ?? "";
    const lured = await site.get(again, { "sec-fetch-site": "cross-site" });
    expect(lured.headers["set-cookie"]).toBeUndefined();
    // The token is listed among the account's tokens and can be revoked there.
    const tokens = parse((await reader.get(`${PORTAL}/tokens`)).text);
    const row = tokens.querySelectorAll("tbody tr").find((one) => one.text.includes("API playground"));
    expect(row).toBeDefined();
  });

  it("accepts a valid token, rejects a wrong token, and can forget the account", async () => {
    const { account } = await open();
    const reader = new TestUser(site);
    const used = await reader.submit(`${PLAYGROUND}/account`, { intent: "use", token: account.accessToken });
    expect(clientOn(used.text)).toBe(account.dhanClientId);
    const sent = await reader.submit(PLAYGROUND, { op: "getProfile" });
    expect(sent.text).toContain(account.dhanClientId);
    const wrong = await reader.submit(`${PLAYGROUND}/account`, { intent: "use", token: "x".repeat(40) });
    expect(parse(wrong.text).querySelector('#account [role="alert"]')?.text).toContain("is not valid here");
    await reader.post(`${PLAYGROUND}/account`, { intent: "forget" });
    expect((await reader.post(`${PLAYGROUND}/values`, {})).text).toBe("null");
  });

  it("sends another order when Send is clicked again in the same form", async () => {
    const reader = new TestUser(site);
    const fieldsOf = (html: string) =>
      Object.fromEntries(
        parse(html)
          .querySelectorAll(
            'form[method="post"][action="/docs/v2/playground"] :is(input, select)[name^="b."]',
          )
          .filter((field) => field.getAttribute("type") !== "radio" || field.hasAttribute("checked"))
          .map((field) => [
            field.getAttribute("name") ?? "",
            field.getAttribute("value") ??
              field.querySelector("option[selected]")?.getAttribute("value") ??
              "",
          ]),
      );
    let page = await reader.get(`${PLAYGROUND}?op=placeOrder`);
    for (let time = 0; time < 2; time += 1) {
      const sent = await reader.submit(PLAYGROUND, { op: "placeOrder", ...fieldsOf(page.text) });
      expect(parse(sent.text).querySelector("#answer h2")?.text).toContain("Response: 200");
      page = sent;
    }
  });

  it("applies the selected fault only to its call, and shows it in the code", async () => {
    const reader = new TestUser(site);
    const parsePage = (html: string) => parse(html, { blockTextElements: {} });
    const refused = parsePage(
      (await reader.submit(PLAYGROUND, { op: "getFundLimit", fault: "rate-limit" })).text,
    );
    expect(refused.querySelector("#answer h2")?.text).toBe("Response: 429");
    expect(refused.querySelector('input[name="fault"][checked]')?.getAttribute("value")).toBe("rate-limit");
    for (const language of LANGUAGES)
      expect(refused.querySelector(`[aria-label="As ${LANGUAGE_NAMES[language]}"]`)?.text).toMatch(
        /X-Sandbox-Fault.{1,5}rate-limit/,
      );
    const accountIn = (page: ReturnType<typeof parse>) => page.querySelector("#account code")?.text;
    const ended = parsePage(
      (await reader.submit(PLAYGROUND, { op: "getFundLimit", fault: "token-expired" })).text,
    );
    expect(ended.querySelector("#answer h2")?.text).toBe("Response: 401");
    expect(accountIn(ended)).toBe(accountIn(refused));
    const served = parsePage(
      (await reader.submit(PLAYGROUND, { op: "getFundLimit", fault: "no-such" })).text,
    );
    expect(served.querySelector("#answer h2")?.text).toBe("Response: 200");
    expect(served.querySelector('[aria-label="As curl"]')?.text).not.toContain("X-Sandbox-Fault");
  });

  it("uses the same account after its token is renewed", async () => {
    const reader = new TestUser(site);
    const account = async (op: string) => {
      const page = parse((await reader.submit(PLAYGROUND, { op })).text);
      return [page.querySelector("#answer h2")?.text, page.querySelector("#account code")?.text];
    };
    const first = await account("getProfile");
    expect(first[0]).toBe("Response: 200");
    expect(await account("renewToken")).toEqual(first);
    expect(await account("getFundLimit")).toEqual(first);
  });

  it("lists the requests of the account, with links to the responses", async () => {
    const reader = new TestUser(site);
    await reader.submit(PLAYGROUND, { op: "getFundLimit" });
    await reader.submit(PLAYGROUND, { op: "placeOrder", "b.quantity": "0" });
    const listed = (html: string) =>
      parse(html)
        .querySelectorAll('[aria-labelledby="sent"] li')
        .map((row) => row.text.replace(/\s+/g, " ").trim());
    const page = await reader.get(PLAYGROUND);
    expect(listed(page.text)).toEqual([
      expect.stringMatching(/^POST \/orders 400 \d+ ms$/),
      expect.stringMatching(/^GET \/fundlimit 200 \d+ ms$/),
    ]);
    const first =
      parse(page.text).querySelectorAll('[aria-labelledby="sent"] a')[1]?.getAttribute("href") ?? "";
    expect((await reader.visit(first)).text).toContain("availabelBalance");
    const other = new TestUser(site);
    await other.submit(PLAYGROUND, { op: "getProfile" });
    expect(listed((await other.get(PLAYGROUND)).text)).toHaveLength(1);
    expect((await other.visit(first)).status).toBe(410);
  });

  it("links the response to a placed order to the call that reads this order", async () => {
    const reader = new TestUser(site);
    const sent = parse((await reader.submit(PLAYGROUND, { op: "placeOrder" })).text);
    const link = sent.querySelector(".code-foot a")?.getAttribute("href") ?? "";
    const form = parse((await reader.visit(link)).text);
    const orderId = form.querySelector('[name="p.orderId"]')?.getAttribute("value") ?? "";
    expect(sent.querySelector('[aria-label="Body of the response"]')?.text).toContain(orderId);
    expect(orderId).toMatch(/^\d{6,}$/);
  });

  it("shows socket messages one by one, and refuses a stream without an account", async () => {
    const reader = new TestUser(site);
    const stream = `${PLAYGROUND}/stream`;
    const none = await reader.post(stream, { stream: "ticker" });
    expect(none.status).toBe(409);
    await reader.post(PLAYGROUND, { op: "getProfile" });
    expect((await reader.post(stream, { stream: "nothing" })).status).toBe(400);
    const gone = new AbortController();
    const answer = await fetch(site.origin + stream, {
      method: "POST",
      headers: { cookie: reader.cookie, origin: site.origin },
      body: new URLSearchParams({ stream: "ticker", segment: "NSE_EQ", securityId: "1333" }),
      signal: gone.signal,
    });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const events = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = "";
    while (received.split("\n\n").length < 3) received += (await events?.read())?.value ?? "";
    const [first = ""] = received.split("\n\n");
    const event = JSON.parse(first.replace(/^data: /, ""));
    expect(event.kind).toBe("message");
    expect(event.text).toContain('"kind"');
    gone.abort();
    const foreign = await site.post(stream, "stream=ticker", {
      cookie: reader.cookie,
      origin: "https://evil.example",
    });
    expect(foreign.status).toBe(403);
  });
});

const [PYTHON = null] = ensurePythons();
let clients: InstalledClients;
beforeAll(async () => {
  clients = await installClients(PYTHON);
}, 120_000);
afterAll(() => rmSync(clients.folder, { recursive: true, force: true }));

describe.each(LANGUAGES)("the request as code in %s", (language) => {
  const PLAYGROUND = "/docs/v2/playground";
  /** Returns the displayed code with the variables that the page contains. */
  const displayed = (html: string) => {
    // The option makes the parser also parse the content of `pre` elements.
    const page = parse(html, { blockTextElements: {} });
    const code = page.querySelector(`[aria-label="As ${LANGUAGE_NAMES[language]}"] code`)?.text ?? "";
    const base =
      /Set BASE_URL=([^\s,]+), ACCESS_TOKEN/.exec(page.querySelector("main")?.text ?? "")?.[1] ?? "";
    return { code, base };
  };
  /** Creates a user with an account, and loads the values that the Copy button inserts. */
  async function started(): Promise<{ reader: TestUser; values: SampleValues }> {
    const reader = new TestUser(site);
    await reader.submit(PLAYGROUND, { op: "getProfile" });
    return { reader, values: JSON.parse((await reader.post(`${PLAYGROUND}/values`, {})).text) };
  }
  async function sent(
    reader: TestUser,
    op: string,
    run: (from: { code: string; base: string }) => Promise<string>,
  ) {
    return JSON.parse(await run(displayed((await reader.get(`${PLAYGROUND}?op=${op}`)).text)));
  }
  const filled =
    (values: SampleValues) =>
    ({ code }: { code: string }) =>
      runSample(language, fillSample(language, code, values), {}, clients);

  it.skipIf(!CAN_RUN[language])(
    "reads funds, quotes a price and places an order after Copy fills in the values",
    { timeout: 60_000 },
    async () => {
      const { reader, values } = await started();
      expect((await sent(reader, "getFundLimit", filled(values))).dhanClientId).toBe(values.CLIENT_ID);
      // A call for market data also needs the client id.
      expect((await sent(reader, "quoteLtp", filled(values))).data.NSE_EQ).toBeDefined();
      const { orderId } = await sent(reader, "placeOrder", filled(values));
      const orders = JSON.parse(
        (await site.get("/sandbox/v2/orders", { "access-token": values.ACCESS_TOKEN })).text,
      );
      expect(orders.map((order: { orderId: string }) => order.orderId)).toEqual([orderId]);
    },
  );

  it.skipIf(!CAN_RUN[language])(
    "runs as displayed if the documented variables are set",
    { timeout: 60_000 },
    async () => {
      const { reader, values } = await started();
      const asDisplayed = ({ code, base }: { code: string; base: string }) =>
        runSample(language, code, { ...values, BASE_URL: base }, clients);
      expect((await sent(reader, "getFundLimit", asDisplayed)).dhanClientId).toBe(values.CLIENT_ID);
      expect((await sent(reader, "placeOrder", asDisplayed)).orderId).toMatch(/^\d+$/);
    },
  );
});
