// Every form that changes data, on one page of each type. For a signed-in user it contains the session's token. A
// repeated request for access has the same reference; the responses to other forms are redirects, so that a reload does
// not submit them again.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS, SIGNED_IN_PAGES } from "../support/page-kinds.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite } from "../support/site.ts";
import { TradingClient } from "../support/trading-client.ts";

let site: Site;
let reader: TestUser;
beforeAll(async () => {
  site = await startSite({ PERFORMANCE_DISCLOSURE: "one_to_one" });
  reader = new TestUser(site);
  await reader.signIn();
  const xsrf = await reader.xsrf();
  await reader.post("/algos/tracklist", { xsrf, intent: "create", key: "forms-key-0001", name: "Forms" });
});
afterAll(() => site.stop());

const ALGO = "/algos/managers/kestrel-ridge/ridgeline-condor";
const OTHER_PAGES = [
  `${ALGO}/deploy`,
  "/logout",
  "/algos/tracklist?add=ridgeline-condor",
  "/algos/risk-disclosure?to=/algos",
  "/support#chat",
  "/nowhere",
];

it("every POST form of a signed-in user contains the session's token", async () => {
  const xsrf = await reader.xsrf();
  const seen = new Set<string>();
  const missing: string[] = [];
  for (const path of [...Object.values(PAGE_KINDS), ...Object.values(SIGNED_IN_PAGES), ...OTHER_PAGES]) {
    const page = parse((await reader.visit(path)).text);
    for (const form of page.querySelectorAll("form")) {
      if (form.getAttribute("method")?.toLowerCase() !== "post") continue;
      const action = form.getAttribute("action") ?? "";
      const { origin, pathname } = new URL(action, `${site.origin}${path}`);
      if (origin !== site.origin || pathname.startsWith("/sandbox/")) continue;
      seen.add(pathname);
      if (form.querySelector('input[name="xsrf"]')?.getAttribute("value") !== xsrf)
        missing.push(`${path}: ${action}`);
    }
  }
  expect(missing).toEqual([]);
  expect([...seen].sort()).toEqual(
    expect.arrayContaining([
      "/account/sessions",
      "/algos/my-algos/kill-switch",
      "/algos/tracklist",
      "/docs/v2/playground",
      "/logout",
      "/support",
      "/theme",
      "/trading-apis/fintechs",
    ]),
  );
});

it("the access form shows a reference, and rejected input with 422", async () => {
  const page = "/trading-apis/fintechs";
  const xsrf = parse((await reader.get(page)).text)
    .querySelector('#request ~ form input[name="xsrf"]')
    ?.getAttribute("value");
  const enquiry = {
    xsrf: xsrf ?? "",
    name: "Meera Rao",
    email: "meera@fintech.example",
    organisation: "",
    message: "Order placement for our advisory clients.",
  };
  const sent = await reader.submit(page, enquiry);
  expect(parse(sent.text).querySelector('#request ~ [role="status"]')?.text).toContain("ENQ-");
  const refused = await reader.post(page, { ...enquiry, email: "nobody" });
  expect(refused.status).toBe(422);
  expect(parse(refused.text).querySelector("#request-message")?.text).toContain("advisory clients");
});

describe("after a form is submitted", () => {
  it("a reload of the playground repeats no order, and other browsers get 410", async () => {
    const own = new TestUser(site);
    const posted = await own.post("/docs/v2/playground", { op: "listHoldings" });
    expect(posted.status).toBe(303);
    const address = posted.headers.location ?? "";
    expect(address).toMatch(/^\/docs\/v2\/playground\?op=listHoldings&result=[\w-]{20,}#answer$/);
    const page = await own.visit(address);
    expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(page.text).toContain("HDFCBANK");
    expect((await own.visit(address)).text).toBe(page.text);
    const other = new TestUser(site);
    await other.post("/docs/v2/playground", { op: "listHoldings" });
    for (const otherReader of [new TestUser(site), other]) {
      const answer = await otherReader.visit(address);
      expect(answer.status).toBe(410);
      expect(answer.text).not.toContain("HDFCBANK");
    }
    const placed = await own.submit("/docs/v2/playground", {
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
    });
    for (let reloads = 0; reloads < 3; reloads += 1) await own.get(placed.path);
    const trades = await own.submit("/docs/v2/playground", { op: "listOrders" });
    expect(trades.text.match(/&quot;orderId&quot;/g)).toHaveLength(1);
    // The form shows the input again, although the address does not contain the input.
    expect(parse((await own.get(placed.path)).text).querySelector("#body")?.text).toContain('"quantity"');
  });

  it("each portal form redirects, and a reload does not show the secret again", async () => {
    const own = new TestUser(site);
    const PORTAL = "/sandbox/portal";
    let account = { pin: "", totpSecret: "" };
    const secretOf = (html: string, name: string) =>
      new RegExp(`<dt[^>]*>${name}[^<]*</dt><dd[^>]*><code[^>]*>([^<]+)`).exec(html)?.[1] ?? "";
    for (const [form, fields, shown] of [
      ["accounts", { name: "Reloads" }, "App secret"],
      ["tokens", { intent: "make", step: "0" }, "Access token"],
      ["tokens", { intent: "codes", step: "1" }, "TOTP secret"],
      [
        "postbacks",
        { intent: "address", url: "https://receiver.example/" },
        "Signing secret of the postbacks",
      ],
      ["postbacks", { intent: "resend", delivery: "1" }, null],
      ["apps", { intent: "make", name: "Backs", url: "https://app.example/back" }, "App secret"],
      ["clock", { intent: "set", at: "2026-11-20 10:00:00", seed: "7" }, null],
      ["clock", { intent: "advance", seconds: "60" }, null],
      ["clock", { intent: "end" }, null],
      ["clock", { intent: "reset", sure: "yes" }, null],
      ["leave", {}, null],
    ] as [string, Record<string, string>, string | null][]) {
      const { step, ...others } = fields;
      const codes = step === undefined ? {} : TradingClient.codes(account, Number(step));
      const answer = await own.post(`${PORTAL}/${form}`, { ...others, ...codes });
      const page = ["accounts", "leave"].includes(form) ? PORTAL : `${PORTAL}/${form}`;
      expect([answer.status, answer.headers.location?.replace(/#.*/, "")], form).toEqual([303, page]);
      if (shown === null) continue;
      const once = (await own.get(page)).text;
      if (form === "accounts")
        account = { pin: secretOf(once, "PIN"), totpSecret: secretOf(once, "TOTP secret") };
      expect(once, form).toContain(shown);
      expect((await own.get(page)).text, form).not.toContain("Shown once");
    }
  });
});
