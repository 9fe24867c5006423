// The command-line tool as a developer uses it: installed from the served archive into an empty folder and run against
// the sandbox.
import { execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { TRADING_API_VERSION } from "../../app/docs/version.ts";
import { sharedSite } from "../support/shared-site.ts";
import type { Site } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

let site: Site;
let folder: string;
let command: string;

beforeAll(async () => {
  site = await sharedSite();
  folder = mkdtempSync(join(tmpdir(), "command-line-"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  const archive = `${site.origin}/docs/v2/clients/typescript/trading-api-client.tgz`;
  await new Promise<void>((resolve, reject) =>
    execFile(
      "npm",
      ["install", "--prefer-offline", "--no-audit", "--no-fund", archive],
      { cwd: folder },
      (fault) => (fault === null ? resolve() : reject(fault)),
    ),
  );
  command = join(folder, "node_modules/.bin/trading-api");
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

type Ran = { code: number | null; out: string; err: string };
const ownEnv = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? "",
  NODE_ENV: "test" as const,
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  ...env,
});

/** Starts the tool. `ended` resolves with its result; `hasText` waits for text in stdout or stderr. */
function start(args: string[], env: Record<string, string> = {}, input = "") {
  const child = spawn(command, args, { cwd: folder, env: ownEnv(env) });
  const ran: Ran = { code: null, out: "", err: "" };
  child.stdout.on("data", (data) => {
    ran.out += data;
  });
  child.stderr.on("data", (data) => {
    ran.err += data;
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const ended = new Promise<Ran>((resolve) =>
    child.on("close", (code) => {
      ran.code = code;
      resolve(ran);
    }),
  );
  const hasText = (text: string) =>
    expect.poll(() => `${ran.out}${ran.err}`, { timeout: 20_000 }).toContain(text);
  return { child, ended, hasText };
}
const run = (args: string[], env: Record<string, string> = {}, input = "") => start(args, env, input).ended;
const envOf = ({ account }: TradingClient): Record<string, string> => ({
  BASE_URL: `${site.origin}/sandbox/v2`,
  CLIENT_ID: account.dhanClientId,
  ACCESS_TOKEN: account.accessToken,
});
const open = () => TradingClient.open(`${site.origin}/sandbox`);

/** Starts a server that accepts and stores POST requests. */
async function receiver(answers: () => number = () => 200) {
  const got: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body });
    response.statusCode = answers();
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { got, url: `http://127.0.0.1:${port}/postbacks`, close: () => server.close() };
}

describe("logging in", () => {
  it("with a new account, codes or a token stores a session with file mode 0600", {
    timeout: 60_000,
  }, async () => {
    const made = await run(["login", "--new", "--base-url", `${site.origin}/sandbox/v2`]);
    expect([made.code, made.err]).toEqual([0, expect.stringContaining("Logged in as 2")]);
    const { clientId, pin, totpSecret } = JSON.parse(made.out);
    const sessionFile = join(folder, "config/trading-api/session.json");
    expect(statSync(sessionFile).mode & 0o777).toBe(0o600);
    expect(JSON.parse((await run(["call", "getProfile"])).out).dhanClientId).toBe(clientId);
    // Logs in to the same account with PIN and TOTP code.
    const totp = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
    const again = await run(["login", "--client-id", clientId, "--base-url", `${site.origin}/sandbox/v2`], {
      TRADING_API_PIN: pin,
      TRADING_API_TOTP: totp,
    });
    expect([again.code, again.out]).toEqual([0, ""]);
    expect((await run(["call", "getFundLimit"])).out).toContain("availabelBalance");
    const { account } = await open();
    const byToken = await run(
      ["login", "--token", "--base-url", `${site.origin}/sandbox/v2`],
      {},
      `${account.accessToken}\n`,
    );
    expect([byToken.code, byToken.err]).toEqual([0, expect.stringContaining(account.dhanClientId)]);
    expect(byToken.err).not.toContain(account.accessToken);
    expect(readdirSync(join(folder, "config/trading-api"))).toEqual(["session.json"]);
  });

  it('a call without a login exits with code 2 and the text "Log in first"', async () => {
    const { code, err } = await run(["call", "getProfile"], { XDG_CONFIG_HOME: join(folder, "empty") });
    expect([code, err]).toEqual([2, expect.stringContaining("Log in first")]);
  });

  it("with wrong codes exits with code 1 and the API's error", async () => {
    const { code, err } = await run(
      ["login", "--client-id", "2000000000", "--base-url", `${site.origin}/sandbox/v2`],
      { TRADING_API_PIN: "123456", TRADING_API_TOTP: "654321" },
    );
    expect([code, err.trim()]).toEqual([1, expect.stringMatching(/^401 \S+ \S/)]);
  });
});

describe("commands without a login", () => {
  const NOBODY = { XDG_CONFIG_HOME: "/nonexistent" };

  it("reject a call with missing fields, and print the operation's usage", async () => {
    const { code, err } = await run(["call", "modifyOrder"], NOBODY);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("modifyOrder needs orderId, orderType, validity."),
    ]);
    expect(err).toContain("trading-api call modifyOrder orderId=… orderType=… validity=…");
  });

  it("print the help of an operation and the version", async () => {
    const { out, code } = await run(["help", "placeOrder"], NOBODY);
    expect([code, out]).toEqual([0, expect.stringContaining("  quantity:=  whole number")]);
    expect(out).toContain("  transactionType=  BUY | SELL");
    expect((await run(["call", "placeOrder", "--help"], NOBODY)).out).toBe(out);
    expect((await run(["--version"], NOBODY)).out).toBe(`trading-api ${TRADING_API_VERSION}\n`);
  });

  it("print a bash completion script for commands, calls and fields", async () => {
    const script = (await run(["completion", "bash"], NOBODY)).out;
    const complete = (typed: string[]) =>
      new Promise<string[]>((resolve, reject) =>
        execFile(
          "bash",
          [
            "-c",
            `${script}\ncompopt() { :; }\nCOMP_WORDS=(${typed.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${typed.length - 1}; _trading_api; echo "\${COMPREPLY[@]}"`,
          ],
          (fault, output) => (fault === null ? resolve(output.trim().split(" ")) : reject(fault)),
        ),
      );
    expect(await complete(["trading-api", "log"])).toEqual(["login", "logout"]);
    expect(await complete(["trading-api", "call", "getOrder"])).toContain("getOrderByCorrelationId");
    expect(await complete(["trading-api", "call", "getOrder", "ord"])).toEqual(["orderId="]);
    for (const shell of ["zsh", "fish"]) expect((await run(["completion", shell], NOBODY)).code).toBe(0);
  });

  it("remove the stored token when the user logs out", async () => {
    const config = { XDG_CONFIG_HOME: join(folder, "own-config") };
    await run(["login", "--new", "--base-url", `${site.origin}/sandbox/v2`], config);
    expect((await run(["call", "getProfile"], config)).code).toBe(0);
    const ended = await run(["logout"], config);
    expect([ended.code, ended.err]).toEqual([0, expect.stringContaining("Removed")]);
    expect((await run(["call", "getProfile"], config)).code).toBe(2);
    expect((await run(["logout"], config)).code).toBe(0);
  });
});

describe("API calls from the command line", () => {
  it("the operations command lists every operation of the API", async () => {
    const { out } = await run(["operations"]);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(TRADING_OPERATION_LIST.map(({ operationId }) => operationId));
  });

  it("send fields, path parameters, queries and complete bodies", { timeout: 60_000 }, async () => {
    const env = envOf(await open());
    const fields =
      "transactionType=BUY exchangeSegment=NSE_EQ productType=INTRADAY orderType=LIMIT validity=DAY securityId=1333 quantity:=2 price:=1";
    const placed = await run(["call", "placeOrder", ...fields.split(" ")], env);
    expect([placed.code, placed.err]).toEqual([0, ""]);
    const { orderId } = JSON.parse(placed.out);
    expect(JSON.parse((await run(["call", "getOrder", `orderId=${orderId}`], env)).out)).toMatchObject({
      orderId,
      quantity: 2,
    });
    const quote = await run(["call", "quoteLtp", "--body", "-"], env, '{"NSE_EQ":[1333]}');
    expect(JSON.parse(quote.out).data.NSE_EQ["1333"].last_price).toBeGreaterThan(1);
    const ledger = await run(["call", "listLedger", "from-date=2026-11-01", "to-date=2026-11-20"], env);
    expect([ledger.code, Array.isArray(JSON.parse(ledger.out))]).toEqual([0, true]);
  });

  it.each([
    [["call", "getOrder", "orderId=112611200001"], 1, "DH-906"],
    [["call", "getOrder"], 2, "getOrder needs orderId.\n\n"],
    [["call", "placeOrder", "quantity:=1"], 2, "placeOrder needs transactionType, exchangeSegment"],
    [["call", "placeOrder", "--body", '{"quantity":1}'], 2, "placeOrder needs transactionType"],
    [["help", "placeOder"], 2, "Unknown call placeOder"],
    [["completion", "tcsh"], 2, "bash, zsh or fish"],
    [["clock", "set", "tomorrow"], 2, "Indian time"],
    [["clock", "set"], 2, "expected a time"],
    [["call", "getProfile", "--scenario", "no-access"], 1, "DH-902"],
    [["call", "getProfile", "colour=red"], 2, "does not accept colour"],
    [["call", "placeOrder", "quantity:=two"], 2, "expected JSON"],
    [["call", "placeOder"], 2, "Unknown call placeOder"],
    [["call", "__proto__"], 2, "Unknown call"],
    [["frobnicate"], 2, "Unknown command"],
    [["listen", "--forward-to", "localhost"], 2, "requires an address"],
    [["trigger", "order.lost"], 2, "order.traded"],
    [["clock", "advance", "soon"], 2, "15m"],
    [["tail", "--count", "0"], 2, "--count"],
  ] as [string[], number, string][])("%j exits with code %i and a reason", async (args, code, reason) => {
    const ran = await run(args, envOf(await open()));
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(reason)]);
    expect(ran.err).not.toContain("    at ");
  });
});

