import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computeSignature } from "../../server/sandbox/apis/trading-api/postback-agent.ts";
import { openBaseApi } from "../support/base-api.ts";
import { until } from "../support/site.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the sandbox's trading API", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000, privatePostbacks: true });
  });
  afterAll(() => api.close());
  const open = () => TradingClient.open(api.url);

  it("issues tokens by PIN and TOTP or app consent, and revokes the previous token", async () => {
    const { account } = await open();
    const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) }).generate();
    const tokenBy = (pin: string) =>
      request(
        `${api.url}/auth/app/generateAccessToken?dhanClientId=${account.dhanClientId}&pin=${pin}&totp=${totp}`,
        { method: "POST" },
      );
    expect((await tokenBy("000000")).statusCode).toBe(account.pin === "000000" ? 200 : 401);
    const response = await tokenBy(account.pin);
    expect(response.statusCode).toBe(200);
    const { accessToken } = (await response.body.json()) as { accessToken: string };
    const profile = (token: string) =>
      request(`${api.url}/v2/profile`, { headers: { "access-token": token } });
    expect((await profile(accessToken)).statusCode).toBe(200);
    expect((await profile(account.accessToken)).statusCode).toBe(401);

    const headers = { app_id: account.appId, app_secret: account.appSecret };
    const consent = await request(`${api.url}/auth/app/generate-consent?client_id=${account.dhanClientId}`, {
      method: "POST",
      headers,
    });
    const { consentAppId, ...generated } = (await consent.body.json()) as Record<string, string>;
    expect(generated).toEqual({ status: "success", consentAppStatus: "GENERATED" });
    const opened = await request(`${api.url}/auth/login/consentApp-login?consentAppId=${consentAppId}`);
    expect(String(opened.headers.location)).toBe(`/sandbox/auth/consent-login?consentId=${consentAppId}`);
    const signIn = (clientId: string, code: string) =>
      request(`${api.url}/auth/consent-login`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          consentId: consentAppId ?? "",
          clientId,
          step: "code",
          method: "pin",
          code,
        }).toString(),
      });
    // An app's consent is valid only for the account that registered the app.
    expect((await signIn("1000000001", "246810")).statusCode).toBe(401);
    const done = await (await signIn(account.dhanClientId, account.pin)).body.text();
    const tokenId = /<code[^>]*>([0-9a-f-]{36})<\/code>/.exec(done)?.[1] ?? "";
    const consume = (own: Record<string, string>) =>
      request(`${api.url}/auth/app/consumeApp-consent?tokenId=${tokenId}`, { headers: own });
    const otherAccount = (await open()).account;
    expect(
      (await consume({ app_id: otherAccount.appId, app_secret: otherAccount.appSecret })).statusCode,
    ).toBe(401);
    const consumed = await consume(headers);
    expect(consumed.statusCode).toBe(200);
    const own = (await consumed.body.json()) as { accessToken: string; dhanClientId: string };
    expect(own.dhanClientId).toBe(account.dhanClientId);
    expect((await profile(own.accessToken)).statusCode).toBe(200);
    expect((await consume(headers)).statusCode).toBe(401);
    const wrong = await request(`${api.url}/auth/app/generate-consent`, {
      method: "POST",
      headers: { ...headers, app_secret: "x" },
    });
    expect(wrong.statusCode).toBe(401);
  });

  it("sends a signed postback for each order change, and retries if the receiver fails", async () => {
    const got: { id: number; timestamp: number; signature: string; body: string }[] = [];
    let isFailing = true;
    const receiver: Server = createServer((message, answer) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("end", () => {
        got.push({
          id: Number(message.headers["x-postback-delivery"]),
          timestamp: Number(message.headers["x-postback-timestamp"]),
          signature: String(message.headers["x-postback-signature"]),
          body: Buffer.concat(chunks).toString(),
        });
        answer.statusCode = isFailing ? 500 : 200;
        isFailing = false;
        answer.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`;
    // Sends the same requests as a browser that uses the portal.
    const made = await request(`${api.url}/portal/accounts`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=Postbacks",
    });
    const cookie = String(made.headers["set-cookie"]).split(";", 1)[0] ?? "";
    const home = async (place = "") =>
      (await request(`${api.url}/portal${place}`, { headers: { cookie } })).body.text();
    expect([made.statusCode, made.headers.location]).toEqual([303, "/sandbox/portal"]);
    const page = await home();
    // The token is shown only once.
    expect(await home()).not.toContain("Access token, for");
    const secretOf = (html: string, name: string) =>
      new RegExp(`<dt[^>]*>${name}[^<]*</dt><dd[^>]*><code[^>]*>([^<]+)`).exec(html)?.[1] ?? "";
    const token = secretOf(page, "Access token");
    expect(page).not.toContain("<script");
    const response = await request(`${api.url}/portal/postbacks`, {
      method: "POST",
      headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ intent: "address", url }).toString(),
    });
    expect(response.statusCode).toBe(303);
    const secret = secretOf(await home("/postbacks"), "Signing secret of");
    const placed = await request(`${api.url}/v2/orders`, {
      method: "POST",
      headers: { "access-token": token, "content-type": "application/json" },
      body: JSON.stringify({
        ...SHARE,
        transactionType: "BUY",
        productType: "INTRADAY",
        orderType: "MARKET",
        quantity: 3,
        correlationId: "pb",
      }),
    });
    expect(placed.statusCode).toBe(200);
    await until(
      async () => got,
      (all) => all.length >= 3,
      15_000,
    );
    for (const { signature, ...signed } of got) expect(signature).toBe(computeSignature(signed, secret));
    const bodies = got.map(({ body }) => JSON.parse(body) as { orderStatus: string; filled_qty: number });
    expect(bodies.map(({ orderStatus }) => orderStatus)).toContain("TRADED");
    const log = await home("/postbacks");
    expect(log).toContain("Send again");
    expect(log).not.toContain(token);
    receiver.close();
  }, 30_000);
});
