// The steps from the home page to a first order of an assistant, without a token that the user copies: links to the
// page about assistants, sign-in by OAuth with the client of the protocol's SDK, consent, preview, approval in the
// portal, order.
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { parse } from "node-html-parser";
import { beforeAll, expect, it } from "vitest";
import { blocksOf, codeIn } from "../support/docs-blocks.ts";
import { sharedSite } from "../support/shared-site.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, until } from "../support/site.ts";
import { type Account, TradingClient } from "../support/trading-client.ts";

const REDIRECT = "http://127.0.0.1:53682/callback";
const APPROVALS = "/sandbox/portal/assistants";
let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

/** Follows links in the content or menu of each page to the next path. Throws if a page has no such link. */
async function follow(reader: TestUser, paths: readonly string[]): Promise<void> {
  let here = "/";
  for (const path of paths) {
    const links = parse((await reader.visit(here)).text).querySelectorAll("a[href]");
    const found = links.some(
      (link) => new URL(link.getAttribute("href") ?? "", site.origin).pathname === path,
    );
    expect(found, `${here} links to ${path}`).toBe(true);
    here = path;
  }
}

/** The assistant's program: stores the results of the sign-in, and opens the address in the user's browser. */
class Program implements OAuthClientProvider {
  opened: URL | null = null;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: "Walking assistant", redirect_uris: [REDIRECT] };
  clientInformation = () => this.#client;
  tokens = () => this.#tokens;
  codeVerifier = () => this.#verifier;
  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.#client = client;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
  }
}

/** Signs in as the user would: loads the consent page, allows access with client id and PIN, and returns the code. */
async function consent(address: URL, { dhanClientId, pin }: Account): Promise<string> {
  const begun = await fetch(address, { redirect: "manual" });
  const page = new URL(begun.headers.get("location") ?? "", site.origin);
  expect((await new TestUser(site).visit(`${page.pathname}${page.search}`)).text).toContain(
    "Walking assistant",
  );
  const allowed = await fetch(`${site.origin}/sandbox/auth/consent-login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      consentId: page.searchParams.get("consentId") ?? "",
      clientId: dhanClientId,
      step: "code",
      method: "pin",
      code: pin,
    }),
  });
  return new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
}

it("an assistant places an order after OAuth sign-in and approval in the portal", {
  timeout: 90_000,
}, async () => {
  const reader = new TestUser(site);
  await follow(reader, ["/trading-apis", "/docs/v2/", "/docs/v2/assistants"]);
  const page = blocksOf("assistants", (await site.get("/docs/v2/assistants.md")).text);
  const endpoint = new URL(codeIn(page, "Endpoint", "text")[0] ?? "");

  const { account } = await TradingClient.open(`${site.origin}/sandbox`);
  const authProvider = new Program();
  const connect = async () => {
    const assistant = new Client({ name: "walk", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(endpoint, { authProvider });
    const connected = assistant.connect(transport as Parameters<Client["connect"]>[0]);
    return { assistant, transport, connected };
  };
  const first = await connect();
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  if (authProvider.opened === null) throw new Error("the program opened no sign-in");
  expect(authProvider.opened.searchParams.get("code_challenge_method")).toBe("S256");
  await first.transport.finishAuth(await consent(authProvider.opened, account));

  const { assistant, connected } = await connect();
  await connected;
  // biome-ignore lint/suspicious/noExplicitAny: the test inspects the parsed answers
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<any> =>
    (await assistant.callTool({ name, arguments: input })).structuredContent;
  const { instruments } = await call("find_instrument", { text: "HDFCBANK" });
  const { exchangeSegment, securityId } = instruments[0];
  const order = { transactionType: "BUY", productType: "INTRADAY", orderType: "MARKET", quantity: 5 };
  const preview = await call("preview_order", { exchangeSegment, securityId, ...order });
  const confirmed = { confirmationId: preview.confirmationId, summary: preview.summary };
  const waiting = await call("place_order", confirmed);
  expect([waiting.status, waiting.approveAt]).toEqual(["approval_needed", `${site.origin}${APPROVALS}`]);

  await reader.submit("/sandbox/portal/sign-in", {
    way: "codes",
    clientId: account.dhanClientId,
    ...TradingClient.codes(account),
  });
  expect((await reader.visit(APPROVALS)).text).toContain("BUY 5 HDFCBANK");
  await reader.submit(APPROVALS, { intent: "approve", approval: preview.confirmationId });
  expect((await call("place_order", confirmed)).status).toBe("sent");
  const { positions } = await until(
    () => call("get_positions"),
    (held) => held.positions.length > 0,
    15_000,
  );
  expect(positions[0].netQty).toBe(5);
  await assistant.close();
});