describe("events and requests", () => {
  it("the listen command delivers simulated events, signed and in order", { timeout: 90_000 }, async () => {
    const client = await open();
    const env = envOf(client);
    const target = await receiver();
    const listening = start(["listen", "--forward-to", target.url, "--count", "4"], {
      ...env,
      POSTBACK_SECRET: "a-secret-of-mine",
    });
    await listening.hasText("Listening");
    expect((await run(["trigger", "order.traded"], env)).code).toBe(0);
    expect(JSON.parse((await run(["trigger", "order.cancelled"], env)).out)).toMatchObject({
      orderStatus: "CANCELLED",
    });
    expect((await listening.ended).code).toBe(0);
    target.close();
    expect(target.got.map(({ body }) => JSON.parse(body).orderStatus)).toEqual([
      "PENDING",
      "TRADED",
      "PENDING",
      "CANCELLED",
    ]);
    for (const { headers, body } of target.got)
      expect(headers["x-postback-signature"]).toBe(
        `v1=${createHmac("sha256", "a-secret-of-mine")
          .update(`${headers["x-postback-delivery"]}.${headers["x-postback-timestamp"]}.${body}`)
          .digest("hex")}`,
      );
    const numbers = target.got.map(({ headers }) => Number(headers["x-postback-delivery"]));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));

    // Forwards the same events from a later number to a server that rejects them.
    const refusing = await receiver(() => 503);
    const again = await run(
      ["listen", "--forward-to", refusing.url, "--from", String(numbers[2]), "--count", "2"],
      env,
    );
    refusing.close();
    expect(refusing.got.map(({ body }) => body)).toEqual(target.got.slice(2).map(({ body }) => body));
    expect(again.err).toContain("-> 503");
    const nowhere = await run(
      ["listen", "--forward-to", refusing.url, "--from", String(numbers[3]), "--count", "1"],
      env,
    );
    expect([nowhere.code, nowhere.err]).toEqual([0, expect.stringContaining("not delivered")]);
  });

  it.each([
    ["order.rejected", "REJECTED"],
    ["order.part_traded", "PART_TRADED"],
    ["order.pending", "PENDING"],
    ["order.slow", "TRANSIT"],
  ])("the trigger command causes the event %s", async (event, status) => {
    const { out } = await run(["trigger", event], envOf(await open()));
    expect(JSON.parse(out)).toMatchObject({ orderStatus: status });
  });

  it("the tail command prints calls as they arrive, with secrets masked", { timeout: 60_000 }, async () => {
    const client = await open();
    const tailing = start(["tail", "--bodies", "--count", "2"], envOf(client));
    await tailing.hasText("Waiting for requests");
    await client.send("get", "/fundlimit", undefined, { "x-request-id": "seen-by-tail" });
    await client.place({ quantity: 0, pin: "987654" });
    const { out, code } = await tailing.ended;
    expect(code).toBe(0);
    expect(out).toMatch(
      /^\S+ 200 GET \/v2\/fundlimit \d+ ms seen-by-tail\n {2}> .*\n {2}< \{.*availabelBalance/,
    );
    expect(out).toContain(" 400 POST /v2/orders ");
    expect(out).not.toContain("987654");
  });

  it("the listen command exits with DH-901 if the token is invalid", { timeout: 60_000 }, async () => {
    const target = await receiver();
    const { code, err } = await run(["listen", "--forward-to", target.url], {
      ...envOf(await open()),
      ACCESS_TOKEN: "made-up",
    });
    target.close();
    expect([code, err]).toEqual([1, expect.stringContaining("DH-901")]);
  });

  it("the clock command sets, advances and ends the clock of the account", { timeout: 60_000 }, async () => {
    const env = envOf(await open());
    const at = async (...args: string[]) => {
      const { code, out, err } = await run(["clock", ...args], env);
      expect([code, err]).toEqual([0, ""]);
      return JSON.parse(out);
    };
    expect(await at("set", "at=2026-11-20 10:00:00", "seed:=7")).toMatchObject({ isVirtual: true, seed: 7 });
    expect(await at("advance", "15m")).toMatchObject({ at: "2026-11-20 10:15:00" });
    expect(await at("advance", "30")).toMatchObject({ at: "2026-11-20 10:15:30" });
    expect(await at("set", "2026-11-20 11:00")).toMatchObject({ at: "2026-11-20 11:00:00" });
    expect(await at("set", "12:30")).toMatchObject({ at: "2026-11-20 12:30:00" });
    expect(await at("set", "2026-11-20T10:00:00+05:30")).toMatchObject({ at: "2026-11-20 10:00:00" });
    expect(await at("set", "at=2026-11-20T04:31:00Z")).toMatchObject({ at: "2026-11-20 10:01:00" });
    expect(await at("end")).toMatchObject({ isVirtual: false });
    expect(await at()).toMatchObject({ isVirtual: false });
  });
  it("the fault command adds, lists and removes the account's fault rules", { timeout: 60_000 }, async () => {
    const env = envOf(await open());
    const rules = ({ code, out, err }: Ran) => {
      expect(code, err).toBe(0);
      return (JSON.parse(out) as { faults: { fault: string }[] }).faults;
    };
    const added = "fault add rate-limit on=getProfile,getFundLimit every=2";
    expect(rules(await run(added.split(" "), env))).toEqual([
      { fault: "rate-limit", on: ["getProfile", "getFundLimit"], every: 2, seen: 0, struck: 0 },
    ]);
    expect(rules(await run(["fault", "add", "reject", "cause=FUNDS", "times=1"], env))).toHaveLength(2);
    const placed = await run(["trigger", "order.traded"], env);
    expect(JSON.parse(placed.out).orderStatus).toBe("REJECTED");
    expect(rules(await run(["fault", "remove", "1"], env))).toMatchObject([{ fault: "reject" }]);
    expect(rules(await run(["fault", "clear"], env))).toEqual([]);
    expect(rules(await run(["fault"], env))).toEqual([]);
    for (const wrong of [["add"], ["add", "slow", "ms"], ["remove", "7"], ["forget"]])
      expect((await run(["fault", ...wrong], env)).code, wrong.join(" ")).toBe(2);
    const refused = await run(["fault", "add", "nothing"], env);
    expect([refused.code, refused.out.includes("faults.0.fault")]).toEqual([1, true]);
    const slow = await run(["call", "getProfile", "--fault", "no-access"], env);
    expect([slow.code, slow.err.includes("DH-902")]).toEqual([1, true]);
  });
});

