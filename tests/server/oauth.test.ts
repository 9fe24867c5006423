// An assistant's program signs in with discovery only: metadata, registration, the site's consent page, authorization
// code with PKCE, token. Then each value is changed as an attacker would change it.
import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OAUTH_LIMITS } from "../../server/sandbox/accounts/oauth.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";
import { type Account, SHARE, TradingClient } from "../support/trading-client.ts";

const REDIRECT = "http://127.0.0.1:53682/callback";
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());

const json = async (path: string) => JSON.parse((await site.get(path)).text);
const post = (url: string, body: string, type: string) =>
  fetch(url, { method: "POST", body, headers: { "content-type": type }, redirect: "manual" });
const register = (change: object = {}) =>
  post(
    `${site.origin}/sandbox/auth/oauth/register`,
    JSON.stringify({ client_name: "Test assistant", redirect_uris: [REDIRECT], ...change }),
    "application/json",
  );
async function newClient(change: object = {}): Promise<string> {
  const answer = await register(change);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { client_id: string }).client_id;
}
const newVerifier = () => randomBytes(32).toString("base64url");
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
const authorizePath = (query: Record<string, string>) =>
  `/sandbox/auth/oauth/authorize?${new URLSearchParams(query)}`;
const request = (clientId: string, verifier: string, change: Record<string, string> = {}) => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: REDIRECT,
  code_challenge: challengeOf(verifier),
  code_challenge_method: "S256",
  scope: "read trade",
  state: "xyz",
  resource: `${site.origin}/sandbox/mcp`,
  ...change,
});

/** Starts a sign-in and returns the id of its consent. */
async function begin(query: Record<string, string>): Promise<string> {
  const begun = await fetch(`${site.origin}${authorizePath(query)}`, { redirect: "manual" });
  expect(begun.status).toBe(302);
  return new URLSearchParams((begun.headers.get("location") ?? "").split("?")[1]).get("consentId") ?? "";
}
/** Sends the approval form of a consent. */
const approve = (consentId: string, { dhanClientId, pin }: Pick<Account, "dhanClientId" | "pin">) =>
  post(
    `${site.origin}/sandbox/auth/consent-login`,
    new URLSearchParams({
      consentId,
      clientId: dhanClientId,
      step: "code",
      method: "pin",
      code: pin,
    }).toString(),
    "application/x-www-form-urlencoded",
  );

