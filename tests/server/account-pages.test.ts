// Account pages of a client with a running deployment: orders show their algo, limits are gauges, the consent states
// its amounts, and charts mark fills. While the broker is unavailable, each page states what still works.
import { type HTMLElement, parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MULTIPLIER_MAX } from "../../app/contract/base-api/deployment.ts";
import { type FixedClient, SANDBOX_CLIENTS } from "../../server/sandbox/accounts/clients.ts";
import { ALL_DAYS } from "../support/deploy.ts";
import { TestUser } from "../support/sign-in.ts";
import { type Site, startSite, until } from "../support/site.ts";
import { SHARE, TradingClient } from "../support/trading-client.ts";

const SEEDLING = "/algos/managers/banyan-systematic/monthly-seedling";
/** An expensive algo: fifty times its minimum amount exceeds the funds of a sandbox client. */
const COSTLY = "/algos/managers/banyan-systematic/deep-roots-fifteen";

let site: Site;
let reader: TestUser;
/** Form and review of a deployment that is not running yet. */
let firstForm: HTMLElement;
let firstReview: HTMLElement;
let path: string;

const reviewAddress = (query: string, algo = SEEDLING) => {
  const today = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10);
  return `${algo}/deploy?step=review&startOn=${today}&${ALL_DAYS}&${query}`;
};
const review = async (query: string, algo = SEEDLING) =>
  parse((await reader.get(reviewAddress(query, algo))).text);