describe("the documentation page", () => {
  it("has commands that run as printed in an empty folder", { timeout: 180_000 }, async () => {
    const twin = (await site.get("/docs/v2/command-line.md")).text;
    const blocks = [...twin.matchAll(/```bash\n(.*?)\n```/gs)].map(([, words = ""]) => words);
    const endless = blocks.filter((words) => /api (?:listen|tail) /.test(words));
    expect([blocks.length, endless.length]).toEqual([10, 2]);
    const finite = blocks.filter((words) => !endless.includes(words));
    const own = mkdtempSync(join(tmpdir(), "command-line-page-"));
    const env = ownEnv({ HOME: own, XDG_CONFIG_HOME: join(own, "config") });
    writeFileSync(join(own, "package.json"), JSON.stringify({ private: true }));
    // Runs a command of the page. The package manager may need the network.
    const shell = (words: string) =>
      new Promise<string>((resolve, reject) =>
        execFile(
          "bash",
          ["-e", "-c", words],
          { cwd: own, env: { ...env, npm_config_prefer_offline: "true" }, timeout: 120_000 },
          (fault, out) => (fault === null ? resolve(out) : reject(fault)),
        ),
      );
    const out = await shell(finite.join("\n"));
    expect(out.match(/trading-api: the trading and data API/g)).toHaveLength(2);
    expect(out).toContain('"totpSecret"');
    expect(out).toContain('"last_price"');
    expect(out).toMatch(/"orderStatus": "(?:TRADED|PENDING)"/);
    expect(out).toContain('"at": "2026-11-20 10:15:00"');
    const answers = await Promise.all(
      endless.map((words) => shell(`timeout 8 ${words} 2>&1 || true`).catch(String)),
    );
    rmSync(own, { recursive: true, force: true });
    expect(answers[0]).toContain("Listening; posting to http://localhost:3000/postbacks");
    expect(answers[1]).toContain("Waiting for requests");
  });
});