/** Approves as the user would: opens the consent page, and enters client id and PIN. Returns the redirect address. */
async function authorise(account: Account, query: Record<string, string>): Promise<URL> {
  const consentId = await begin(query);
  const page = await new TestUser(site).visit(`/sandbox/auth/consent-login?consentId=${consentId}`);
  expect(page.text).toContain("Test assistant");
  const answer = await approve(consentId, account);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "");
}
async function exchange(fields: Record<string, string>) {
  const answer = await post(
    `${site.origin}/sandbox/auth/oauth/token`,
    new URLSearchParams({ grant_type: "authorization_code", redirect_uri: REDIRECT, ...fields }).toString(),
    "application/x-www-form-urlencoded",
  );
  return {
    status: answer.status,
    // biome-ignore lint/suspicious/noExplicitAny: the test inspects the parsed answer
    body: (await answer.json()) as any,
    cache: answer.headers.get("cache-control"),
  };
}
const callTool = (token: string, method = "tools/list") =>
  fetch(`${site.origin}/sandbox/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }),
  });
const account = async () => (await TradingClient.open(`${site.origin}/sandbox`)).account;

describe("discovery", () => {
  it("the 401 response links to the metadata of the sign-in endpoints", async () => {
    const refused = await callTool("");
    const metadata =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "")?.[1] ?? "";
    const resource = await json(new URL(metadata).pathname);
    expect(resource).toMatchObject({
      resource: `${site.origin}/sandbox/mcp`,
      authorization_servers: [site.origin],
    });
    expect(await json("/.well-known/oauth-protected-resource")).toEqual(resource);
    const server = await json("/.well-known/oauth-authorization-server");
    expect(server).toMatchObject({
      issuer: site.origin,
      authorization_endpoint: `${site.origin}/sandbox/auth/oauth/authorize`,
      code_challenge_methods_supported: ["S256"],
    });
  });
});

describe("a sign-in", () => {
  it("issues a token for the displayed scopes, and accepts each code once", async () => {
    const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
    const back = await authorise(mine, request(clientId, verifier));
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect([back.searchParams.get("state"), back.searchParams.get("iss")]).toEqual(["xyz", site.origin]);
    const code = back.searchParams.get("code") ?? "";
    const granted = await exchange({ client_id: clientId, code, code_verifier: verifier });
    expect(granted).toMatchObject({
      status: 200,
      cache: "no-store",
      body: { token_type: "Bearer", scope: "read trade" },
    });
    const { tools } = (await (await callTool(granted.body.access_token)).json()).result;
    expect(tools.map(({ name }: { name: string }) => name)).toContain("place_order");
    // Using the code again is rejected and ends the token from the first use, because the code may have been stolen.
    expect((await exchange({ client_id: clientId, code, code_verifier: verifier })).body.error).toBe(
      "invalid_grant",
    );
    expect((await callTool(granted.body.access_token)).status).toBe(401);
  });

  it.each([true, false])(
    "issues a token that trades only via the assistants' endpoint (resource: %s)",
    async (isNamed) => {
      const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
      const { resource, ...unnamed } = request(clientId, verifier);
      const back = await authorise(mine, isNamed ? { ...unnamed, resource } : unnamed);
      const code = back.searchParams.get("code") ?? "";
      const { body } = await exchange({ client_id: clientId, code, code_verifier: verifier });
      const headers = {
        "access-token": body.access_token as string,
        "content-type": "application/json",
        // Only the site's endpoint may send this header, so the site removes it from other requests.
        "x-assistant": "yes",
      };
      const order = {
        ...SHARE,
        transactionType: "BUY",
        productType: "CNC",
        orderType: "MARKET",
        quantity: 1,
      };
      const place = () =>
        fetch(`${site.origin}/sandbox/v2/orders`, { method: "POST", headers, body: JSON.stringify(order) });
      const refused = await place();
      expect([refused.status, ((await refused.json()) as { errorCode: string }).errorCode]).toEqual([
        403,
        "DH-902",
      ]);
      const renewed = (await (await fetch(`${site.origin}/sandbox/v2/RenewToken`, { headers })).json()) as {
        accessToken: string;
      };
      headers["access-token"] = renewed.accessToken;
      expect((await place()).status).toBe(403);
      const orders = await fetch(`${site.origin}/sandbox/v2/orders`, { headers });
      expect([orders.status, await orders.json()]).toEqual([200, []]);
    },
  );

  it("issues a read-only token for the scope “read”", async () => {
    const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
    const back = await authorise(mine, request(clientId, verifier, { scope: "read" }));
    const { body } = await exchange({
      client_id: clientId,
      code: back.searchParams.get("code") ?? "",
      code_verifier: verifier,
    });
    expect(body.scope).toBe("read");
    const { tools } = (await (await callTool(body.access_token)).json()).result;
    expect(tools.map(({ name }: { name: string }) => name)).not.toContain("place_order");
  });

  it("accepts a redirect to any local port, because programs choose a port at start", async () => {
    const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
    const redirect = "http://127.0.0.1:40001/callback";
    const back = await authorise(mine, request(clientId, verifier, { redirect_uri: redirect }));
    expect(back.port).toBe("40001");
    const code = back.searchParams.get("code") ?? "";
    expect(
      (await exchange({ client_id: clientId, code, code_verifier: verifier, redirect_uri: redirect })).status,
    ).toBe(200);
  });

  it("returns access_denied if the user denies", async () => {
    const [clientId, verifier] = [await newClient(), newVerifier()];
    const consentId = await begin(request(clientId, verifier));
    const denied = await post(
      `${site.origin}/sandbox/auth/consent-login`,
      new URLSearchParams({ consentId, step: "deny" }).toString(),
      "application/x-www-form-urlencoded",
    );
    expect(new URL(denied.headers.get("location") ?? "").searchParams.get("error")).toBe("access_denied");
  });
});

describe("an attacker", () => {
  it.each<
    [string, (fields: Record<string, string>) => Record<string, string> | Promise<Record<string, string>>]
  >([
    ["another verifier", (fields) => ({ ...fields, code_verifier: newVerifier() })],
    ["another client", async (fields) => ({ ...fields, client_id: await newClient() })],
    ["another redirect address", (fields) => ({ ...fields, redirect_uri: "http://127.0.0.1:1/other" })],
  ])("cannot exchange the code with %s, and the attempt invalidates the code", async (_, change) => {
    const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
    const back = await authorise(mine, request(clientId, verifier));
    const fields = {
      client_id: clientId,
      code: back.searchParams.get("code") ?? "",
      code_verifier: verifier,
    };
    expect(await exchange(await change(fields))).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect((await exchange(fields)).body.error).toBe("invalid_grant");
  });

  it("cannot have a code sent to an unregistered address", async () => {
    const clientId = await newClient();
    for (const redirect of [
      "https://evil.example/callback",
      "http://127.0.0.1:53682/other",
      "javascript:alert(1)",
    ]) {
      const answer = await fetch(
        `${site.origin}${authorizePath(request(clientId, newVerifier(), { redirect_uri: redirect }))}`,
        { redirect: "manual" },
      );
      expect([redirect, answer.status, answer.headers.get("location")]).toEqual([redirect, 400, null]);
      expect(parse(await answer.text()).querySelector("h1")?.text).toContain("cannot be authorised");
    }
    const unknown = await fetch(`${site.origin}${authorizePath(request("no-such-client", newVerifier()))}`, {
      redirect: "manual",
    });
    expect(unknown.status).toBe(400);
  });

  it.each<[string, Record<string, string>, string]>([
    ["without PKCE", { code_challenge: "", code_challenge_method: "" }, "invalid_request"],
    ["with plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["for another resource", { resource: "https://evil.example/mcp" }, "invalid_target"],
    ["for another scope", { scope: "read admin" }, "invalid_scope"],
    ["for a token in the redirect address", { response_type: "token" }, "unsupported_response_type"],
  ])("gets only a redirect with an error for a request %s", async (_, change, error) => {
    const clientId = await newClient();
    const answer = await fetch(`${site.origin}${authorizePath(request(clientId, newVerifier(), change))}`, {
      redirect: "manual",
    });
    const back = new URL(answer.headers.get("location") ?? "");
    expect([answer.status, back.origin, back.searchParams.get("error")]).toEqual([
      302,
      "http://127.0.0.1:53682",
      error,
    ]);
  });

  it("cannot exchange an assistant's code at the token endpoint for apps", async () => {
    const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
    const code = (await authorise(mine, request(clientId, verifier))).searchParams.get("code") ?? "";
    const byApp = await fetch(`${site.origin}/sandbox/auth/app/consumeApp-consent?tokenId=${code}`, {
      method: "POST",
      headers: { app_id: clientId, app_secret: "guessed" },
    });
    expect(byApp.status).toBe(401);
    const byOwnApp = await fetch(`${site.origin}/sandbox/auth/app/consumeApp-consent?tokenId=${code}`, {
      method: "POST",
      headers: { app_id: mine.appId, app_secret: mine.appSecret },
    });
    expect(byOwnApp.status).toBe(401);
  });

  it("cannot exchange an app's token id at the token endpoint for assistants", async () => {
    const [mine, assistant] = [await account(), await newClient()];
    const headers = { app_id: mine.appId, app_secret: mine.appSecret };
    const atAppEndpoint = (path: string) =>
      fetch(`${site.origin}/sandbox/auth/app${path}`, { method: "POST", headers });
    const { consentAppId } = (await (await atAppEndpoint("/generate-consent")).json()) as {
      consentAppId: string;
    };
    const consentResult = parse(await (await approve(consentAppId, mine)).text()).text;
    const code = /Token id\s*([0-9a-f-]{36})/.exec(consentResult)?.[1] ?? "";
    expect(code).not.toBe("");
    for (const clientId of [mine.appId, assistant])
      for (const redirectUri of [REDIRECT, ""]) {
        const fields = { client_id: clientId, redirect_uri: redirectUri, code, code_verifier: newVerifier() };
        const { status, body } = await exchange(fields);
        expect([status, body.error, body.access_token]).toEqual([400, "invalid_grant", undefined]);
      }
    expect((await atAppEndpoint(`/consumeApp-consent?tokenId=${code}`)).status).toBe(200);
  });

  it("cannot repeat an approval or get a second code", async () => {
    const [mine, clientId, verifier] = [await account(), await newClient(), newVerifier()];
    const consentId = await begin(request(clientId, verifier));
    const first = await approve(consentId, mine);
    const code = new URL(first.headers.get("location") ?? "").searchParams.get("code") ?? "";
    for (const again of [await approve(consentId, mine), await approve(consentId, await account())])
      expect([again.status, again.headers.get("location")]).toEqual([410, null]);
    expect((await exchange({ client_id: clientId, code, code_verifier: verifier })).status).toBe(200);
  });

  it("cannot approve without the client's PIN in the form", async () => {
    const [mine, other] = [await account(), await account()];
    const consentId = await begin(request(await newClient(), newVerifier()));
    const crossed = await approve(consentId, { dhanClientId: other.dhanClientId, pin: mine.pin });
    expect([crossed.status, crossed.headers.get("location")]).toEqual([401, null]);
    const unknown = await approve(consentId, { dhanClientId: "9999999999", pin: mine.pin });
    expect([unknown.status, unknown.headers.get("location")]).toEqual([401, null]);
    expect((await approve("no-such-consent", mine)).status).toBe(404);
  });

  it("cannot block the sign-ins of another program with a flood", async () => {
    const [flooded, spared] = [await newClient(), await newClient()];
    const ask = (clientId: string) =>
      fetch(`${site.origin}${authorizePath(request(clientId, newVerifier()))}`, { redirect: "manual" });
    let refused: Response | null = null;
    for (let nth = 0; nth <= OAUTH_LIMITS.authorizationsAMinuteOfOneClient; nth += 1)
      refused = await ask(flooded);
    expect([refused?.status, Number(refused?.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(await refused?.text()).toMatch(/Wait \d+ seconds/);
    expect((await ask(spared)).status).toBe(302);
    const statuses = new Set<number>();
    for (let nth = 0; nth < OAUTH_LIMITS.authorizationsPerMinute; nth += 1)
      statuses.add((await ask(`unknown-${nth}`)).status);
    expect([...statuses].sort()).toEqual([400, 429]);
  });

  it.each([
    ["no redirect address", { redirect_uris: [] }],
    ["a plain-http address on another host", { redirect_uris: ["http://evil.example/cb"] }],
    ["a script as redirect address", { redirect_uris: ["javascript:alert(1)"] }],
    ["a redirect address with a fragment", { redirect_uris: ["https://a.example/cb#x"] }],
    ["a client secret", { token_endpoint_auth_method: "client_secret_post" }],
    [
      "too many redirect addresses",
      { redirect_uris: Array.from({ length: 9 }, (_, nth) => `https://a.example/${nth}`) },
    ],
  ])("cannot register a program with %s", async (_, change) => {
    expect((await register(change)).status).toBe(400);
  });

  it("gets 429 after too many registrations or code exchanges", async () => {
    const statuses = new Set<number>();
    const local = { redirect_uris: ["http://localhost:7000/callback"] };
    for (let nth = 0; nth < 40; nth += 1) statuses.add((await register(local)).status);
    expect(statuses).toContain(429);
    const tries = new Set<number>();
    for (let nth = 0; nth < 80; nth += 1)
      tries.add((await exchange({ client_id: "x", code: "guess", code_verifier: newVerifier() })).status);
    expect([...tries].sort()).toEqual([400, 429]);
  });

  it.each([
    ["oauth/register", "application/json"],
    ["oauth/token", "application/x-www-form-urlencoded"],
    ["consent-login", "application/x-www-form-urlencoded"],
  ])("gets 413 for a large body and 408 for a slow body at %s", { timeout: 60_000 }, async (name, type) => {
    const path = `/sandbox/auth/${name}`;
    expect((await post(`${site.origin}${path}`, "x".repeat(1_000_000), type)).status).toBe(413);
    const received = await new Promise<string>((resolve, reject) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: ${new URL(site.origin).host}\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n{`;
      const socket = connect(site.port, "127.0.0.1", () => socket.write(head));
      socket.once("data", (chunk) => {
        resolve(chunk.toString("latin1"));
        socket.destroy();
      });
      socket.once("error", reject);
    });
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
  });
});
