// The served documentation: all links and anchors exist, the documents are valid, recorded responses match their
// schemas, and the example packet decodes.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv";
import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { parse as parseYaml } from "yaml";
import { ACCESS_OPERATIONS } from "../../app/contract/trading-api/access.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { operationPath } from "../../app/docs/docs-path.ts";
import { DOCS_PAGES } from "../../app/docs/pages.server.ts";
import { findRecordedCall } from "../../app/docs/recorded.ts";
import { sharedSite } from "../support/shared-site.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, until } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

const run = promisify(execFile);

describe("the documentation", () => {
  let site: Site;
  beforeAll(async () => {
    site = await sharedSite();
  });

  it("has no broken links or anchors", { timeout: 60_000 }, async () => {
    const pages = [
      "/docs/v2/",
      "/docs/v2/search?q=margin",
      "/docs/v2/playground",
      ...DOCS_PAGES.map(({ id }) => `/docs/v2/${id}`),
      ...TRADING_OPERATION_LIST.map(operationPath),
    ];
    const anchors = new Map<string, Set<string>>();
    const links = new Map<string, string>();
    for (const path of pages) {
      const { status, text } = await site.get(path);
      expect(status, path).toBe(200);
      const page = parse(text);
      const ids = page.querySelectorAll("[id]").map((node) => node.id);
      expect(new Set(ids).size, `${path} says an id twice`).toBe(ids.length);
      anchors.set(new URL(path, site.origin).pathname, new Set(ids));
      for (const node of page.querySelectorAll("main a[href]"))
        links.set(new URL(node.getAttribute("href") ?? "", `${site.origin}${path}`).href, path);
    }
    for (const [href, from] of links) {
      const url = new URL(href);
      if (url.origin !== site.origin) continue;
      if (!anchors.has(url.pathname)) {
        const answer = await site.get(`${url.pathname}${url.search}`);
        expect(answer.status, `${href} on ${from}`).toBeLessThan(400);
        anchors.set(
          url.pathname,
          new Set(
            parse(answer.text)
              .querySelectorAll("[id]")
              .map((node) => node.id),
          ),
        );
      }
      if (url.hash !== "")
        expect(anchors.get(url.pathname)?.has(url.hash.slice(1)), `${href} on ${from}`).toBe(true);
    }
    expect(links.size).toBeGreaterThan(200);
  });

  it("has a Markdown version with the same headings for every page", async () => {
    for (const { id, title } of DOCS_PAGES) {
      const twin = await site.get(`/docs/v2/${id}.md`);
      expect([twin.status, twin.headers["content-type"]], id).toEqual([200, "text/markdown; charset=utf-8"]);
      expect(twin.text).toContain(`# ${title}`);
      const headings = parse((await site.get(`/docs/v2/${id}`)).text).querySelectorAll("main section > h2");
      for (const heading of headings) {
        const headingText = heading.text.replace(/\s*#?\s*Link to .*$/s, "").trim();
        expect(twin.text, `${id}: ${headingText}`).toContain(headingText);
      }
    }
    expect((await site.get("/docs/v2/no-such-page.md")).status).toBe(404);
  });

  it("has a navigation with every link as a list item", async () => {
    const nav = parse((await site.get("/docs/v2/orders")).text).querySelector(
      "nav[aria-label=Documentation]",
    );
    const links = nav?.querySelectorAll("a") ?? [];
    expect(links.slice(0, 3).map((link) => link.text)).toEqual(["Overview", "Search", "Playground"]);
    for (const link of links) expect(link.parentNode?.tagName, link.text).toBe("LI");
  });

  it("has table captions in its Markdown versions, and all pages in llms-full.txt", async () => {
    const page = parse((await site.get("/docs/v2/rate-limits")).text);
    const twin = (await site.get("/docs/v2/rate-limits.md")).text;
    const captions = page.querySelectorAll("main caption").map((node) => node.text);
    expect(captions.length).toBeGreaterThan(2);
    for (const caption of captions) expect(twin).toContain(`**${caption}**`);
    const fullText = (await site.get("/llms-full.txt")).text;
    for (const { title } of DOCS_PAGES) expect(fullText).toContain(`# ${title}\n`);
    expect((await site.get("/llms.txt")).text).toContain("/llms-full.txt");
  });

  it("describes every operation, and its recorded response matches the schema", async () => {
    for (const operation of TRADING_OPERATION_LIST) {
      const { text } = await site.get(operationPath(operation));
      expect(text, operation.operationId).toContain(
        operation.purpose.slice(0, 40).replaceAll("&", "&amp;").replaceAll("'", "&#x27;"),
      );
      if (operation.answer === "csv") continue;
      const recorded = findRecordedCall(operation);
      const parsed = operation.answer.safeParse(recorded?.answer);
      expect(parsed.success, `${operation.operationId}: ${parsed.error}`).toBe(true);
    }
  });

  it("has a search that finds codes, fields and misspelt words", async () => {
    const hits = async (query: string) =>
      parse((await site.get(`/docs/v2/search?q=${encodeURIComponent(query)}`)).text)
        .querySelectorAll("main ol a")
        .map((node) => node.getAttribute("href") ?? "");
    expect((await hits("DH-905"))[0]).toContain("/docs/v2/errors");
    expect((await hits("correlationId")).join()).toContain("/docs/v2/orders");
    expect((await hits("trailing stop"))[0]).toContain("/docs/v2/super-order");
    expect((await hits("postbck signature")).join()).toContain("/docs/v2/postback");
    const nothing = await site.get(`/docs/v2/search?q=${encodeURIComponent("<zzzqqq>")}`);
    expect(nothing.status).toBe(200);
    expect(nothing.text).toContain("Nothing was found");
  });

  it("selects the language of code samples by link and cookie", async () => {
    const chosen = await site.get("/docs/v2/orders/place-order?lang=python");
    const cookie = String(chosen.headers["set-cookie"]).split(";", 1)[0] ?? "";
    expect(cookie).toBe("docs-language=python");
    const sample = (html: string) => parse(html).querySelector("aside[aria-label=Samples]")?.text ?? "";
    expect(sample((await site.get("/docs/v2/orders/place-order", { cookie })).text)).toContain("place_order");
    expect(sample((await site.get("/docs/v2/orders/place-order")).text)).toContain("placeOrder");
    expect((await site.get("/docs/v2/orders/place-order?lang=<b>")).status).toBe(200);
  });

  it("serves valid OpenAPI and AsyncAPI documents", async () => {
    const document = await site.get("/docs/v2/openapi.json");
    // Generators and editors load the complete document.
    expect(document.body.byteLength).toBeLessThan(380_000);
    const openapi = JSON.parse(document.text);
    const checked = await new Validator().validate(openapi);
    expect(checked.errors ?? []).toEqual([]);
    expect(checked.valid).toBe(true);
    const named = Object.values(
      openapi.paths as Record<string, Record<string, { operationId?: string }>>,
    ).flatMap((methods) => Object.values(methods).flatMap(({ operationId }) => operationId ?? []));
    expect(named.sort()).toEqual(
      [...TRADING_OPERATION_LIST, ...ACCESS_OPERATIONS].map(({ operationId }) => operationId).sort(),
    );

    const asyncapi = JSON.parse((await site.get("/docs/v2/asyncapi.json")).text);
    const schema = createRequire(import.meta.url)("@asyncapi/specs/schemas/3.1.0-without-$id.json");
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    const validate = ajv.compile(schema);
    expect(validate(asyncapi), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  it("serves the OpenAPI and AsyncAPI documents as YAML, and the changelog as Atom", async () => {
    for (const name of ["openapi", "asyncapi"]) {
      const [json, yaml] = [await site.get(`/docs/v2/${name}.json`), await site.get(`/docs/v2/${name}.yaml`)];
      expect([yaml.status, yaml.headers["content-type"]]).toEqual([200, "application/yaml; charset=utf-8"]);
      expect(parseYaml(yaml.text, { maxAliasCount: -1 })).toEqual(JSON.parse(json.text));
    }
    const feed = await site.get("/docs/v2/changelog.atom");
    expect([feed.status, feed.headers["content-type"]]).toEqual([
      200,
      expect.stringContaining("application/atom+xml"),
    ]);
    expect(feed.text).toContain(`<id>${site.origin}/docs/v2/changelog#`);
    expect((await site.get("/docs/v2/changelog")).text).toContain("/docs/v2/changelog.atom");
  });

  it("offers the operations as a Postman collection and an .http file", async () => {
    const collection = JSON.parse((await site.get("/docs/v2/collection.json")).text);
    const items = (collection.item as { item: { name: string }[] }[]).flatMap(({ item }) => item);
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(TRADING_OPERATION_LIST.map(({ summary }) => summary)),
    );
    const file = (await site.get("/docs/v2/requests.http")).text;
    for (const { operationId } of TRADING_OPERATION_LIST) expect(file).toContain(`# @name ${operationId}\n`);
  });

  it.each(["live-market-feed", "200-market-depth"])(
    "the documented %s program that decodes a message prints the documented output",
    async (id) => {
      const twin = (await site.get(`/docs/v2/${id}.md`)).text;
      const program = /## Example.*?```typescript\n(.*?)\n```/s.exec(twin)?.[1] ?? "";
      const { stdout } = await run(process.execPath, ["--input-type=module", "-e", program]);
      const promised = [...program.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line).join("\n");
      expect(stdout.trim().replaceAll(/\s+/g, " ")).toBe(promised.replaceAll(/\s+/g, " "));
      expect(promised).toContain("1650.25");
    },
  );

  it('the commands in the box "Get a key" create an account with funds', { timeout: 30_000 }, async () => {
    const page = parse((await site.get("/docs/v2/")).text);
    // The parser treats the content of a pre element as text.
    const box = page.querySelector('[aria-label="Get a key"]')?.textContent ?? "";
    const call = `${box.replace(/<\/?code>/g, "")}\ncurl -sS "$BASE_URL/fundlimit" -H "access-token: $ACCESS_TOKEN"`;
    const folder = mkdtempSync(join(tmpdir(), "first-call-"));
    const { stdout } = await run("bash", ["-e", "-c", call], { cwd: folder, timeout: 20_000 });
    rmSync(folder, { recursive: true, force: true });
    expect(JSON.parse(stdout).availabelBalance).toBeGreaterThan(0);
  });

  it("the playground sends a request and shows the response with the input", async () => {
    const shared = "/docs/v2/playground?op=getOrderByCorrelationId&p.correlationId=never-sent";
    expect((await site.get(shared)).text).toContain('value="never-sent"');
    const reader = new TestUser(site);
    const PLAYGROUND = "/docs/v2/playground";
    const sent = await reader.post(PLAYGROUND, {
      op: "getOrderByCorrelationId",
      "p.correlationId": "never-sent",
    });
    expect(sent.status).toBe(303);
    expect(String(sent.headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Lax/);
    const faultPage = await reader.visit(sent.headers.location ?? "");
    expect(faultPage.text).toContain("DH-906");
    expect(faultPage.text).toContain('value="never-sent"');
    const order = {
      op: "placeOrder",
      body: JSON.stringify({
        transactionType: "BUY",
        exchangeSegment: "NSE_EQ",
        productType: "INTRADAY",
        orderType: "MARKET",
        validity: "DAY",
        securityId: "1333",
        quantity: 2,
      }),
    };
    expect((await reader.submit(PLAYGROUND, order)).text).toContain("TRADED");
    expect((await reader.submit(PLAYGROUND, { op: "listTrades" })).text.replace(/<[^>]*>/g, "")).toContain(
      "&quot;tradedQuantity&quot;: 2",
    );
    const wrong = await site.post(
      "/docs/v2/playground",
      `op=placeOrder&body=${encodeURIComponent('{"a": <b>')}`,
    );
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("The body is not JSON");
    expect(wrong.text).toContain("{&quot;a&quot;: &lt;b&gt;");
    expect(wrong.text).not.toContain('{"a": <b>');
    for (const rubbish of [
      "",
      "op=nothing",
      "op=getOrder&p.orderId=",
      "op=listLedger&p.from-date=x&p.to-date=%00",
    ])
      expect((await site.post("/docs/v2/playground", rubbish)).status, rubbish).toBeLessThan(500);
    const elsewhere = await site.post("/docs/v2/playground", "op=listTrades", {
      origin: "https://evil.example",
    });
    expect(elsewhere.status).toBe(403);
  });

  it("the playground opens each stream and shows its decoded messages", { timeout: 60_000 }, async () => {
    for (const [stream, word] of [
      ["ticker", "&quot;lastPrice&quot;"],
      ["full", "&quot;levels&quot;"],
      ["depth", "664 bytes"],
      ["depth200", "6424 bytes"],
      ["orders", "order_alert"],
    ] as const) {
      const page = await new TestUser(site).submit("/docs/v2/playground", {
        op: "getProfile",
        stream,
        segment: "NSE_EQ",
        securityId: "1333",
      });
      expect(
        [page.status, page.text.includes(word)],
        `${stream} ${page.text.match(/\d+ messages in[^<]*/)?.[0]}`,
      ).toEqual([200, true]);
    }
    const nothing = await new TestUser(site).submit("/docs/v2/playground", {
      op: "x",
      stream: "ticker",
      segment: "x",
      securityId: "999999999",
    });
    expect(nothing.text).toContain("No message arrived");
  });

  it("serves prices, depth and order updates on the public port", async () => {
    const client = await TradingClient.open(`${site.origin}/sandbox`);
    const { dhanClientId: id, accessToken: token } = client.account;
    const root = `ws://127.0.0.1:${site.port}/sandbox`;
    const open = (path: string) =>
      new Promise<{ socket: WebSocket; got: Buffer[]; closed: { code: number | null } }>(
        (resolve, reject) => {
          const socket = new WebSocket(`${root}${path}`);
          const got: Buffer[] = [];
          const closed: { code: number | null } = { code: null };
          socket.on("message", (data: Buffer) => got.push(data));
          socket.on("close", (code) => {
            closed.code = code;
          });
          socket.on("open", () => resolve({ socket, got, closed }));
          socket.on("error", reject);
        },
      );
    const feed = await open(`/feed?version=2&token=${token}&clientId=${id}&authType=2`);
    feed.socket.send(
      JSON.stringify({
        RequestCode: 15,
        InstrumentCount: 1,
        InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
      }),
    );
    await until(
      async () => feed.got,
      (got) => got.some((data) => data[0] === 2),
      15_000,
    );
    const depth = await open(`/twentydepth?token=${token}&clientId=${id}&authType=2`);
    depth.socket.send(
      JSON.stringify({
        RequestCode: 23,
        InstrumentCount: 1,
        InstrumentList: [{ ExchangeSegment: "NSE_EQ", SecurityId: "1333" }],
      }),
    );
    await until(
      async () => depth.got,
      (got) => got.some((data) => data.byteLength === 664),
      15_000,
    );
    const deep = await open(`/twohundreddepth?token=${token}&clientId=${id}&authType=2`);
    deep.socket.send(JSON.stringify({ RequestCode: 23, ExchangeSegment: "NSE_EQ", SecurityId: "1333" }));
    await until(
      async () => deep.got,
      (got) => got.some((data) => data.byteLength === 2 * 3212),
      15_000,
    );
    const updates = await open("/order-update");
    updates.socket.send(
      JSON.stringify({ LoginReq: { MsgCode: 42, ClientId: id, Token: token }, UserType: "SELF" }),
    );
    // The server does not respond to the login. An order before the login causes no update, so another order is placed.
    await until(
      async () => {
        await client.place({ quantity: 1 });
        return updates.got;
      },
      (got) => got.some((data) => data.toString().includes('"TRADED"')),
      10_000,
    );
    const alert = JSON.parse(updates.got.at(-1)?.toString() ?? "{}");
    expect([alert.Type, alert.Data.OrderNo === alert.Data.orderNo]).toEqual(["order_alert", true]);
    const rejected = await open(`/feed?version=2&token=wrong&clientId=${id}&authType=2`);
    await until(
      async () => rejected.closed,
      ({ code }) => code !== null,
      5_000,
    );
    expect(rejected.got[0]?.readUInt8(0)).toBe(50);
    for (const { socket } of [feed, depth, deep, updates]) socket.close();
  });

  it("API endpoints ignore cookies, unknown methods get 405 and large bodies 413", async () => {
    const client = await TradingClient.open(`${site.origin}/sandbox`);
    const answer = await client.send("get", "/fundlimit", undefined, { origin: "https://elsewhere.example" });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json"]);
    expect((await client.send("patch", "/orders/1", {})).status).toBe(405);
    expect((await client.send("post", "/orders", { correlationId: "x".repeat(300_000) })).status).toBe(413);
    const portal = await site.post("/sandbox/portal/accounts", "name=x", { origin: "https://evil.example" });
    expect(portal.status).toBe(403);
    const made = await site.post("/sandbox/portal/accounts", "name=%3Cb%3E");
    expect(made.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(String(made.headers["set-cookie"])).toMatch(/HttpOnly.*SameSite=Strict/);
    const [cookie = ""] = String(made.headers["set-cookie"]).split(";", 1);
    expect((await site.get("/sandbox/portal/tokens", { cookie })).status).toBe(200);
    expect((await site.get("/sandbox/v2/profile", { cookie })).status).toBe(401);
    const profile = await client.send("get", "/profile", undefined, { cookie });
    expect([profile.status, profile.body.dhanClientId]).toEqual([200, client.account.dhanClientId]);
    expect(profile.headers["set-cookie"]).toBeUndefined();
    // No log line contains the token.
    expect(JSON.stringify(site.log)).not.toContain(client.account.accessToken);
  });
});