beforeAll(async () => {
  site = await startSite();
  reader = new TestUser(site);
  await reader.signIn();
  firstForm = parse((await reader.get(`${SEEDLING}/deploy?mode=paper&multiplier=1&${ALL_DAYS}`)).text);
  firstReview = await review("mode=paper&multiplier=1");
  const query = "mode=paper&multiplier=1&lossPerDay=5000";
  const page = await review(query);
  const fields = Object.fromEntries(
    page
      .querySelectorAll('main form[method="post"] input[type="hidden"]')
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  const made = await reader.post(reviewAddress(query), { ...fields, consent: "yes" });
  expect(made.status, parse(made.text).querySelector("main")?.text).toBe(303);
  path = (made.headers.location ?? "").replace("/order-window", "");
  const window = new URL((await reader.get(`${path}/order-window`)).headers.location ?? "", site.origin);
  await reader.post("/sandbox/order-window", {
    basket: window.searchParams.get("basket") ?? "",
    return: window.searchParams.get("return") ?? "",
    answer: "confirmed",
  });
  await until(
    async () => (await reader.get(path)).text,
    (text) => text.includes("Filled"),
    40_000,
  );
}, 120_000);
afterAll(() => site.stop());

describe("the deploy page before the user's consent", () => {
  it("shows margin, charges and the largest loss in a text of at most 120 words", async () => {
    const [, loss = "none"] =
      /(₹[\d,]+)/.exec(firstForm.querySelector("#could-lose + dl dd")?.text ?? "") ?? [];
    const text = firstReview.querySelector("#text");
    const sectionText =
      text
        ?.querySelectorAll("h2, p")
        .map((part) => part.text)
        .join(" ") ?? "";
    expect(sectionText).toMatch(
      /Quoted .*: margin ₹[\d,]+\.\d\d; (entry charges ₹[\d,]+\.\d\d|no order now)\./,
    );
    expect(sectionText).toMatch(new RegExp(`loss of one position: ${loss}[.;]`));
    expect(sectionText.split(/\s+/).length).toBeLessThanOrEqual(120);
  });

  it("shows the minimum amount and affordable algos if the amount is too small", async () => {
    const other = new TestUser(site);
    await other.signIn();
    await other.post("/amount", { amount: "5,000", to: "/", xsrf: await other.xsrf() });
    const page = parse((await other.get(`${SEEDLING}/deploy`)).text);
    expect(page.querySelector("#amount")?.getAttribute("value")).toBe("₹5,000");
    expect(page.querySelector("main")?.text).toMatch(/Needs ₹[\d,]+/);
    expect(page.querySelector('main a[href="/algos/find?amount=5000"]')).not.toBeNull();
  });

  it("starts on paper from the algo's Deploy link if the user's amount is too small", async () => {
    const other = new TestUser(site);
    await other.signIn();
    await other.post("/amount", { amount: "5,000", to: "/", xsrf: await other.xsrf() });
    const link = parse((await other.get(SEEDLING)).text).querySelector(".page-header a[href*='/deploy']");
    const [, named = "none"] = /^Deploy with (₹[\d,]+)$/.exec(link?.text.trim() ?? "") ?? [];
    const form = parse((await other.get(link?.getAttribute("href") ?? "")).text);
    expect(form.querySelector("#amount")?.getAttribute("value")).toBe(named);
    expect(form.querySelector("main")?.text).toMatch(/Your amount is ₹5,000/);
  });

  it("shows the entered values again if the provider refuses a paper deployment", async () => {
    const other = new TestUser(site);
    await other.signIn();
    const form = parse((await other.get(`${SEEDLING}/deploy`)).text);
    const value = (name: string) =>
      form.querySelector(`#terms [name="${name}"]`)?.getAttribute("value") ?? "";
    const refused = await other.post(`${SEEDLING}/deploy`, {
      xsrf: value("xsrf"),
      key: "no valid key",
      mode: "paper",
      amount: value("amount"),
      lossPerDay: "321",
      startOn: value("startOn"),
      days: "Mon",
    });
    expect(refused.status).toBe(422);
    const page = parse(refused.text);
    expect(page.querySelector("#lossPerDay")?.getAttribute("value")).toBe("321");
    expect(page.querySelectorAll('#terms [name="days"][checked]')).toHaveLength(1);
  });

  it("shows the missing margin and no consent field if the funds are too low", async () => {
    const page = await review(`mode=live&multiplier=${MULTIPLIER_MAX}`, COSTLY);
    const text = page.querySelector("main")?.text ?? "";
    expect(text).toMatch(/Available margin is ₹[\d,.]+ short of the capital/);
    expect(page.querySelector('main input[name="consent"]')).toBeNull();
  });
});

describe("with a running deployment", () => {
  it("the portfolio shows P&L by minute for one day, and not for longer ranges", async () => {
    const panel = async (query: string) => {
      const page = parse((await reader.get(`/algos/my-algos?mode=paper${query}`)).text);
      const chosen = page.querySelector('.pnl-panel nav [aria-current="true"]')?.text;
      return [chosen, /by minute/.test(page.querySelector(".pnl-panel h2")?.text ?? "")];
    };
    expect(await panel("")).toEqual(["1D", true]);
    expect(await panel("&range=3m")).toEqual(["3M", false]);
  });

  it("the page shows order and trade times to the second, and links to the terms", async () => {
    const page = parse((await reader.get(path)).text);
    const times = page.querySelectorAll("main .rows-table td.row-end").map((cell) => cell.text.trim());
    expect(times.length).toBeGreaterThan(1);
    for (const time of times) expect(time).toMatch(/^\d\d:\d\d:\d\d \d{1,2} [A-Z][a-z]{2} \d{4}$/);
    expect(page.querySelectorAll(`main a[href="${path}/change"]`)).toHaveLength(1);
  });

  it("the form for new terms shows the current amount, not the URL's multiplier", async () => {
    const now = /now (₹[\d,]+)\./;
    const [, before] = now.exec((await reader.get(`${path}/change`)).text) ?? [];
    const [, typed] = now.exec((await reader.get(`${path}/change?multiplier=3`)).text) ?? [];
    expect(before).toMatch(/^₹/);
    expect(typed).toBe(before);
  });

  it("the pause page lists the open positions and the used share of the limits", async () => {
    const stays = parse((await reader.get(`${path}/pause`)).text).querySelector(
      'section[aria-labelledby="stays"]',
    );
    expect(stays?.querySelectorAll("li").length).toBeGreaterThan(3);
    expect(stays?.querySelectorAll(".limit-gauge").length).toBeGreaterThan(0);
  });

  it("orders show the algo and the mode, both on the page and in the downloaded file", async () => {
    const page = parse((await reader.get("/algos/my-algos/orders")).text);
    expect(page.querySelector('tr[id^="order-"]')?.text).toMatch(/Monthly Seedling · Paper/);
    const [head = "", first = ""] = (await reader.get("/algos/my-algos/orders.csv")).text.split("\r\n");
    const columns = head.split(",");
    const cells = first.split(",");
    expect([cells[columns.indexOf("algo")], cells[columns.indexOf("mode")]]).toEqual([
      "Monthly Seedling",
      "paper",
    ]);
  });

  it("limits are shown as gauges without meter or progress elements", async () => {
    const page = parse((await reader.get(path)).text);
    expect(page.querySelector("meter, progress")).toBeNull();
    expect(page.querySelectorAll(".limit-gauge").length).toBeGreaterThan(0);
  });

  it("the chart page marks fills on the price chart, with the reason of each order", async () => {
    const page = await until(
      async () => parse((await reader.get(`${path}/chart`)).text),
      (seen) => seen.querySelector(".candle-figure") !== null,
      20_000,
    );
    expect(page.querySelectorAll(".candle-mark-entry").length).toBeGreaterThan(0);
    expect(page.querySelectorAll("main ol").at(-1)?.text).toMatch(/Bought [\d,]+ at [\d,.]+/);
    expect(page.querySelector('main a[href^="/markets/NSE_EQ/"]')).not.toBeNull();
    expect((await reader.get(path)).text).toContain(`${path}/chart`);
  });
});

it("during an outage, pages show a phone number and that algos keep running", {
  timeout: 60_000,
}, async () => {
  const sandbox = site.sandboxPid();
  process.kill(sandbox, "SIGSTOP");
  try {
    for (const address of ["/algos/my-algos", "/algos/my-algos/positions", "/account/notifications"]) {
      const answer = await reader.get(address);
      expect(answer.status, address).toBe(503);
      expect(answer.headers["retry-after"], address).toBeDefined();
      const page = parse(answer.text);
      expect(page.querySelector("main")?.text, address).toMatch(/Your algos keep running at the broker/);
      expect(page.querySelector('main a[href^="tel:"]'), address).not.toBeNull();
    }
    // Unlike the other pages, the start page also has content that needs no broker.
    const home = await reader.get("/");
    expect(home.status).toBe(200);
    const mainElement = parse(home.text).querySelector("main");
    expect(mainElement?.text).toMatch(
      /The broker is not responding[\s\S]*Your algos keep running at the broker/,
    );
    expect(mainElement?.querySelector('a[href^="tel:"]')).not.toBeNull();
  } finally {
    process.kill(sandbox, "SIGCONT");
  }
});

/** Places an order that the sandbox rejects because of its quantity (FAULTS in app/contract/trading-api/faults.ts). */
async function rejectOrder(client: FixedClient): Promise<void> {
  const { pin, totp } = TradingClient.codes(client);
  const login = `/sandbox/auth/app/generateAccessToken?dhanClientId=${client.id}&pin=${pin}&totp=${totp}`;
  const { accessToken } = JSON.parse((await site.post(login, "")).text);
  const order = {
    ...{ ...SHARE, dhanClientId: client.id, transactionType: "BUY", productType: "INTRADAY" },
    ...{ orderType: "LIMIT", quantity: 911, price: 900 },
  };
  const headers = { "access-token": accessToken, "content-type": "application/json" };
  const answer = await site.post("/sandbox/v2/orders", JSON.stringify(order), headers);
  expect(JSON.parse(answer.text)).toMatchObject({ orderStatus: "REJECTED" });
}

it("the events page marks the same new events until the client's next visit", async () => {
  const events = "/account/notifications";
  const newRows = (html: string) => parse(html).querySelectorAll("main [data-new]").length;
  const [client] = SANDBOX_CLIENTS;
  if (client === undefined) throw new Error("no demo client");
  await rejectOrder(client);
  const own = new TestUser(site);
  await own.signIn();
  const first = await own.get(events);
  const count = newRows(first.text);
  expect(count).toBeGreaterThan(0);
  expect(parse(first.text).querySelector("main header")?.text ?? first.text).toMatch(
    new RegExp(`${count} new`),
  );
  const reload = await site.get(events, { cookie: own.cookie, "x-reload": "1" });
  expect(newRows(reload.text)).toBe(count);
  expect(String(reload.headers["set-cookie"] ?? "")).not.toContain("events-seen");
  expect(newRows((await own.get(`${events}?mode=paper`)).text)).toBeLessThanOrEqual(count);
  expect(newRows((await own.get(events)).text)).toBe(0);
});

it("a stopping deployment shows one state at a time: closing, then stopped", async () => {
  const stop = parse(
    (
      await until(
        () => reader.get(`${path}/stop`),
        ({ status }) => status === 200,
        20_000,
      )
    ).text,
  );
  const fields = Object.fromEntries(
    stop
      .querySelectorAll('main form[method="post"] input[type="hidden"]')
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  expect((await reader.post(`${path}/stop`, { ...fields, note: "" })).status).toBe(303);
  const seen = await until(
    async () => {
      const text = parse((await reader.get(path)).text).querySelector("main")?.text ?? "";
      expect(
        /being closed at market/.test(text) && /deployment is stopped and sends no more orders/.test(text),
      ).toBe(false);
      return text;
    },
    (text) => /deployment is stopped and sends no more orders/.test(text),
    40_000,
  );
  expect(seen).not.toMatch(/It is over/);
});
